#include "bfs/distributed/cuda/steps.hpp"

#include <algorithm>

#include "bfs/cuda/step.cuh"
#include "bfs/distributed/cuda/frontier_edges.cuh"
#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {
namespace {

// Enough to hide latency, and few enough that one atomic operation per thread block costs nothing.
constexpr unsigned blocks_per_multiprocessor = 8;

// A lane inspects this many neighbors on its own before the whole warp helps the remaining lanes one after another.
constexpr edge_offset serial_inspections = 8;

// Bottom-up state of one lane's vertex.
struct seeker {
  bool seeks = false, has_found = false;
  edge_offset next = 0, end = 0;  ///< range of in-edges not yet inspected
  local_vertex parent = 0;
  std::uint32_t looks = 0;
};

__device__ inline void inspect(seeker& mine, const matrix_view& g, const bit_word* visited) {
  const local_vertex u = g.in_ends[mine.next];
  ++mine.next;
  ++mine.looks;
  mine.has_found = has_bit(visited, u);
  if (mine.has_found) mine.parent = u;
}

// The warp inspects the rest of each unsuccessful lane's row together, 32 neighbors at a time.
__device__ inline void look_together(seeker& mine, const matrix_view& g, const bit_word* visited) {
  cuda::for_each_bit(__ballot_sync(all_lanes, mine.seeks && !mine.has_found && mine.next < mine.end), [&](int who) {
    edge_offset e = __shfl_sync(all_lanes, mine.next, who) + lane();
    const edge_offset end = __shfl_sync(all_lanes, mine.end, who);
    unsigned hits = 0;
    local_vertex u = 0;
    while (hits == 0 && e - lane() < end) {
      const bool inside = e < end;
      u = inside ? g.in_ends[e] : 0;
      const bool hit = inside && has_bit(visited, u);
      hits = __ballot_sync(all_lanes, hit);
      mine.looks += inside ? 1 : 0;
      e += warp_lanes;
    }
    const local_vertex parent = __shfl_sync(all_lanes, u, hits != 0 ? cuda::first_bit(hits) : 0);
    if (static_cast<int>(lane()) == who && hits != 0) {
      mine.has_found = true;
      mine.parent = parent;
    }
  });
}

__device__ inline void begin_step(const step_arrays& a) {
  if (grid_thread() != 0) return;
  a.progress->step_began = bfs_engine::global_nanoseconds();
  *a.message = {};
}

// Bottom-up step: each unvisited row searches for a visited column. Writes the given words of `found`.
__global__ void bottom_up(matrix_view g, index_range words, step_arrays a) {
  begin_step(a);
  std::uint64_t looks = 0;
  const std::uint64_t warps = cuda::grid_warps();
  for (std::uint64_t w = words.first + cuda::grid_warp(); w < words.last; w += warps) {
    const bit_word visited_here = a.visited_rows[w];
    bit_word hits = 0;
    if (visited_here != all_lanes) {
      const auto v = static_cast<local_vertex>(w * bits_per_word + lane());
      seeker mine;
      mine.seeks = (visited_here >> lane() & 1) == 0;
      if (mine.seeks) {
        mine.parent = g.head[v];
        mine.has_found = has_bit(a.visited_columns, mine.parent);
        ++mine.looks;
        if (!mine.has_found) {
          mine.next = g.in_offsets[v] + 1;
          mine.end = g.in_offsets[v + 1];
          const edge_offset serial_end = mine.next + serial_inspections < mine.end ? mine.next + serial_inspections : mine.end;
          while (!mine.has_found && mine.next < serial_end) inspect(mine, g, a.visited_columns);
        }
      }
      look_together(mine, g, a.visited_columns);
      hits = __ballot_sync(all_lanes, mine.has_found);
      if (mine.has_found) a.parents[v] = mine.parent;
      looks += mine.looks;
    }
    if (lane() == 0) a.found[w] = hits;
  }
  add_up(looks, &a.progress->inspected);
}

// Top-down step over all edges of the frontier; `starts` is the exclusive prefix sum of its row lengths. `found` must be zero
// before.
__global__ void top_down(matrix_view g, const local_vertex* frontier, const std::uint64_t* starts, step_arrays a) {
  begin_step(a);
  const std::uint64_t size = a.progress->listed;
  if (grid_thread() == 0) a.progress->inspected += starts[size];
  for_each_row_edge(whole_rows(g.out_offsets), frontier, size, starts, [&](local_vertex u, edge_offset e) {
    const local_vertex v = g.out_ends[e];
    const bit_word bit = bit_word{1} << (v % bits_per_word);
    if (((a.visited_rows[v / bits_per_word] | a.found[v / bits_per_word]) & bit) != 0) return;
    if ((atomicOr(&a.found[v / bits_per_word], bit) & bit) == 0) a.parents[v] = u;
  });
}

// The first thread block lists and sums; the others clear the words of `found`.
__global__ void __launch_bounds__(few_rows)
    take_few_vertices(row_ends rows, const frontier_message* messages, unsigned size, local_vertex stride, bit_word* visited,
                      local_vertex* frontier, std::uint64_t* starts, bit_word* found, std::uint64_t words) {
  if (blockIdx.x > 0) {
    const std::uint64_t threads = std::uint64_t{gridDim.x - 1} * few_rows;
    for (std::uint64_t w = grid_thread() - few_rows; w < words; w += threads) found[w] = 0;
    return;
  }
  unsigned before = 0;
  for (unsigned rank = 0; rank < size; ++rank) {
    const auto count = static_cast<unsigned>(messages[rank].found);
    for (unsigned i = threadIdx.x; i < count; i += few_rows) {
      const local_vertex u = rank * stride + messages[rank].listed[i];
      atomicOr(&visited[u / bits_per_word], bit_word{1} << (u % bits_per_word));
      frontier[before + i] = u;
    }
    before += count;
  }
  __syncthreads();
  sum_rows(rows, frontier, before, 0, std::uint64_t{before} + 1, 0, starts);
}

}  // namespace

