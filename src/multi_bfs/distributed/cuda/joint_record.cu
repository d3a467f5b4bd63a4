// Beginning and end of a level of distributed multi-source BFS: sources, counts and distances of discoveries, and clearing.
#include "multi_bfs/cuda/row_counter.cuh"
#include "multi_bfs/distributed/cuda/joint_rows.cuh"
#include "multi_bfs/distributed/cuda/joint_steps.hpp"

namespace fathom::ranks_engine {
namespace {

/// Sums of a thread block in shared memory, so that thread blocks instead of warps contend for the totals.
template <int Lanes, bool Counts>
struct shared_sums {
  unsigned active[Lanes * 4];
  unsigned counts[Counts ? Lanes * 128 : 1];
};

template <int Lanes, bool Counts>
__global__ void __launch_bounds__(cuda::wide_block) record_kernel(joint_view v, joint_planes planes, joint_totals* totals) {
  __shared__ shared_sums<Lanes, Counts> block;
  if (threadIdx.x < Lanes * 4) block.active[threadIdx.x] = 0;
  for (unsigned i = threadIdx.x; Counts && i < Lanes * 128; i += cuda::wide_block) block.counts[i] = 0;
  __syncthreads();

  const row_group<Lanes> g;
  multi_bfs_engine::row_counter counter(block.counts + (Counts ? g.part * 128 : 0));
  std::uint64_t vertices = 0, found = 0, edges = 0, listed = 0;
  uint4 active = no_bits();
  for (std::uint64_t w = cuda::grid_warp(); w < v.own_words; w += cuda::grid_warps()) {
    for_each_member(g, v.members[v.first_own_word + w], [&](unsigned i, bool is_member) {
      const std::uint64_t id = w * bits_per_word + i;
      const std::size_t at = id * Lanes + g.part;
      const uint4 row = load_row_if(is_member, v.own_found() + at);
      const bool is_counted = is_member && (id >= v.delegates || v.counts_delegates);
      active = active | row;
      found += is_counted ? multi_bfs_engine::count(row) : 0;
      if constexpr (Counts) counter.add(select(is_counted, row, no_bits()));
      if (!is_member) return;
      v.own_seen()[at] = v.own_seen()[at] | row;
      for (unsigned bits = planes.distance; bits != 0; bits &= bits - 1) {
        uint4* const plane = planes.plane[cuda::first_bit(bits)];
        plane[at] = plane[at] | row;
      }
      if (g.part != 0) return;
      vertices += is_counted;
      ++listed;
      edges += v.out_degrees[id];
    });
  }

  // All threads of the block call these.
  if constexpr (Counts) counter.flush();
  active = multi_bfs_engine::union_of_groups<Lanes>(active);
  if (lane() < Lanes) atomic_or(reinterpret_cast<uint4*>(block.active) + lane(), active);
  add_up(vertices, &totals->vertices);
  add_up(found, &totals->found);
  add_up(edges, &totals->edges);
  add_up(listed, &totals->listed);
  __syncthreads();
  if (threadIdx.x < Lanes * 4 && block.active[threadIdx.x] != 0)
    atomicOr(reinterpret_cast<unsigned*>(totals->active) + threadIdx.x, block.active[threadIdx.x]);
  for (unsigned i = threadIdx.x; Counts && i < Lanes * 128; i += cuda::wide_block) {
    if (block.counts[i] != 0) atomicAdd(&totals->counts[i], static_cast<unsigned long long>(block.counts[i]));
  }
}

template <int Lanes>
__global__ void __launch_bounds__(cuda::wide_block) clear_found_kernel(joint_view v) {
  const row_group<Lanes> g;
  for (std::uint64_t w = cuda::grid_warp(); w < v.row_words; w += cuda::grid_warps()) {
    const bit_word members = v.members[w];
    for_each_member(g, members, [&](unsigned i, bool is_member) {
      if (is_member) v.found[(w * bits_per_word + i) * Lanes + g.part] = no_bits();
    });
    __syncwarp();
    if (lane() == 0 && members != 0) v.members[w] = 0;
  }
}

__global__ void place_joint_sources_kernel(joint_view v, const joint_start* sources, std::uint64_t size) {
  for (std::uint64_t i = grid_thread(); i < size; i += grid_threads()) {
    const std::uint64_t row = v.first_own() + sources[i].id;
    const std::uint32_t search = sources[i].search;
    auto* const words = reinterpret_cast<unsigned*>(v.found + row * v.lanes);
    atomicOr(&words[search / 32], 1u << (search % 32));
    set_member(v.members, row);
  }
}

__global__ void __launch_bounds__(cuda::wide_block) joint_edges_kernel(joint_view v, unsigned long long* sum) {
  std::uint64_t edges = 0;
  for (std::uint64_t i = grid_thread(); i < v.own_vertices * v.lanes; i += grid_threads())
    edges += std::uint64_t{v.out_degrees[i / v.lanes]} * multi_bfs_engine::count(v.own_seen()[i]);
  add_up(edges, sum);
}

unsigned grid_of_words(std::uint64_t words) { return cuda::wide_grid(words * warp_lanes); }

}  // namespace

void place_sources(const joint_view& v, const joint_start* sources, std::uint64_t size, const cuda::stream& s) {
  if (size == 0) return;
  place_joint_sources_kernel<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(v, sources, size);
  cuda::check_launch("starting searches");
}

void record_discoveries(const joint_view& v, const joint_planes& planes, bool with_counts, joint_totals* totals,
                        const cuda::stream& s) {
  by_lanes(v.lanes, [&]<int Lanes>() {
    const auto kernel = with_counts ? record_kernel<Lanes, true> : record_kernel<Lanes, false>;
    kernel<<<grid_of_words(v.own_words), cuda::wide_block, 0, s.get()>>>(v, planes, totals);
  });
  cuda::check_launch("counting discoveries");
}

void clear_found(const joint_view& v, const cuda::stream& s) {
  by_lanes(v.lanes,
           [&]<int Lanes>() { clear_found_kernel<Lanes><<<grid_of_words(v.row_words), cuda::wide_block, 0, s.get()>>>(v); });
  cuda::check_launch("clearing discoveries");
}

void sum_reached_edges(const joint_view& v, unsigned long long* sum, const cuda::stream& s) {
  joint_edges_kernel<<<cuda::wide_grid(v.own_vertices * v.lanes), cuda::wide_block, 0, s.get()>>>(v, sum);
  cuda::check_launch("counting edges");
}

}  // namespace fathom::ranks_engine
