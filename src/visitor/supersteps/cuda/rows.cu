#include "visitor/supersteps/cuda/rows.hpp"

#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "gpu/rows.cuh"
#include "graph/build/cuda/cut_rows.hpp"

namespace fathom::edge_vertex_engine {
namespace {

/// Keys for a descending sort, and their numbers.
__global__ void __launch_bounds__(cuda::wide_block)
    falling_kernel(const std::uint32_t* keys, vertex_id n, std::uint32_t* falling, std::uint32_t* numbers) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) {
    falling[i] = ~keys[i], numbers[i] = static_cast<std::uint32_t>(i);
  }
}

__global__ void __launch_bounds__(cuda::wide_block)
    degrees_kernel(const edge_offset* offsets, const vertex_id* to_caller, vertex_id n, edge_offset* degrees) {
  for (std::uint64_t v = cuda::grid_thread(); v <= n; v += cuda::grid_threads()) {
    degrees[v] = v < n ? offsets[to_caller[v] + 1] - offsets[to_caller[v]] : 0;
  }
}

__global__ void __launch_bounds__(cuda::wide_block)
    rows_with_edges_kernel(const edge_offset* offsets, vertex_id n, unsigned long long* sum) {
  unsigned count = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) count += offsets[v + 1] > offsets[v];
  cuda::warp_add(sum, count);
}

struct renaming {
  edge_vertex_rows from;
  const vertex_id *to_caller, *to_internal;
  const edge_offset* offsets;
  vertex_id* ends;
  edge_weight* weights;
  row_parts cut;  // of the new rows

  // Renames edges [first, last) of the new row v; every lane takes each 32nd edge.
  __device__ void rename(vertex_id v, edge_offset first, edge_offset last) const {
    const edge_offset shift = from.offsets[to_caller[v]] - offsets[v];  // may wrap around; adding it wraps back
    for (edge_offset e = first + cuda::lane(); e < last; e += cuda::warp_lanes) {
      ends[e] = to_internal[from.ends[e + shift]];
      if (weights) weights[e] = from.weights[e + shift];
    }
  }
};

constexpr unsigned renamed_together = 1024;  // edges per chunk of a long row

__global__ void __launch_bounds__(cuda::wide_block) rename_kernel(const __grid_constant__ renaming r) {
  cuda::grid_for_each_part(r.cut, r.offsets, [&](vertex_id v, edge_offset first, edge_offset last) { r.rename(v, first, last); });
}

