// build() and from_csr(): options, receipts and checks around the rows of rows.cpp.
#include "fathom/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "core/timer.hpp"
#include "fathom/error.hpp"
#include "graph/device_rows.hpp"
#include "graph/rows.hpp"

namespace fathom {
namespace {

void require_vertices_fit(std::uint64_t n) {
  if (n <= max_vertices) return;
  throw error(error_category::input, fmt::format("{} vertices are more than one device's graph may have ({})", n, max_vertices));
}

void require_sizes_agree(const edge_list& edges) {
  if (edges.targets.size() == edges.sources.size() && (edges.weights.empty() || edges.weights.size() == edges.sources.size()))
    return;
  throw error(error_category::usage, fmt::format("an edge list has {} sources, {} targets and {} weights; the numbers must agree",
                                                 edges.sources.size(), edges.targets.size(), edges.weights.size()));
}

// In-edges of a directed graph, unless it turns out that every reverse edge is there: then the graph is undirected and `rows` say
// all.
void finish_properties(graph_arrays& a, in_edges wanted, const run_control& control) {
  const auto n = static_cast<vertex_id>(a.offsets.size() - 1);
  const adjacency_view out{a.offsets.data(), a.targets.data(), a.weights.empty() ? nullptr : a.weights.data()};
  if (wanted == in_edges::none) {
    a.properties = measure(out, n, nullptr, control);
    return;
  }
  const bool on_device = !a.device_out.offsets.empty();
  rows in = on_device ? transpose_on(a.device_out.offsets.where(), n, a.device_out, a.device_in)
                      : transpose(n, a.offsets, a.targets, a.weights, control);
  const adjacency_view in_view{in.offsets.data(), in.targets.data(), in.weights.empty() ? nullptr : in.weights.data()};
  a.properties = measure(out, n, &in_view, control);
  if (!a.properties.directed) {
    a.device_in = {};
    return;
  }
  a.in_offsets = std::move(in.offsets);
  a.in_targets = std::move(in.targets);
  a.in_weights = std::move(in.weights);
}

void finish_receipt(receipt& what, const graph_arrays& a) {
  what.vertices = a.offsets.size() - 1;
  what.edges_stored = a.targets.size();
  what.isolated = a.properties.isolated;
  what.renumbered = !a.original_ids.empty();
  if (what.renumbered) what.largest_original_id = a.original_ids[a.original_ids.size() - 1];
}

// The first row whose offsets or targets cannot be, or n.
std::uint64_t first_bad_row(const graph_arrays& a, int threads) {
  const std::uint64_t n = a.offsets.size() - 1;
  std::uint64_t bad = n;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
  for (std::uint64_t v = 0; v < n; ++v) {
    const edge_offset first = a.offsets[v], last = a.offsets[v + 1];
    bool good = first <= last && last <= a.targets.size();
    for (edge_offset e = first; good && e < last; ++e)
      good = a.targets[e] < n && (a.weights.empty() || std::isfinite(a.weights[e]));
    if (!good) bad = std::min(bad, v);
  }
  return bad;
}

[[noreturn]] void fail_row(const graph_arrays& a, std::uint64_t v) {
  const std::uint64_t n = a.offsets.size() - 1;
  const edge_offset first = a.offsets[v], last = a.offsets[v + 1];
  if (first > last || last > a.targets.size()) {
    throw error(error_category::input,
                fmt::format("row {}: offsets {} and {} do not ascend within the {} targets", v, first, last, a.targets.size()));
  }
  for (edge_offset e = first; e < last; ++e) {
    if (a.targets[e] >= n) {
      throw error(error_category::input, fmt::format("row {}: target {} is outside the graph of {} vertices", v, a.targets[e], n));
    }
    if (!a.weights.empty() && !std::isfinite(a.weights[e])) {
      throw error(error_category::input,
                  fmt::format("row {}: weight {} to {} is not a finite number", v, a.weights[e], a.targets[e]));
    }
  }
  throw error(error_category::input, fmt::format("row {} changed while it was read", v));
}

void require_consistent(const graph_arrays& a, const run_control& control) {
  if (a.offsets.empty()) throw error(error_category::input, "a graph needs at least one offset, 0, even without vertices");
  require_vertices_fit(a.offsets.size() - 1);
  if (a.offsets[0] != 0) throw error(error_category::input, fmt::format("the first offset is {}, not 0", a.offsets[0]));
  if (a.offsets[a.offsets.size() - 1] != a.targets.size()) {
    throw error(error_category::input, fmt::format("the last offset is {} and there are {} targets; they must agree",
                                                   a.offsets[a.offsets.size() - 1], a.targets.size()));
  }
  if (!a.weights.empty() && a.weights.size() != a.targets.size()) {
    throw error(error_category::input, fmt::format("there are {} weights for {} targets", a.weights.size(), a.targets.size()));
  }
  const std::uint64_t bad = first_bad_row(a, thread_count(control));
  if (bad < a.offsets.size() - 1) fail_row(a, bad);
}

edge_list as_edge_list(graph_arrays a, const run_control& control) {
  edge_list edges;
  edges.num_vertices = a.offsets.size() - 1;
  edges.sources = array<vertex_id>(a.targets.size());
#pragma omp parallel for num_threads(thread_count(control)) schedule(dynamic, 1024)
  for (std::uint64_t v = 0; v < edges.num_vertices; ++v) {
    std::fill(edges.sources.begin() + a.offsets[v], edges.sources.begin() + a.offsets[v + 1], static_cast<vertex_id>(v));
  }
  edges.targets = std::move(a.targets);
  edges.weights = std::move(a.weights);
  edges.original_ids = std::move(a.original_ids);
  edges.labels = std::move(a.labels);
  return edges;
}

// `directed` is what the rows mean: with duplicates kept, symmetrizing adds the reverse of every directed edge, of those too whose
// reverse is there, as for an edge list.
bool rows_are_as_wanted(const graph_properties& p, bool directed, const build_options& options) {
  const bool add_all = options.symmetrize && directed && options.duplicates == duplicate_edges::keep;
  return p.sorted && !add_all && (p.duplicates == 0 || options.duplicates == duplicate_edges::keep) &&
         (p.self_loops == 0 || options.loops == self_loops::keep) && !(options.symmetrize && p.directed);
}

// On the device that was asked for, where that can be; the receipt notes why not.
rows build_rows_somewhere(vertex_id n, edge_arrays edges, const build_options& options, bool add_reverse, graph_arrays& a,
                          receipt& what) {
  const row_options wanted{add_reverse, options.loops == self_loops::remove, options.duplicates == duplicate_edges::remove};
  if (options.where.kind == device_kind::cuda && n > 0 && !edges.sources.empty()) {
    static_cast<void>(thread_count(options.control));
    check_stop(options.control);
    const std::string why_not = why_not_built_on(options.where, n, edges.sources.size(), !edges.weights.empty(), wanted);
    if (why_not.empty()) return build_rows_on(options.where, n, std::move(edges), wanted, a.device_out, what.seconds_on_device);
    what.notes.push_back(fmt::format("built on the CPU, not on {}: {}", to_string(options.where), why_not));
  }
  return build_rows(n, std::move(edges), wanted, options.control);
}

}  // namespace

build_result build(edge_list edges, const build_options& options) {
  const timer clock;
  static_cast<void>(choose_device(to_string(options.where)));
  require_vertices_fit(edges.num_vertices);
  require_sizes_agree(edges);
  const bool add_reverse = !edges.directed || options.symmetrize;
  const std::uint64_t entries = edges.size() * (add_reverse ? 2 : 1);
  const bool weighted = !edges.weights.empty() && options.keep_weights;
  require_host_memory(predicted_row_bytes(edges.num_vertices, entries, weighted),
                      fmt::format("building a graph of {} vertices and {} edges", edges.num_vertices, edges.size()));
  report_progress(options.control, "building", 0, edges.size());

  receipt what;
  what.edges_read = edges.size();
  what.notes = std::move(edges.notes);
  graph_arrays a;
  edge_arrays arrays{std::move(edges.sources), std::move(edges.targets),
                     weighted ? std::move(edges.weights) : array<edge_weight>()};
  rows out = build_rows_somewhere(static_cast<vertex_id>(edges.num_vertices), std::move(arrays), options, add_reverse, a, what);
  what.self_loops_removed = out.self_loops_removed;
  what.reverse_edges_added = out.reverse_edges_added;
  what.duplicates_removed = out.duplicates_removed;

  a.offsets = std::move(out.offsets);
  a.targets = std::move(out.targets);
  a.weights = std::move(out.weights);
  a.original_ids = std::move(edges.original_ids);
  a.labels = std::move(edges.labels);
  if (add_reverse) {
    const adjacency_view both{a.offsets.data(), a.targets.data(), a.weights.empty() ? nullptr : a.weights.data()};
    a.properties = measure(both, static_cast<vertex_id>(edges.num_vertices), &both, options.control);
  } else {
    if (!a.weights.empty()) a.device_out = {};  // what is transposed there has no weights
    finish_properties(a, options.in, options.control);
  }
  finish_receipt(what, a);
  what.seconds = clock.seconds();
  report_progress(options.control, "building", what.edges_read, what.edges_read);
  return {graph(std::move(a)), std::move(what)};
}

build_result from_csr(graph_arrays rows, bool directed, const build_options& options) {
  const timer clock;
  require_consistent(rows, options.control);
  if (!options.keep_weights) rows.weights = {};
  const auto n = static_cast<vertex_id>(rows.offsets.size() - 1);
  receipt what;
  what.edges_read = rows.targets.size();
  rows.in_offsets = {}, rows.in_targets = {}, rows.in_weights = {};
  rows.properties = measure({rows.offsets.data(), rows.targets.data(), nullptr}, n, nullptr, options.control);
  if (!directed && rows.properties.directed) {
    throw error(
        error_category::input,
        "the rows are said to be undirected, but an edge is stored in one direction only; read them as directed, or symmetrize");
  }
  if (!rows_are_as_wanted(rows.properties, directed, options)) {
    build_result built = build(as_edge_list(std::move(rows), options.control), options);
    built.what.seconds = clock.seconds();
    return built;
  }
  if (rows.properties.directed || !rows.weights.empty()) finish_properties(rows, options.in, options.control);
  if (!directed && rows.properties.directed) {
    throw error(
        error_category::input,
        "the rows are said to be undirected, but the two directions of an edge have different weights; read them as directed");
  }
  finish_receipt(what, rows);
  what.seconds = clock.seconds();
  return {graph(std::move(rows)), std::move(what)};
}

}  // namespace fathom
