// prepare() on a CUDA device.
#include "gpu/algorithms.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "graph/build/rows.hpp"
#include "graph/layout/cuda/edge_blocks.hpp"
#include "graph/layout/cuda/invert_order.hpp"
#include "graph/layout/cuda/near_rows.hpp"
#include "graph/layout/cuda/transpose.hpp"

namespace fathom {
namespace {

using cuda::buffer;

struct vertex_degrees {
  const edge_offset* out;
  const edge_offset* in;  // null if in-degrees are not needed to find isolated vertices
  bool keep_all;

  [[nodiscard]] __device__ std::uint64_t out_degree(std::uint64_t v) const { return out[v + 1] - out[v]; }
  [[nodiscard]] __device__ bool isolated(std::uint64_t v) const {
    return !keep_all && out[v] == out[v + 1] && (!in || in[v] == in[v + 1]);
  }
};

constexpr vertex_id isolated_key = 0xFFFFFFFFu;

/// Keys that ascend as degrees descend; isolated vertices come last.
__global__ void degree_keys_kernel(vertex_degrees degrees, vertex_id n, std::uint64_t largest, vertex_id* keys,
                                   vertex_id* vertices) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    keys[v] = degrees.isolated(v) ? isolated_key : static_cast<vertex_id>(largest - degrees.out_degree(v));
    vertices[v] = static_cast<vertex_id>(v);
  }
}

__global__ void first_isolated_kernel(const vertex_id* sorted_keys, vertex_id n, vertex_id* kept) {
  *kept = static_cast<vertex_id>(cuda::lower_bound(sorted_keys, n, isolated_key));
}

__global__ void renamed_degrees_kernel(const edge_offset* offsets, const vertex_id* names, vertex_id n, edge_offset* degrees) {
  for (std::uint64_t v = cuda::grid_thread(); v <= n; v += cuda::grid_threads()) {
    degrees[v] = v < n ? offsets[names[v] + 1] - offsets[names[v]] : 0;
  }
}

__global__ void heads_kernel(const edge_offset* offsets, const vertex_id* targets, vertex_id n, int width, vertex_id* heads) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const edge_offset first = offsets[v], degree = offsets[v + 1] - first;
    for (edge_offset h = 0; h < width; ++h) {
      heads[v * width + h] = degree == 0 ? static_cast<vertex_id>(v) : targets[first + (h < degree ? h : degree - 1)];
    }
  }
}

/// The graph's adjacency rows in device memory: the ones that were built there, else copies.
struct graph_rows {
  graph_rows(const graph& g, device where, const cuda::stream& s) {
    const graph_view& view = g.view();
    take(g.arrays().device_out, view.out, view, where, s, out_copy, out_offsets, out_targets);
    if (!view.in.offsets) return;
    if (view.directed) {
      take(g.arrays().device_in, view.in, view, where, s, in_copy, in_offsets, in_targets);
    } else {
      in_offsets = out_offsets, in_targets = out_targets;
    }
  }

  static void take(const rows_on_device& there, const adjacency_view& rows, const graph_view& view, device where,
                   const cuda::stream& s, rows_on_device& copy, const edge_offset*& offsets, const vertex_id*& targets) {
    const bool is_there = !there.offsets.empty() && there.offsets.where() == where;
    if (!is_there) {
      copy.offsets = cuda::upload_array(rows.offsets, std::size_t{view.num_vertices} + 1, where, s);
      copy.targets = cuda::upload_array(rows.targets, view.num_edges, where, s);
    }
    offsets = (is_there ? there : copy).offsets.data();
    targets = (is_there ? there : copy).targets.data();
  }

  rows_on_device out_copy, in_copy;
  const edge_offset *out_offsets = nullptr, *in_offsets = nullptr;
  const vertex_id *out_targets = nullptr, *in_targets = nullptr;
};

array<vertex_id> first_neighbors(const layout_adjacency& rows, vertex_id n, int width, device where, const cuda::stream& s) {
  array<vertex_id> heads = cuda::device_array<vertex_id>(std::size_t{n} * width, where, s);
  if (n == 0) return heads;
  heads_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(rows.offsets, rows.targets, n, width, heads.data());
  cuda::check_launch("packing first neighbors");
  return heads;
}

