#include "fathom/weighted_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/layout/contraction.hpp"
#include "graph/layout/degree_order.hpp"
#include "graph/layout/weight_summary.hpp"

namespace fathom {
namespace {

constexpr edge_offset copied_per_thread = 1u << 14;
constexpr int copied_rows_per_chunk = 256;
constexpr std::size_t short_row = 64;     // up to this length insertion sort, above it radix sort by bytes
constexpr double largest_whole = 0x1p31;  // leaves larger values for the sentinel entry that ends a row
constexpr std::uint32_t above_all_whole = std::numeric_limits<std::uint32_t>::max();

// Lists the distinct weights in ascending order; edges store an index into the list.
void list_weights(const graph& g, weighted_layout_arrays& arrays, weighted_layout& l) {
  const edge_offset m = g.num_edges();
  array<double> all(m + 1);
  for (edge_offset e = 0; e < m; ++e) all[e] = g.view().out.wide_weights[e] + 0.0;  // turns -0 into 0
  all[m] = std::numeric_limits<double>::infinity();
  std::sort(all.begin(), all.end());
  const auto distinct = static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  if (distinct > std::numeric_limits<std::uint32_t>::max()) {
    throw error(error_category::input,
                fmt::format("there are {} distinct weights in double precision; searches support at most 2^32 - 2", distinct - 1));
  }
  arrays.weight_values = array<double>(distinct);
  std::copy_n(all.begin(), distinct, arrays.weight_values.begin());
  l.weight_values = arrays.weight_values.data();
}

// Determines the kind and statistics of the weights.
void classify_weights(const graph& g, int threads, weighted_layout_arrays& arrays, weighted_layout& l) {
  if (!g.weighted()) {
    if (g.num_edges() > 0) l.smallest_weight = l.largest_weight = l.mean_weight = 1;
    return;
  }
  const weight_summary s = summarize_weights(g, threads);
  const double longest_path = s.largest * std::max(1.0, g.num_vertices() - 1.0);
  l.weights = s.whole && (s.largest < largest_whole || g.has_wide_weights()) && longest_path <= exact_doubles ? weight_kind::whole
                                                                                                              : weight_kind::real;
  if (g.has_wide_weights() && !(l.weights == weight_kind::whole && s.largest < largest_whole)) list_weights(g, arrays, l);
  if (g.num_edges() == 0) return;
  l.smallest_weight = s.smallest, l.largest_weight = s.largest, l.mean_weight = s.sum / static_cast<double>(g.num_edges());
}

// Nonnegative finite floats compare in the same order as their bits; adding 0 turns -0 into 0.
std::uint32_t encode(const adjacency_view& from, edge_offset e, const weighted_layout& l, std::span<const double> values) {
  if (!values.empty()) {
    const auto at = std::lower_bound(values.begin(), values.end(), from.wide_weights[e] + 0.0);
    return static_cast<std::uint32_t>(at - values.begin());
  }
  return l.weights == weight_kind::real ? std::bit_cast<std::uint32_t>(from.weights[e] + 0.0f)
                                        : static_cast<std::uint32_t>(from.weight(e));
}

std::uint32_t row_end_weight(const weighted_layout& l, std::span<const double> values) {
  if (!values.empty()) return static_cast<std::uint32_t>(values.size() - 1);
  return l.weights == weight_kind::real ? std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity()) : above_all_whole;
}

// Stable radix sort from the lowest byte to the highest; bytes that are equal in all weights are skipped.
void sort_by_bytes(weighted_edge* row, std::size_t size, weighted_edge* scratch) {
  std::uint32_t differing = 0;
  for (std::size_t i = 0; i < size; ++i) differing |= row[i].weight ^ row[0].weight;
  weighted_edge *from = row, *to = scratch;
  for (int shift = 0; shift < 32; shift += 8) {
    if ((differing >> shift & 0xFF) == 0) continue;
    std::size_t places[257] = {};
    for (std::size_t i = 0; i < size; ++i) ++places[(from[i].weight >> shift & 0xFF) + 1];
    for (int b = 0; b < 256; ++b) places[b + 1] += places[b];
    for (std::size_t i = 0; i < size; ++i) to[places[from[i].weight >> shift & 0xFF]++] = from[i];
    std::swap(from, to);
  }
  if (from != row) std::copy(from, from + size, row);
}

// Stable sort by weight: parallel edges and edges of equal weight keep the order of the caller's row.
void sort_row(weighted_edge* row, std::size_t size, weighted_edge* scratch) {
  const auto lighter = [](const weighted_edge& a, const weighted_edge& b) { return a.weight < b.weight; };
  if (std::is_sorted(row, row + size, lighter)) return;
  if (size > short_row) return sort_by_bytes(row, size, scratch);
  for (std::size_t i = 1; i < size; ++i) {
    const weighted_edge e = row[i];
    std::size_t at = i;
    for (; at > 0 && lighter(e, row[at - 1]); --at) row[at] = row[at - 1];
    row[at] = e;
  }
}

struct rows_arrays {
  array<edge_offset> offsets;
  array<weighted_edge> edges;
};

rows_arrays sorted_rows(const adjacency_view& from, const weighted_layout& l, std::span<const double> values, int threads,
                        const run_control& control) {
  const vertex_id n = l.num_vertices;
  const auto caller_id = [&](vertex_id v) { return l.to_caller ? l.to_caller[v] : v; };
  rows_arrays rows{array<edge_offset>(std::size_t{n} + 1), {}};
  rows.offsets[0] = 0;
  edge_offset longest = 0;
  for (vertex_id v = 0; v < n; ++v) {
    longest = std::max(longest, from.degree(caller_id(v)));
    rows.offsets[v + 1] = rows.offsets[v] + from.degree(caller_id(v)) + 1;
  }
  rows.edges = array<weighted_edge>(rows.offsets[n]);
  std::vector<array<weighted_edge>> scratch;  // allocated here: nothing may throw inside the parallel region
  for (int t = 0; t < threads; ++t) scratch.emplace_back(longest > short_row ? longest : 0);
#pragma omp parallel for num_threads(threads) schedule(dynamic, copied_rows_per_chunk)
  for (vertex_id v = 0; v < n; ++v) {
    if (control.stop.stop_requested()) continue;
    const vertex_id old = caller_id(v);
    weighted_edge* const row = rows.edges.data() + rows.offsets[v];
    weighted_edge* next = row;
    for (edge_offset e = from.offsets[old]; e < from.offsets[old + 1]; ++e) {
      const vertex_id target = from.targets[e];
      *next++ = {l.to_internal ? l.to_internal[target] : target, from.weights ? encode(from, e, l, values) : 1};
    }
    sort_row(row, static_cast<std::size_t>(next - row), scratch[static_cast<std::size_t>(omp_get_thread_num())].data());
    *next = {no_vertex, row_end_weight(l, values)};
  }
  check_stop(control);
  return rows;
}

std::uint64_t predicted_weighted_bytes(const graph& g, vertex_order order) {
  const std::uint64_t n = g.num_vertices(), both = g.directed() && g.has_in_edges() ? 2 : 1;
  return (order == vertex_order::degree ? 2 * n * sizeof(vertex_id) : 0) +
         both * ((n + 1) * sizeof(edge_offset) + (g.num_edges() + n) * sizeof(weighted_edge)) +
         (g.has_wide_weights() ? 2 * g.num_edges() * sizeof(double) : 0);
}

order_choice chosen_order(const graph& g, const prepare_weighted_options& options) {
  const vertex_order wanted = options.order;
  if (wanted == vertex_order::automatic && options.where.kind != device_kind::cpu) {
    return {vertex_order::caller, "caller's order: degree order would assign all long rows to the same warps"};
  }
  if (wanted == vertex_order::automatic) return choose_order(g.properties(), g.num_vertices(), g.num_edges(), options.searches);
  return {wanted, wanted == vertex_order::degree ? "degree order: requested" : "caller's order: requested"};
}

template <class T>
array<T> copy_on(device where, const array<T>& a) {
  return to_device(std::span<const T>(a.view()), where);
}

void copy_to(device where, weighted_layout_arrays& arrays, weighted_layout& l) {
  const std::uint64_t bytes = arrays.offsets.bytes() + arrays.edges.bytes() + arrays.to_caller.bytes() +
                              arrays.to_internal.bytes() + arrays.weight_values.bytes();
  gpu(where).require_memory(
      where, bytes, fmt::format("a weighted layout of a graph of {} vertices and {} edges", l.caller_vertices, l.num_edges));
  arrays.device_offsets = copy_on(where, arrays.offsets);
  arrays.device_edges = copy_on(where, arrays.edges);
  arrays.device_to_caller = copy_on(where, arrays.to_caller);
  arrays.device_to_internal = copy_on(where, arrays.to_internal);
  arrays.device_weight_values = copy_on(where, arrays.weight_values);
  l.where = where;
  l.bytes += bytes;
}

}  // namespace

