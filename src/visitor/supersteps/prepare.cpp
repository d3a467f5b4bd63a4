// Preparation of a graph for edge_vertex(): adjacency rows in the requested order.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"
#include "fathom/visitor/supersteps.hpp"
#include "gpu/backend.hpp"
#include "graph/build/rows.hpp"
#include "graph/build/transpose.hpp"
#include "graph/layout/approximate_sort.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_thread = 1u << 14;

struct row_arrays {
  array<edge_offset> offsets;
  array<vertex_id> ends;
  array<edge_weight> weights;

  [[nodiscard]] edge_vertex_rows view() const { return {offsets.data(), ends.data(), weights.empty() ? nullptr : weights.data()}; }
  [[nodiscard]] std::uint64_t bytes() const { return offsets.bytes() + ends.bytes() + weights.bytes(); }
};

// Arrays that a prepared graph keeps alive.
struct kept_arrays {
  rows reversed;
  row_arrays out, in;
  array<vertex_id> to_caller;
};

edge_vertex_rows rows_of(const adjacency_view& a) { return {a.offsets, a.targets, a.weights}; }

// In-edges; built if a directed graph has none.
edge_vertex_rows in_rows(const graph& g, kept_arrays& kept, const run_control& control) {
  if (g.has_in_edges()) return rows_of(g.view().in);
  const graph_arrays& a = g.arrays();
  require_host_memory(predicted_row_bytes(g.num_vertices(), g.num_edges(), g.weighted()),
                      fmt::format("the in-edges of a graph of {} vertices and {} directed edges", g.num_vertices(), g.num_edges()));
  kept.reversed = transpose(g.num_vertices(), a.offsets, a.targets, a.weights, control);
  return {kept.reversed.offsets.data(), kept.reversed.targets.data(),
          kept.reversed.weights.empty() ? nullptr : kept.reversed.weights.data()};
}

// The rows in the order of to_caller; edges keep their order within a row.
row_arrays renamed(const edge_vertex_rows& from, edge_offset num_edges, const array<vertex_id>& to_caller,
                   const array<vertex_id>& to_internal, int threads) {
  const std::size_t n = to_caller.size();
  row_arrays to;
  to.offsets = array<edge_offset>(n + 1), to.ends = array<vertex_id>(num_edges);
  if (from.weights) to.weights = array<edge_weight>(num_edges);
  to.offsets[0] = 0;
  for (std::size_t v = 0; v < n; ++v) {
    to.offsets[v + 1] = to.offsets[v] + from.offsets[to_caller[v] + 1] - from.offsets[to_caller[v]];
  }
#pragma omp parallel for num_threads(useful_threads(n + num_edges, vertices_per_thread, threads)) schedule(dynamic, 1024)
  for (std::size_t v = 0; v < n; ++v) {
    const edge_offset begin = from.offsets[to_caller[v]], degree = to.offsets[v + 1] - to.offsets[v];
    for (edge_offset i = 0; i < degree; ++i) to.ends[to.offsets[v] + i] = to_internal[from.ends[begin + i]];
    if (from.weights) std::copy_n(from.weights + begin, degree, to.weights.data() + to.offsets[v]);
  }
  return to;
}

array<std::uint64_t> degrees(const edge_vertex_rows& rows, std::size_t n) {
  array<std::uint64_t> all(n);
  for (std::size_t v = 0; v < n; ++v) all[v] = rows.offsets[v + 1] - rows.offsets[v];
  return all;
}

// Sets the description of the order; returns nothing if the caller's order is kept.
array<vertex_id> chosen_order(const edge_vertex_rows& in, std::size_t n, const edge_vertex_options& options, int threads,
                              std::string& words) {
  const bool sorts = options.order != edge_vertex_order::automatic && options.order != edge_vertex_order::caller;
  const array<std::uint64_t> keys = sorts ? degrees(in, n) : array<std::uint64_t>{};
  const key_range range = range_of(keys.view(), threads);
  words = edge_vertex_engine::order_in_words(options, range.min, range.max);
  if (!sorts || range.min == range.max) return {};
  if (options.order == edge_vertex_order::exact_sort) return exact_sort(keys.view(), threads);
  return approximate_sort(keys.view(), static_cast<std::uint64_t>(options.buckets), threads);
}

std::uint64_t bytes_to_sort(const graph& g) {
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  const std::uint64_t rows = sizeof(edge_offset) * (n + 1) + m * (sizeof(vertex_id) + (g.weighted() ? sizeof(edge_weight) : 0));
  return (g.directed() ? 2 : 1) * rows + n * (3 * sizeof(vertex_id) + sizeof(std::uint64_t));
}

}  // namespace

edge_vertex_graph prepare_edge_vertex(const graph& g, const edge_vertex_options& options) {
  edge_vertex_engine::check_options(options);
  const timer clock;
  const int threads = thread_count(options.control);
  auto kept = std::make_shared<kept_arrays>();
  edge_vertex_graph made;
  made.num_vertices = g.num_vertices(), made.num_edges = g.num_edges();
  made.source = g;
  made.out = rows_of(g.view().out);
  made.in = g.num_vertices() > 0 ? in_rows(g, *kept, options.control) : made.out;
  check_stop(options.control);
  const timer sorting;
  kept->to_caller = chosen_order(made.in, g.num_vertices(), options, threads, made.order);
  made.seconds_sort = sorting.seconds();
  if (!kept->to_caller.empty()) {
    require_host_memory(bytes_to_sort(g),
                        fmt::format("sorting a graph of {} vertices and {} directed edges", g.num_vertices(), g.num_edges()));
    array<vertex_id> to_internal(g.num_vertices());
    for (vertex_id v = 0; v < to_internal.size(); ++v) to_internal[kept->to_caller[v]] = v;
    const bool same_rows = made.in.offsets == made.out.offsets;
    kept->out = renamed(made.out, g.num_edges(), kept->to_caller, to_internal, threads);
    if (!same_rows) kept->in = renamed(made.in, g.num_edges(), kept->to_caller, to_internal, threads);
    kept->reversed = {};
    made.out = kept->out.view(), made.in = same_rows ? made.out : kept->in.view();
    made.to_caller = kept->to_caller.data();
  }
  made.bytes = kept->out.bytes() + kept->in.bytes() + kept->to_caller.bytes() + kept->reversed.offsets.bytes() +
               kept->reversed.targets.bytes() + kept->reversed.weights.bytes();
  made.keeper = std::move(kept);
  made.seconds = clock.seconds();
  return made;
}

edge_vertex_device_graph prepare_edge_vertex_on_device(const graph& g, const edge_vertex_options& options) {
  return gpu(options.where).prepare_edge_vertex(g, options);
}

}  // namespace fathom
