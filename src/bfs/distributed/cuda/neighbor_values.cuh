// Values of vertices, combined at the other ends of their edges over all processes' devices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bfs/distributed/cuda/frontier_edges.cuh"
#include "bfs/distributed/cuda/linked_block.hpp"
#include "bfs/distributed/work_clock.hpp"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {

/// Numbers of edges from the vertices of a set, which have the value 1 and all others 0.
struct edge_sums {
  using value = std::uint8_t;
  using combined = std::uint32_t;
  static constexpr int none = 0;  ///< each byte of a value that does not count

  static __device__ bool counts(value v) { return v != 0; }
  static __device__ combined both(combined a, combined b) { return a + b; }

  /// Adds the value of `from` to that of the edge's other end.
  __device__ void operator()(local_vertex, local_vertex end, edge_offset, value, combined* all) const { atomicAdd(all + end, 1u); }
};

/// Smallest values; all bits set: no value.
struct edge_minima {
  using value = unsigned long long;
  using combined = unsigned long long;
  static constexpr int none = 0xff;
  static constexpr value no_value = ~0ull;

  static __device__ bool counts(value v) { return v != no_value; }
  static __device__ combined both(combined a, combined b) { return a < b ? a : b; }
  static __device__ void lower(combined* to, value v) {
    if (v < __ldcg(to)) atomicMin(to, v);
  }

  __device__ void operator()(local_vertex, local_vertex end, edge_offset, value v, combined* all) const { lower(all + end, v); }
};

/// Lists the vertices that have a value. *end must be 0.
template <class Kind>
static __global__ void list_values(const typename Kind::value* values, std::uint64_t size, local_vertex* listed,
                                   std::uint32_t* end) {
  for (std::uint64_t first = grid_thread() - lane(); first < size; first += grid_threads()) {
    const std::uint64_t id = first + lane();
    const bool wanted = id < size && Kind::counts(values[id]);
    const std::uint32_t at = cuda::warp_append(end, wanted);
    if (wanted) listed[at] = static_cast<local_vertex>(id);
  }
}

/// Calls visit(from, end, edge, value, combined) for all edges of the listed vertices, and adds their number to *followed.
/// `starts`: exclusive prefix sum of their row lengths.
template <class Kind, class Visit>
static __global__ void push_values(row_ends rows, const local_vertex* ends, const local_vertex* listed, std::uint64_t size,
                                   const std::uint64_t* starts, const typename Kind::value* values,
                                   typename Kind::combined* combined, unsigned long long* followed, Visit visit) {
  if (grid_thread() == 0) *followed += starts[size];
  for_each_row_edge(rows, listed, size, starts,
                    [&](local_vertex from, edge_offset e) { visit(from, ends[e], e, values[from], combined); });
}

/// Combines the values of each local id from `peers` processes in those of the first.
template <class Kind>
static __global__ void unite_values(typename Kind::combined* combined, std::uint64_t stride, std::uint64_t peers) {
  for (std::uint64_t id = grid_thread(); id < stride; id += grid_threads()) {
    typename Kind::combined all = combined[id];
    for (std::uint64_t peer = 1; peer < peers; ++peer) all = Kind::both(all, combined[peer * stride + id]);
    combined[id] = all;
  }
}

/// Values of one kind and their combination along the edges of one direction.
template <class Kind>
class neighbor_values {
 public:
  using value = typename Kind::value;
  using combined = typename Kind::combined;

  /// No vertex has a value. `edges` and `s` must outlive the object.
  neighbor_values(edges_on_device& edges, const cuda::stream& s)
      : edges_(edges),
        s_(s),
        values_(cuda::filled<value>(edges.from_ids, Kind::none, s)),
        combined_(edges.to_ids, s),
        theirs_(edges.to_size > 1 ? edges.to_ids : 0, s) {}

  /// Bytes of device memory for one direction.
  [[nodiscard]] static std::uint64_t bytes(const edge_direction& along) {
    return along.from_ids() * sizeof(value) + (along.to.size() > 1 ? 2 : 1) * along.to_ids() * sizeof(combined);
  }

  /// Values of the process's own vertices, by local id below the stride.
  [[nodiscard]] value* own() const { return values_.data() + edges_.first_from; }

  /// Collective. Returns, by local id, the combination of the values of the vertices with an edge to each own vertex. `visit` adds
  /// a value to those at the other end of an edge.
  template <class Visit = Kind>
  [[nodiscard]] const combined* combine(work_clock& clock, const Visit& visit = {}) {
    if (combined_.size() > 0)
      cuda::check(cudaMemsetAsync(combined_.data(), Kind::none, combined_.bytes(), s_.get()), "clearing device memory");
    if (edges_.from) {
      clock.computed();
      edges_.from->all_gather(values_.data(), edges_.stride * sizeof(value), s_);
      exchanged((edges_.from_ids - edges_.stride) * sizeof(value), clock);
    }
    push(visit);
    if (!edges_.to) return combined_.data();
    s_.wait("following edges");
    clock.computed();
    const std::vector<std::uint64_t> each(edges_.to_size, edges_.stride * sizeof(combined));
    const std::span<const std::uint64_t> sizes(each.data(), each.size());  // nvcc does not convert it
    edges_.to->all_to_all(combined_.data(), sizes, theirs_.data(), sizes, s_);
    exchanged((edges_.to_ids - edges_.stride) * sizeof(combined), clock);
    unite_values<Kind>
        <<<cuda::wide_grid(edges_.stride), cuda::wide_block, 0, s_.get()>>>(theirs_.data(), edges_.stride, edges_.to_size);
    cuda::check_launch("combining values");
    return theirs_.data();
  }

 private:
  template <class Visit>
  void push(const Visit& visit) {
    cuda::check(cudaMemsetAsync(edges_.end.data(), 0, edges_.end.bytes(), s_.get()), "clearing device memory");
    list_values<Kind><<<edges_.steps.grid(edges_.from_ids), cuda::wide_block, 0, s_.get()>>>(
        values_.data(), edges_.from_ids, edges_.listed.data(), edges_.end.data());
    cuda::check_launch("listing vertices");
    const std::uint64_t size = cuda::read_one(edges_.end.data(), s_);
    if (size == 0) return;
    const row_ends rows = whole_rows(edges_.offsets.data());
    sum_row_edges(rows, edges_.listed.data(), size, edges_.starts.data(), s_);
    push_values<Kind, Visit><<<edges_.steps.most_blocks(), cuda::wide_block, 0, s_.get()>>>(
        rows, edges_.ends.data(), edges_.listed.data(), size, edges_.starts.data(), values_.data(), combined_.data(),
        edges_.followed.data(), visit);
    cuda::check_launch("following edges");
  }

  void exchanged(std::uint64_t bytes, work_clock& clock) const {
    s_.wait("exchanging data between devices");
    clock.sent(bytes);
    clock.exchanged();
  }

  edges_on_device& edges_;
  const cuda::stream& s_;
  cuda::buffer<value> values_;       // by id in the line where edges begin
  cuda::buffer<combined> combined_;  // by id in the line where they end
  cuda::buffer<combined> theirs_;    // by process of that line and local id
};

}  // namespace fathom::ranks_engine