device_steps::device_steps(device where) {
  int multiprocessors = 0;
  cuda::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, where.index), "asking about the device");
  most_blocks_ = static_cast<unsigned>(multiprocessors) * blocks_per_multiprocessor;
}

unsigned device_steps::grid(std::uint64_t threads) const { return std::min(cuda::wide_grid(threads), most_blocks_); }

void device_steps::bottom_up(const matrix_view& g, index_range words, const step_arrays& a, const cuda::stream& s) const {
  const unsigned blocks = grid((words.last - words.first) * bits_per_word);
  ranks_engine::bottom_up<<<blocks, cuda::wide_block, 0, s.get()>>>(g, words, a);
  cuda::check_launch("searching");
}

void device_steps::take_few(const matrix_view& g, const frontier_message* messages, unsigned size, local_vertex stride,
                            bit_word* visited, local_vertex* frontier, std::uint64_t* starts, bit_word* found,
                            const cuda::stream& s) const {
  const std::uint64_t words = g.rows / bits_per_word;
  const unsigned clearing = static_cast<unsigned>(std::clamp<std::uint64_t>(words / few_rows, 1, most_blocks_ / 4));
  take_few_vertices<<<1 + clearing, few_rows, 0, s.get()>>>(whole_rows(g.out_offsets), messages, size, stride, visited, frontier,
                                                            starts, found, words);
  cuda::check_launch("searching");
}

std::uint64_t device_steps::most_few_vertices() { return most_few_rows; }

std::size_t device_steps::scratch_sums() { return sum_blocks; }

void device_steps::prepare_top_down(const matrix_view& g, const local_vertex* frontier, const level_progress* progress,
                                    std::uint64_t* starts, std::uint64_t* sums, bit_word* found, const cuda::stream& s) {
  cuda::check(cudaMemsetAsync(found, 0, g.rows / bits_per_word * sizeof(bit_word), s.get()), "clearing device memory");
  sum_row_edges(whole_rows(g.out_offsets), frontier, listed_size{progress}, starts, sums, s);
}

void device_steps::top_down(const matrix_view& g, const local_vertex* frontier, const std::uint64_t* starts, const step_arrays& a,
                            const cuda::stream& s) const {
  ranks_engine::top_down<<<most_blocks_, cuda::wide_block, 0, s.get()>>>(g, frontier, starts, a);
  cuda::check_launch("searching");
}

}  // namespace fathom::ranks_engine