void prepare_in_caller_order(const graph& g, graph_rows& rows, device where, layout& l, layout_arrays& a, const cuda::stream& s) {
  l.num_vertices = g.num_vertices();
  l.out = {rows.out_offsets, rows.out_targets};
  l.in = {rows.in_offsets, rows.in_targets};
  l.source = g;
  a.offsets = std::move(rows.out_copy.offsets), a.targets = std::move(rows.out_copy.targets);
  a.in_offsets = std::move(rows.in_copy.offsets), a.in_targets = std::move(rows.in_copy.targets);
  if (l.in.offsets) a.heads = first_neighbors(l.in, l.num_vertices, l.head_width, where, s);
}

/// Orders vertices by descending out-degree, then ascending id, and drops isolated ones. Returns the inverse permutation on the
/// device.
buffer<vertex_id> order_by_degree_on(const graph& g, const graph_rows& rows, device where, layout_arrays& a,
                                     const cuda::stream& s) {
  const vertex_id n = g.num_vertices();
  // Without in-edges, a vertex of out-degree 0 may still be reached: then no vertex is dropped.
  const vertex_degrees degrees{rows.out_offsets, g.directed() ? rows.in_offsets : nullptr, g.directed() && !rows.in_offsets};
  buffer<vertex_id> keys(n, s), key_scratch(n, s), vertices(n, s), vertex_scratch(n, s), kept(1, s);
  degree_keys_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(degrees, n, g.properties().max_out_degree, keys.data(),
                                                                           vertices.data());
  cuda::check_launch("ordering by degree");
  cuda::sort_pairs(keys, key_scratch, vertices, vertex_scratch, 32, s);
  first_isolated_kernel<<<1, 1, 0, s.get()>>>(keys.data(), n, kept.data());
  cuda::check_launch("ordering by degree");
  const vertex_id count = cuda::read_one(kept.data(), s);
  a.to_caller = cuda::device_array<vertex_id>(std::size_t{count} + 1, where, s);
  cuda::check(cudaMemsetAsync(a.to_caller.data() + count, 0xFF, sizeof(vertex_id), s.get()), "ordering by degree");
  if (count > 0) {
    cuda::check(cudaMemcpyAsync(a.to_caller.data(), vertices.data(), count * sizeof(vertex_id), cudaMemcpyDeviceToDevice, s.get()),
                "ordering by degree");
  }
  return inverse_order(a.to_caller.data(), count, n, s);
}

/// The transpose of the rows in the layout's ids.
rows_on_device renamed_transpose(const edge_offset* offsets, const vertex_id* targets, edge_offset m, const layout_arrays& a,
                                 const vertex_id* to_internal, device where, const cuda::stream& s) {
  const auto n = static_cast<vertex_id>(a.to_caller.size() - 1);
  buffer<edge_offset> starts(std::size_t{n} + 1, s);
  renamed_degrees_kernel<<<cuda::wide_grid(std::uint64_t{n} + 1), cuda::wide_block, 0, s.get()>>>(offsets, a.to_caller.data(), n,
                                                                                                  starts.data());
  cuda::check_launch("computing degrees");
  cuda::exclusive_sum(starts.data(), starts.data(), starts.size(), s);
  return transposed({n, m, starts.data(), offsets, targets, a.to_caller.data(), to_internal}, where, s);
}

rows_on_device plain_transpose(const rows_on_device& rows, device where, const cuda::stream& s) {
  const auto n = static_cast<vertex_id>(rows.offsets.size() - 1);
  const edge_offset* const offsets = rows.offsets.data();
  return transposed({n, rows.targets.size(), offsets, offsets, rows.targets.data(), nullptr, nullptr}, where, s);
}