std::string_view to_string(weight_kind kind) {
  switch (kind) {
    case weight_kind::whole:
      return "whole";
    case weight_kind::real:
      return "real";
    case weight_kind::unit:
      break;
  }
  return "unit";
}

weighted_layout prepare_weighted(const graph& g, const prepare_weighted_options& options) {
  const timer clock;
  static_cast<void>(choose_device(to_string(options.where)));
  report_progress(options.control, "preparing", 0, g.num_edges());
  const int threads = useful_threads(g.num_edges(), copied_per_thread, thread_count(options.control));
  weighted_layout l;
  auto arrays = std::make_shared<weighted_layout_arrays>();
  order_choice choice = chosen_order(g, options);
  require_host_memory(predicted_weighted_bytes(g, choice.order),
                      fmt::format("preparing a graph of {} vertices and {} edges with weights", g.num_vertices(), g.num_edges()));
  classify_weights(g, threads, *arrays, l);
  l.num_vertices = l.caller_vertices = g.num_vertices();
  l.num_edges = g.num_edges();
  l.directed = g.directed();
  l.order = choice.order;
  l.reason = std::move(choice.reason);
  if (l.order == vertex_order::degree) {
    vertex_renaming order = order_by_degree(g);
    l.num_vertices = order.size();
    arrays->to_caller = std::move(order.to_caller), arrays->to_internal = std::move(order.to_internal);
    l.to_caller = arrays->to_caller.data(), l.to_internal = arrays->to_internal.data();
  }
  rows_arrays out = sorted_rows(g.view().out, l, arrays->weight_values.view(), threads, options.control);
  arrays->offsets = std::move(out.offsets), arrays->edges = std::move(out.edges);
  l.out = l.in = {arrays->offsets.data(), arrays->edges.data()};
  if (g.directed()) {
    l.in = {};
    if (g.has_in_edges()) {
      rows_arrays in = sorted_rows(g.view().in, l, arrays->weight_values.view(), threads, options.control);
      arrays->in_offsets = std::move(in.offsets), arrays->in_edges = std::move(in.edges);
      l.in = {arrays->in_offsets.data(), arrays->in_edges.data()};
    }
  }
  l.bytes = arrays->offsets.bytes() + arrays->edges.bytes() + arrays->in_offsets.bytes() + arrays->in_edges.bytes() +
            arrays->to_caller.bytes() + arrays->to_internal.bytes() + arrays->weight_values.bytes();
  if (options.where.kind == device_kind::cuda && l.num_vertices > 0) copy_to(options.where, *arrays, l);
  l.arrays = std::move(arrays);
  if (options.contract && options.searches != search_kind::few && options.where.kind == device_kind::cpu) {
    l.contracted = contract(l, threads, options.control);
    if (l.contracted) l.contracted_vertices = l.contracted->num_removed(), l.bytes += l.contracted->bytes();
  }
  l.seconds = clock.seconds();
  report_progress(options.control, "preparing", g.num_edges(), g.num_edges());
  return l;
}

}  // namespace fathom
