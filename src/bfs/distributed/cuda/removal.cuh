// Removal of vertices that have few remaining neighbors, over all processes' devices (bfs/distributed/removal.hpp on CPUs).
#pragma once

#include <cstdint>
#include <optional>

#include "bfs/distributed/cuda/neighbor_values.cuh"

namespace fathom::ranks_engine {

/// Remaining vertices of a process.
struct removal_counts {
  unsigned long long removed = 0;
  unsigned long long fewest = ~0ull;  ///< remaining neighbors of a vertex that is not removed; all ones without such vertices
};

/// Arrays by local id.
struct removal_arrays {
  std::uint64_t own_vertices = 0;
  std::uint32_t *along = nullptr, *against = nullptr;       ///< numbers of remaining neighbors, which may be the same array
  bit_word* gone = nullptr;                                 ///< one bit per vertex
  std::uint8_t *to_along = nullptr, *to_against = nullptr;  ///< edge_sums values of the removed vertices; the second may be null
  std::uint32_t* limits = nullptr;                          ///< at which a vertex was removed; may be null
};

__device__ inline void mark(const removal_arrays& a, std::uint64_t v, bool member) {
  a.to_along[v] = member ? 1 : 0;
  if (a.to_against) a.to_against[v] = member ? 1 : 0;
}

static __global__ void mark_remaining(removal_arrays a) {
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads())
    mark(a, v, !has_bit(a.gone, static_cast<local_vertex>(v)));
}

static __global__ void __launch_bounds__(cuda::wide_block)
    remove_few(removal_arrays a, std::uint32_t limit, removal_counts* counts) {
  std::uint64_t removed = 0, fewest = ~0ull;
  for (std::uint64_t v = grid_thread(); v < a.own_vertices; v += grid_threads()) {
    const bool remains = !has_bit(a.gone, static_cast<local_vertex>(v));
    const std::uint32_t neighbors = min(a.along[v], a.against[v]);
    const bool goes = remains && neighbors <= limit;
    mark(a, v, goes);
    if (goes) {
      atomicOr(&a.gone[v / bits_per_word], bit_word{1} << (v % bits_per_word));
      if (a.limits) a.limits[v] = limit;
      ++removed;
    } else if (remains) {
      fewest = min(fewest, static_cast<std::uint64_t>(neighbors));
    }
  }
  add_up(removed, &counts->removed);
  fewest = cuda::block_min<cuda::wide_block>(fewest);
  if (threadIdx.x == 0 && fewest != ~0ull) atomicMin(&counts->fewest, static_cast<unsigned long long>(fewest));
}

static __global__ void add_neighbors(std::uint32_t* counters, const std::uint32_t* sums, std::uint64_t size) {
  for (std::uint64_t v = grid_thread(); v < size; v += grid_threads()) counters[v] += sums[v];
}

static __global__ void subtract_neighbors(std::uint32_t* counters, const std::uint32_t* sums, std::uint64_t size) {
  for (std::uint64_t v = grid_thread(); v < size; v += grid_threads()) counters[v] -= sums[v];
}

/// One step of all processes at a time, unlike the removal on CPUs.
class removal_on_device {
 public:
  /// Removing a vertex lowers along() of the vertices where its edges end, and in a directed graph against() of those where its
  /// in-edges begin. With `united` counters both are the same. `block` has both directions if the graph is directed.
  removal_on_device(const partitioned_graph& g, linked_block& block, bool united)
      : own_vertices_(g.own_vertices),
        s_(block.stream()),
        steps_(block.along().steps),
        along_sums_(block.along(), s_),
        along_(g.stride, s_),
        gone_(cuda::filled<bit_word>(g.stride / bits_per_word, 0, s_)),
        counts_(1, s_) {
    if (!g.directed) return;
    against_sums_.emplace(block.against(), s_);
    if (!united) against_ = cuda::buffer<std::uint32_t>(g.stride, s_);
  }

  /// Bytes of device memory.
  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g) {
    const std::uint64_t sums =
        neighbor_values<edge_sums>::bytes(along_edges(g)) + (g.directed ? neighbor_values<edge_sums>::bytes(against_edges(g)) : 0);
    return sums + g.stride * 2 * sizeof(std::uint32_t) + g.stride / 8 + sizeof(removal_counts);
  }

  [[nodiscard]] const cuda::buffer<std::uint32_t>& along() const { return along_; }
  [[nodiscard]] const cuda::buffer<std::uint32_t>& against() const { return against_.size() > 0 ? against_ : along_; }
  /// One bit per own vertex.
  [[nodiscard]] const cuda::buffer<bit_word>& gone() const { return gone_; }

  /// Collective. Sets the counters to the numbers of neighbors that are not gone.
  void count(work_clock& clock) {
    for (const auto* counters : {&along_, &against_}) {
      if (counters->size() > 0)
        cuda::check(cudaMemsetAsync(counters->data(), 0, counters->bytes(), s_.get()), "clearing device memory");
    }
    mark_remaining<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(nullptr));
    cuda::check_launch("marking vertices");
    change_counters(add_neighbors, clock);
  }

  /// Not collective. Removes all vertices with at most `limit` remaining neighbors in one of the counters, and writes `limit` to
  /// their `limits` unless that is null. The next lower() applies it.
  [[nodiscard]] removal_counts remove(std::uint32_t limit, std::uint32_t* limits) {
    const removal_counts none;
    cuda::check(cudaMemcpyAsync(counts_.data(), &none, sizeof none, cudaMemcpyHostToDevice, s_.get()), "clearing device memory");
    remove_few<<<grid(), cuda::wide_block, 0, s_.get()>>>(arrays(limits), limit, counts_.data());
    cuda::check_launch("removing vertices");
    return cuda::read_one(counts_.data(), s_);
  }

  /// Collective. Lowers the counters of the removed vertices' neighbors.
  void lower(work_clock& clock) { change_counters(subtract_neighbors, clock); }

 private:
  using counter_kernel = void (*)(std::uint32_t*, const std::uint32_t*, std::uint64_t);

  void change_counters(counter_kernel change, work_clock& clock) {
    const auto change_one = [&](neighbor_values<edge_sums>& sums, const cuda::buffer<std::uint32_t>& counters) {
      const std::uint32_t* const found = sums.combine(clock);
      change<<<grid(), cuda::wide_block, 0, s_.get()>>>(counters.data(), found, own_vertices_);
      cuda::check_launch("counting neighbors");
    };
    change_one(along_sums_, along_);
    if (against_sums_) change_one(*against_sums_, against());
  }

  [[nodiscard]] unsigned grid() const { return steps_.grid(own_vertices_); }
  [[nodiscard]] removal_arrays arrays(std::uint32_t* limits) const {
    return {own_vertices_, along_.data(),     against().data(),
            gone_.data(),  along_sums_.own(), against_sums_ ? against_sums_->own() : nullptr,
            limits};
  }

  const std::uint64_t own_vertices_;
  const cuda::stream& s_;
  const device_steps& steps_;
  neighbor_values<edge_sums> along_sums_;
  std::optional<neighbor_values<edge_sums>> against_sums_;
  cuda::buffer<std::uint32_t> along_, against_;
  cuda::buffer<bit_word> gone_;
  cuda::buffer<removal_counts> counts_;
};

}  // namespace fathom::ranks_engine