void prepare_in_degree_order(const graph& g, const graph_rows& rows, device where, layout& l, layout_arrays& a,
                             const cuda::stream& s) {
  const buffer<vertex_id> to_internal = order_by_degree_on(g, rows, where, a, s);
  l.num_vertices = static_cast<vertex_id>(a.to_caller.size() - 1);
  rows_on_device in = renamed_transpose(rows.out_offsets, rows.out_targets, g.num_edges(), a, to_internal.data(), where, s);
  // With parallel edges, the two directions of an edge may have different multiplicities.
  const bool own_transpose = !g.directed() && g.properties().duplicates == 0;
  if (own_transpose) {
    a.offsets = std::move(in.offsets), a.targets = std::move(in.targets);
  } else {
    rows_on_device out = plain_transpose(in, where, s);
    a.offsets = std::move(out.offsets), a.targets = std::move(out.targets);
    if (g.directed() && g.has_in_edges()) a.in_offsets = std::move(in.offsets), a.in_targets = std::move(in.targets);
  }
  l.out = {a.offsets.data(), a.targets.data()};
  if (!g.directed()) l.in = l.out;
  if (!a.in_offsets.empty()) l.in = {a.in_offsets.data(), a.in_targets.data()};
  if (l.in.offsets) a.heads = first_neighbors(l.in, l.num_vertices, l.head_width, where, s);
  a.to_internal = array<vertex_id>(to_internal.size());
  cuda::copy_to_host(a.to_internal.data(), to_internal.data(), to_internal.bytes(), s);
  l.to_caller = a.to_caller.data();
  l.to_internal = a.to_internal.data();
}

/// Finds the hubs by binary search, with few reads of device memory.
void find_hubs(layout& l, double wanted, const cuda::stream& s) {
  vertex_id first = 0, size = l.num_vertices;
  while (size > 0) {
    const vertex_id half = size / 2;
    const bool below = static_cast<double>(cuda::read_one(l.out.offsets + first + half, s)) < wanted;
    first = below ? first + half + 1 : first;
    size = below ? size - half - 1 : half;
  }
  l.num_hubs = first;
  if (first > 0) l.hub_degree = cuda::read_one(l.out.offsets + first, s) - cuda::read_one(l.out.offsets + first - 1, s);
}

}  // namespace

std::string why_not_prepared_cuda(device where, const graph& g, vertex_order order) {
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  const bool degree = order == vertex_order::degree, both = g.directed() && g.has_in_edges();
  if (n == 0) return "the graph has no vertices";
  if (degree && m > cuda::most_sorted()) {
    return "this CUDA toolkit's CUB sorts at most " + std::to_string(cuda::most_sorted()) + " entries";
  }
  if (degree && g.properties().max_out_degree >= isolated_key) return "a vertex has too many neighbors";
  const std::uint64_t rows = (n + 1) * sizeof(edge_offset) + m * sizeof(vertex_id);
  const bool there = !g.arrays().device_out.offsets.empty() && g.arrays().device_out.offsets.where() == where;
  std::uint64_t bytes = (there ? 0 : rows * (both ? 2 : 1)) + n * 8 * sizeof(vertex_id);
  if (degree) bytes += transposing_bytes(n, m) + (both || g.properties().duplicates > 0 ? rows : 0);
  const cuda::current_device here(where.index);
  const std::string why = cuda::why_no_device_memory(bytes);
  return why.empty() ? why : "it " + why;
}

void prepare_cuda(device where, const graph& g, vertex_order order, layout& l, double hub_edges) {
  const cuda::current_device here(where.index);
  const cuda::stream s;
  auto arrays = std::make_shared<layout_arrays>();
  graph_rows rows(g, where, s);
  cuda::stopwatch watch;
  watch.start(s);
  if (order == vertex_order::degree) {
    prepare_in_degree_order(g, rows, where, l, *arrays, s);
    find_hubs(l, hub_edges, s);
  } else {
    prepare_in_caller_order(g, rows, where, l, *arrays, s);
  }
  l.heads = arrays->heads.data();
  l.where = where;
  if (l.searches == search_kind::pagerank && blocks_pay(l.num_vertices, g.num_edges()) &&
      !rows_stay_near(l.num_vertices, l.out, s)) {
    l.blocks = group_edges(l.num_vertices, g.num_edges(), l.out, where, s);
  }
  watch.stop(s);
  s.wait("preparing");
  l.seconds_on_device = watch.seconds();
  l.arrays = std::move(arrays);
}

}  // namespace fathom