/// Lower bound of `wanted` in a row, both in the caller's ids.
__device__ edge_offset place_in_row(const device_rows& rows, const vertex_id* to_caller, vertex_id v, vertex_id wanted) {
  edge_offset low = rows.offsets[v], high = rows.offsets[v + 1];
  while (low < high) {
    const edge_offset middle = low + (high - low) / 2;
    const vertex_id end = rows.ends[middle];
    if ((to_caller ? to_caller[end] : end) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct slot_finding {
  device_rows out, in;
  const vertex_id* to_caller;
  const std::uint64_t* first;
  std::uint64_t stride;
  std::uint64_t* slots;

  [[nodiscard]] __device__ vertex_id caller_id(vertex_id v) const { return to_caller ? to_caller[v] : v; }

  // Parallel edges are adjacent in both rows: the k-th in one corresponds to the k-th in the other.
  __device__ void find(vertex_id u, edge_offset e) const {
    const vertex_id v = out.ends[e];
    edge_offset k = 0;
    while (e - k > out.offsets[u] && out.ends[e - k - 1] == v) ++k;
    const edge_offset place = place_in_row(in, to_caller, v, caller_id(u)) + k - in.offsets[v];
    slots[e] = first[v] + place * stride;
  }
};

__global__ void __launch_bounds__(cuda::wide_block) slots_kernel(const __grid_constant__ slot_finding f) {
  cuda::grid_for_each_part(f.out.cut, f.out.offsets, [&](vertex_id u, edge_offset first, edge_offset last) {
    for (edge_offset e = first + cuda::lane(); e < last; e += cuda::warp_lanes) f.find(u, e);
  });
}

__global__ void __launch_bounds__(cuda::wide_block)
    out_edges_kernel(const std::uint64_t* slots, edge_offset num_edges, edge_offset* out_edges) {
  for (std::uint64_t e = cuda::grid_thread(); e < num_edges; e += cuda::grid_threads()) out_edges[slots[e]] = e;
}

}  // namespace

key_range exact_sort_on(const std::uint32_t* keys, vertex_id n, vertex_id* order, const cuda::stream& s) {
  cuda::buffer<std::uint32_t> falling(n, s), falling_scratch(n, s), numbers(n, s), number_scratch(n, s);
  falling_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(keys, n, falling.data(), numbers.data());
  cuda::sort_pairs(falling, falling_scratch, numbers, number_scratch, 32, s);
  cuda::check(cudaMemcpyAsync(order, numbers.data(), numbers.bytes(), cudaMemcpyDeviceToDevice, s.get()), "sorting vertices");
  return {~cuda::read_one(falling.data() + (n - 1), s), ~cuda::read_one(falling.data(), s)};
}

device_row_arrays renamed_rows(const edge_vertex_rows& from, vertex_id n, edge_offset num_edges, const vertex_id* to_caller,
                               const vertex_id* to_internal, device where, const cuda::stream& s) {
  device_row_arrays to;
  to.offsets = cuda::device_array<edge_offset>(std::size_t{n} + 1, where, s);
  to.ends = cuda::device_array<vertex_id>(num_edges, where, s);
  if (from.weights) to.weights = cuda::device_array<edge_weight>(num_edges, where, s);
  degrees_kernel<<<cuda::wide_grid(n + std::uint64_t{1}), cuda::wide_block, 0, s.get()>>>(from.offsets, to_caller, n,
                                                                                          to.offsets.data());
  cuda::exclusive_sum(to.offsets.data(), to.offsets.data(), std::uint64_t{n} + 1, s);
  const cut_rows_on cut(n, num_edges, to.offsets.data(), renamed_together, where, s);
  const renaming r{from, to_caller, to_internal, to.offsets.data(), to.ends.data(), to.weights.data(), cut.view()};
  const std::uint64_t warps = std::uint64_t{r.cut.num_parts} + r.cut.num_pieces;
  rename_kernel<<<cuda::wide_grid(warps * cuda::warp_lanes), cuda::wide_block, 0, s.get()>>>(r);
  cuda::check_launch("renaming vertices");
  return to;
}

std::uint64_t rows_with_edges(const edge_offset* offsets, vertex_id n, const cuda::stream& s) {
  const auto sum = cuda::filled<unsigned long long>(1, 0, s);
  rows_with_edges_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(offsets, n, sum.data());
  cuda::check_launch("counting rows");
  return cuda::read_one(sum.data(), s);
}

void slots_of_out_edges(const edge_vertex_device_graph& g, const std::uint64_t* first, std::uint64_t stride, std::uint64_t* slots,
                        const cuda::stream& s) {
  const slot_finding f{g.out, g.in, g.to_caller, first, stride, slots};
  const std::uint64_t warps = std::uint64_t{f.out.cut.num_parts} + f.out.cut.num_pieces;
  slots_kernel<<<cuda::wide_grid(warps * cuda::warp_lanes), cuda::wide_block, 0, s.get()>>>(f);
  cuda::check_launch("placing messages");
}

void out_edges_of_slots(const std::uint64_t* slots, edge_offset num_edges, edge_offset* out_edges, const cuda::stream& s) {
  out_edges_kernel<<<cuda::wide_grid(num_edges), cuda::wide_block, 0, s.get()>>>(slots, num_edges, out_edges);
  cuda::check_launch("finding values of edges");
}

}  // namespace fathom::edge_vertex_engine
