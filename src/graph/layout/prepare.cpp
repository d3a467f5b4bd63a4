// prepare(): builds the layout that traversal engines read.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/shared_progress.hpp"
#include "base/timer.hpp"
#include "fathom/layout.hpp"
#include "gpu/backend.hpp"
#include "graph/build/entry_sort.hpp"
#include "graph/layout/degree_order.hpp"
#include "graph/layout/edge_blocks.hpp"

namespace fathom {
namespace {

constexpr int degree_order_head_width = 1;  // 70 to 94 % of the vertices of a skewed graph find a parent in their first neighbor
constexpr int caller_order_head_width = 4;  // without hubs first, it takes four neighbors to succeed as often; 16 bytes per vertex
constexpr std::uint64_t heads_per_thread = 1u << 12;  // starting a thread takes some microseconds
// Hubs are the heaviest vertices that together hold this fraction of the edges (Enterprise, fig. 6).
constexpr double hub_edge_share = 0.10;
// Adjacency entries relabeled and sorted at once, so that they fit the second-level cache.
constexpr std::uint64_t relabeled_entries = 1u << 15;

vertex_id internal_vertices(const layout_arrays& a) { return static_cast<vertex_id>(a.to_caller.size() - 1); }

array<edge_offset> relabeled_offsets(const adjacency_view& from, const layout_arrays& a) {
  const vertex_id n = internal_vertices(a);
  array<edge_offset> offsets(std::size_t{n} + 1);
  edge_offset sum = 0;
  for (vertex_id v = 0; v < n; ++v) {
    offsets[v] = sum;
    sum += from.degree(a.to_caller[v]);
  }
  offsets[n] = sum;
  return offsets;
}

// Relabels one row that is too long for a block.
void relabel_long_row(const adjacency_view& from, const layout_arrays& a, vertex_id row, std::span<vertex_id> to) {
  const vertex_id old = a.to_caller[row];
  std::transform(from.begin(old), from.end(old), to.begin(), [&](vertex_id v) { return a.to_internal[v]; });
  std::sort(to.begin(), to.end());
}

// Relabels rows [first, last), which together have at most relabeled_entries neighbors.
void relabel_block(const adjacency_view& from, const layout_arrays& a, vertex_id first, vertex_id last, vertex_id* to,
                   std::span<plain_entry> entries, std::span<plain_entry> scratch) {
  std::size_t count = 0;
  for (vertex_id row = first; row < last; ++row) {
    const vertex_id old = a.to_caller[row];
    for (const vertex_id* v = from.begin(old); v != from.end(old); ++v) entries[count++] = {a.to_internal[*v], row - first};
  }
  entries = sort_entries(entries.first(count), scratch.first(count), entry_coding<plain_entry>(last - first, internal_vertices(a)));
  for (std::size_t i = 0; i < count; ++i) to[i] = entries[i].target;
}

// The first row of each block, and n.
std::vector<vertex_id> block_rows(const array<edge_offset>& offsets) {
  const auto n = static_cast<vertex_id>(offsets.size() - 1);
  std::vector<vertex_id> rows{0};
  while (rows.back() < n) {
    const edge_offset limit = offsets[rows.back()] + relabeled_entries;
    const auto end = std::upper_bound(offsets.begin() + rows.back() + 1, offsets.end(), limit) - offsets.begin() - 1;
    rows.push_back(std::max(rows.back() + 1, static_cast<vertex_id>(end)));
  }
  return rows;
}

array<vertex_id> relabeled_targets(const adjacency_view& from, const layout_arrays& a, const array<edge_offset>& offsets,
                                   const run_control& control, shared_progress& done) {
  array<vertex_id> targets(offsets[offsets.size() - 1]);
  const std::vector<vertex_id> rows = block_rows(offsets);
  const int threads = useful_threads(targets.size(), relabeled_entries, thread_count(control));
  std::vector<array<plain_entry>> buffers;
  for (int t = 0; t < threads; ++t) buffers.emplace_back(2 * relabeled_entries);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::size_t b = 0; b < rows.size() - 1; ++b) {
    if (done.stop_requested()) continue;
    const edge_offset first = offsets[rows[b]], size = offsets[rows[b + 1]] - first;
    if (size > relabeled_entries) {
      relabel_long_row(from, a, rows[b], {targets.data() + first, size});
    } else {
      const std::span<plain_entry> buffer = buffers[omp_get_thread_num()].view();
      relabel_block(from, a, rows[b], rows[b + 1], targets.data() + first, buffer.first(relabeled_entries),
                    buffer.last(relabeled_entries));
    }
    done.add(size);
  }
  done.finish();
  return targets;
}

array<vertex_id> first_neighbors(const edge_offset* offsets, const vertex_id* targets, vertex_id n, int width, int threads) {
  array<vertex_id> heads(std::size_t{n} * width);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (vertex_id v = 0; v < n; ++v) {
    const edge_offset first = offsets[v], degree = offsets[v + 1] - first;
    for (int h = 0; h < width; ++h) {
      heads[std::size_t{v} * width + h] = degree == 0 ? v : targets[first + std::min<edge_offset>(h, degree - 1)];
    }
  }
  return heads;
}

// Finds the hubs from the exact degree sequence: the first vertices that together have `wanted` edges.
void find_hubs(layout& l, double wanted) {
  while (l.num_hubs < l.num_vertices && static_cast<double>(l.out.offsets[l.num_hubs]) < wanted) ++l.num_hubs;
  if (l.num_hubs > 0) l.hub_degree = l.out.offsets[l.num_hubs] - l.out.offsets[l.num_hubs - 1];
}

// Estimates the hubs from the histogram, because the caller's order has no degree sequence.
void estimate_hubs(const graph_properties& p, layout& l) {
  double edges = 0;
  for (int bin = graph_properties::histogram_bins - 1; bin > 0; --bin) {
    const edge_offset smallest = edge_offset{1} << (bin - 1);
    edges += 1.5 * static_cast<double>(smallest) * static_cast<double>(p.out_degree_histogram[bin]);
    l.num_hubs += static_cast<vertex_id>(p.out_degree_histogram[bin]);
    l.hub_degree = smallest;
    if (edges >= hub_edge_share * static_cast<double>(l.num_edges)) return;
  }
}

double hub_edges(const graph& g) { return hub_edge_share * static_cast<double>(g.num_edges()); }

layout in_caller_order(const graph& g, const run_control& control) {
  const graph_view& view = g.view();
  auto arrays = std::make_shared<layout_arrays>();
  layout l;
  l.num_vertices = view.num_vertices;
  l.head_width = caller_order_head_width;
  l.source = g;
  const bool has_in = view.in.offsets != nullptr;
  if (view.num_vertices > 0 && has_in) {
    const int threads = useful_threads(view.num_vertices, heads_per_thread, thread_count(control));
    arrays->heads = first_neighbors(view.in.offsets, view.in.targets, view.num_vertices, l.head_width, threads);
  }
  l.out = {view.out.offsets, view.out.targets};
  if (has_in) l.in = {view.in.offsets, view.in.targets};
  l.heads = arrays->heads.data();
  l.arrays = std::move(arrays);
  return l;
}

layout in_degree_order(const graph& g, const run_control& control) {
  const graph_view& view = g.view();
  auto arrays = std::make_shared<layout_arrays>();
  layout_arrays& a = *arrays;
  vertex_renaming order = order_by_degree(g);
  a.to_caller = std::move(order.to_caller);
  a.to_internal = std::move(order.to_internal);
  layout l;
  l.num_vertices = internal_vertices(a);
  l.head_width = degree_order_head_width;
  l.to_caller = a.to_caller.data();
  l.to_internal = a.to_internal.data();
  const bool both = view.directed && view.in.offsets;
  shared_progress done(control, "preparing", (both ? 2 : 1) * view.num_edges, view.num_edges);
  a.offsets = relabeled_offsets(view.out, a);
  a.targets = relabeled_targets(view.out, a, a.offsets, control, done);
  l.out = {a.offsets.data(), a.targets.data()};
  if (!view.directed) {
    l.in = l.out;
  } else if (both) {
    a.in_offsets = relabeled_offsets(view.in, a);
    a.in_targets = relabeled_targets(view.in, a, a.in_offsets, control, done);
    l.in = {a.in_offsets.data(), a.in_targets.data()};
  }
  if (l.in.offsets) {
    const int threads = useful_threads(l.num_vertices, heads_per_thread, thread_count(control));
    a.heads = first_neighbors(l.in.offsets, l.in.targets, l.num_vertices, l.head_width, threads);
    l.heads = a.heads.data();
  }
  l.arrays = std::move(arrays);
  return l;
}

std::uint64_t predicted_bytes(const graph& g, vertex_order order) {
  const std::uint64_t n = g.num_vertices(), both = g.directed() && g.has_in_edges() ? 2 : 1;
  if (order == vertex_order::caller) return n * caller_order_head_width * sizeof(vertex_id);
  return n * (2 + degree_order_head_width) * sizeof(vertex_id) +
         both * ((n + 1) * sizeof(edge_offset) + g.num_edges() * sizeof(vertex_id));
}

std::uint64_t bytes_of(const layout_arrays& a) {
  return a.offsets.bytes() + a.in_offsets.bytes() + a.targets.bytes() + a.in_targets.bytes() + a.heads.bytes() +
         a.to_caller.bytes() + a.to_internal.bytes();
}

layout on_host(const graph& g, vertex_order order, const run_control& control) {
  require_host_memory(predicted_bytes(g, order),
                      fmt::format("preparing a graph of {} vertices and {} edges", g.num_vertices(), g.num_edges()));
  if (order != vertex_order::degree) return in_caller_order(g, control);
  layout l = in_degree_order(g, control);
  find_hubs(l, hub_edges(g));
  return l;
}

// Prepares on the requested device if possible, else on the CPU; the reason then says why.
layout prepare_somewhere(const graph& g, order_choice& choice, const prepare_options& options) {
  if (options.where.kind == device_kind::cpu) return on_host(g, choice.order, options.control);
  const std::string why_not = gpu(options.where).why_not_prepared(options.where, g, choice.order);
  if (!why_not.empty()) {
    choice.reason += fmt::format("; prepared on the CPU, not on {}: {}", to_string(options.where), why_not);
    return on_host(g, choice.order, options.control);
  }
  layout l;
  l.searches = options.searches;
  l.head_width = choice.order == vertex_order::degree ? degree_order_head_width : caller_order_head_width;
  gpu(options.where).prepare(options.where, g, choice.order, l, hub_edges(g));
  return l;
}

}  // namespace

layout prepare(const graph& g, const prepare_options& options) {
  const timer clock;
  static_cast<void>(choose_device(to_string(options.where)));
  order_choice choice{options.order,
                      options.order == vertex_order::degree ? "degree order: requested" : "caller's order: requested"};
  if (options.order == vertex_order::automatic) {
    const bool few_on_device = options.searches == search_kind::few && options.where.kind != device_kind::cpu;
    choice = choose_order(g.properties(), g.num_vertices(), g.num_edges(), few_on_device ? search_kind::single : options.searches);
  }
  report_progress(options.control, "preparing", 0, g.num_edges());
  layout l = prepare_somewhere(g, choice, options);
  l.caller_vertices = g.num_vertices();
  l.num_edges = g.num_edges();
  l.directed = g.directed();
  l.order = choice.order;
  l.searches = options.searches;
  l.reason = std::move(choice.reason);
  if (l.order == vertex_order::caller) estimate_hubs(g.properties(), l);
  l.bytes = bytes_of(*l.arrays) + (l.blocks ? l.blocks->bytes() : 0);
  l.seconds = clock.seconds();
  report_progress(options.control, "preparing", g.num_edges(), g.num_edges());
  return l;
}

}  // namespace fathom
