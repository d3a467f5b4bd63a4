// build() and from_csr(): options, checks and receipts around the row building of rows.cpp.
#include "fathom/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "graph/build/merge_parallel.hpp"
#include "graph/build/rows.hpp"
#include "graph/build/transpose.hpp"
#include "graph/build/wide_weights.hpp"

namespace fathom {
namespace {

void require_vertices_fit(std::uint64_t n) {
  if (n <= max_vertices) return;
  throw error(error_category::input, fmt::format("a graph of {} vertices is too large; the maximum is {}", n, max_vertices));
}

void require_sizes_agree(const edge_list& edges) {
  const std::size_t size = edges.sources.size();
  const auto fits = [&](const auto& weights) { return weights.empty() || weights.size() == size; };
  if (!edges.weights.empty() && !edges.wide_weights.empty()) {
    throw error(error_category::usage, "an edge list has both single- and double-precision weights; set only one of them");
  }
  if (edges.targets.size() == size && fits(edges.weights) && fits(edges.wide_weights)) return;
  throw error(error_category::usage,
              fmt::format("an edge list has {} sources, {} targets and {} weights; the numbers must agree", size,
                          edges.targets.size(), std::max(edges.weights.size(), edges.wide_weights.size())));
}

adjacency_view out_view(const graph_arrays& a) {
  return {a.offsets.data(), a.targets.data(), a.weights.empty() ? nullptr : a.weights.data(),
          a.wide_weights.empty() ? nullptr : a.wide_weights.data()};
}

// Sets the properties and, for a directed graph, the in-edges. If every edge's reverse exists, the graph is undirected and needs
// no separate in-edges.
void finish_properties(graph_arrays& a, in_edges wanted, const run_control& control) {
  const auto n = static_cast<vertex_id>(a.offsets.size() - 1);
  const adjacency_view out = out_view(a);
  if (wanted == in_edges::none) {
    a.properties = measure(out, n, nullptr, control);
    return;
  }
  const bool on_device = !a.device_out.offsets.empty();
  const device where = a.device_out.offsets.where();
  rows in = on_device                ? gpu(where).transpose(where, n, a.device_out, a.device_in)
            : a.wide_weights.empty() ? transpose(n, a.offsets, a.targets, a.weights, control)
                                     : transpose_wide(n, a.offsets, a.targets, a.wide_weights, control);
  const adjacency_view in_view{in.offsets.data(), in.targets.data(), in.weights.empty() ? nullptr : in.weights.data(),
                               in.wide_weights.empty() ? nullptr : in.wide_weights.data()};
  a.properties = measure(out, n, &in_view, control);
  if (!a.properties.directed) {
    a.device_in = {};
    return;
  }
  a.in_offsets = std::move(in.offsets);
  a.in_targets = std::move(in.targets);
  a.in_weights = in.wide_weights.empty() ? std::move(in.weights) : rounded_to_single(in.wide_weights, control);
  a.in_wide_weights = std::move(in.wide_weights);
}

void note_sum_without_weights(receipt& what, bool weighted) {
  if (weighted || what.parallel != parallel_edges::sum || what.duplicates_removed == 0) return;
  what.notes.emplace_back(
      "parallel edges have no weights to add up, so one of each was kept (use --parallel-edges keep to keep all)");
}

void finish_receipt(receipt& what, const graph_arrays& a) {
  what.vertices = a.offsets.size() - 1;
  what.edges_stored = a.targets.size();
  what.isolated = a.properties.isolated;
  what.renumbered = !a.original_ids.empty();
  if (what.renumbered) what.largest_original_id = a.original_ids[a.original_ids.size() - 1];
}

// The first row with invalid offsets, targets or weights, or n.
std::uint64_t first_bad_row(const graph_arrays& a, int threads) {
  const std::uint64_t n = a.offsets.size() - 1;
  const adjacency_view out = out_view(a);
  std::uint64_t bad = n;
#pragma omp parallel for num_threads(threads) reduction(min : bad)
  for (std::uint64_t v = 0; v < n; ++v) {
    const edge_offset first = a.offsets[v], last = a.offsets[v + 1];
    bool good = first <= last && last <= a.targets.size();
    for (edge_offset e = first; good && e < last; ++e) good = a.targets[e] < n && std::isfinite(out.weight(e));
    if (!good) bad = std::min(bad, v);
  }
  return bad;
}

[[noreturn]] void fail_row(const graph_arrays& a, std::uint64_t v) {
  const std::uint64_t n = a.offsets.size() - 1;
  const edge_offset first = a.offsets[v], last = a.offsets[v + 1];
  if (first > last || last > a.targets.size()) {
    throw error(error_category::input,
                fmt::format("row {}: offsets {} and {} must be ascending and at most {}, the number of targets", v, first, last,
                            a.targets.size()));
  }
  for (edge_offset e = first; e < last; ++e) {
    if (a.targets[e] >= n) {
      throw error(error_category::input, fmt::format("row {}: target {} is outside the graph of {} vertices", v, a.targets[e], n));
    }
    if (const double w = out_view(a).weight(e); !std::isfinite(w)) {
      throw error(error_category::input, fmt::format("row {}: weight {} to {} is not a finite number", v, w, a.targets[e]));
    }
  }
  throw error(error_category::input, fmt::format("row {} changed while it was read", v));
}

void require_consistent(const graph_arrays& a, const run_control& control) {
  if (a.offsets.empty()) throw error(error_category::input, "the offsets are empty; a graph without vertices needs one offset, 0");
  require_vertices_fit(a.offsets.size() - 1);
  if (a.offsets[0] != 0) throw error(error_category::input, fmt::format("the first offset is {}, not 0", a.offsets[0]));
  if (a.offsets[a.offsets.size() - 1] != a.targets.size()) {
    throw error(error_category::input, fmt::format("the last offset is {} and there are {} targets; they must agree",
                                                   a.offsets[a.offsets.size() - 1], a.targets.size()));
  }
  for (const std::size_t weights : {a.weights.size(), a.wide_weights.size()}) {
    if (weights > 0 && weights != a.targets.size()) {
      throw error(error_category::input, fmt::format("there are {} weights for {} targets", weights, a.targets.size()));
    }
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
  if (a.wide_weights.empty()) edges.weights = std::move(a.weights);
  edges.wide_weights = std::move(a.wide_weights);
  edges.original_ids = std::move(a.original_ids);
  edges.labels = std::move(a.labels);
  return edges;
}

// One entry per undirected edge, from rows that store each edge in both directions, so that both directions are merged equally.
edge_list as_undirected_list(graph_arrays a, const run_control& control) {
  edge_list both = as_edge_list(std::move(a), control);
  edge_list once;
  std::size_t size = 0;
  for (std::size_t e = 0; e < both.size(); ++e) size += both.sources[e] <= both.targets[e];
  once.num_vertices = both.num_vertices, once.directed = false;
  once.sources = array<vertex_id>(size), once.targets = array<vertex_id>(size);
  if (!both.weights.empty()) once.weights = array<edge_weight>(size);
  if (!both.wide_weights.empty()) once.wide_weights = array<double>(size);
  std::size_t at = 0;
  for (std::size_t e = 0; e < both.size(); ++e) {
    if (both.sources[e] > both.targets[e]) continue;
    once.sources[at] = both.sources[e], once.targets[at] = both.targets[e];
    if (!both.weights.empty()) once.weights[at] = both.weights[e];
    if (!both.wide_weights.empty()) once.wide_weights[at] = both.wide_weights[e];
    ++at;
  }
  once.original_ids = std::move(both.original_ids), once.labels = std::move(both.labels);
  return once;
}

// `directed` is how the caller declares the rows. With duplicates kept, symmetrizing adds the reverse of every directed edge, as
// for an edge list, even if that reverse already exists.
bool rows_are_as_wanted(const graph_properties& p, bool directed, const build_options& options) {
  const bool add_all = options.symmetrize && directed && options.parallel == parallel_edges::keep;
  return p.sorted && !add_all && (p.duplicates == 0 || options.parallel == parallel_edges::keep) &&
         (p.self_loops == 0 || options.loops == self_loops::keep) && !(options.symmetrize && p.directed);
}

// Builds on the requested device if possible, else on the CPU with a note of the reason in the receipt.
rows build_rows_somewhere(vertex_id n, edge_arrays edges, const build_options& options, bool add_reverse, graph_arrays& a,
                          receipt& what) {
  const bool merged_later =
      edges.weighted() && (options.parallel == parallel_edges::sum || options.parallel == parallel_edges::first);
  const row_options wanted{add_reverse, options.loops == self_loops::remove,
                           options.parallel != parallel_edges::keep && !merged_later};
  if (options.where.kind == device_kind::cuda && n > 0 && !edges.sources.empty()) {
    static_cast<void>(thread_count(options.control));
    check_stop(options.control);
    const std::string why_not =
        edges.wide_weights.empty()
            ? gpu(options.where).why_not_built(options.where, n, edges.sources.size(), edges.weighted(), wanted)
            : "the weights need double precision";
    if (why_not.empty())
      return gpu(options.where).build_rows(options.where, n, std::move(edges), wanted, a.device_out, what.seconds_on_device);
    what.notes.push_back(fmt::format("built on the CPU, not on {}: {}", to_string(options.where), why_not));
  }
  rows all = build_rows(n, std::move(edges), wanted, options.control);
  return merged_later ? merge_parallel(std::move(all), options.parallel, options.exact_weights, options.control) : std::move(all);
}

constexpr std::array<std::pair<parallel_edges, std::string_view>, 4> policies = {
    {{parallel_edges::min, "min"}, {parallel_edges::sum, "sum"}, {parallel_edges::first, "first"}, {parallel_edges::keep, "keep"}}};

}  // namespace

std::string_view to_string(parallel_edges policy) { return policies[static_cast<std::size_t>(policy)].second; }

parallel_edges parallel_edges_named(std::string_view name) {
  for (const auto& [policy, its_name] : policies) {
    if (its_name == name) return policy;
  }
  throw error(error_category::usage, fmt::format("'{}' is not a policy for parallel edges; use min, sum, first or keep", name));
}

build_result build(edge_list edges, const build_options& options) {
  const timer clock;
  static_cast<void>(choose_device(to_string(options.where)));
  require_vertices_fit(edges.num_vertices);
  require_sizes_agree(edges);
  const bool add_reverse = !edges.directed || options.symmetrize;
  const std::uint64_t entries = edges.size() * (add_reverse ? 2 : 1);
  if (!options.keep_weights) edges.weights = {}, edges.wide_weights = {};
  narrow_where_exact(edges.weights, edges.wide_weights, options.exact_weights, options.control);
  const bool wide = !edges.wide_weights.empty(), weighted = wide || !edges.weights.empty();
  require_host_memory(predicted_row_bytes(edges.num_vertices, entries, weighted, wide),
                      fmt::format("building a graph of {} vertices and {} edges", edges.num_vertices, edges.size()));
  report_progress(options.control, "building", 0, edges.size());

  receipt what;
  what.edges_read = edges.size();
  what.notes = std::move(edges.notes);
  graph_arrays a;
  edge_arrays arrays{std::move(edges.sources), std::move(edges.targets), std::move(edges.weights), std::move(edges.wide_weights)};
  rows out = build_rows_somewhere(static_cast<vertex_id>(edges.num_vertices), std::move(arrays), options, add_reverse, a, what);
  what.self_loops_removed = out.self_loops_removed;
  what.reverse_edges_added = out.reverse_edges_added;
  what.duplicates_removed = out.duplicates_removed;
  what.parallel = options.parallel;
  note_sum_without_weights(what, weighted);

  a.offsets = std::move(out.offsets);
  a.targets = std::move(out.targets);
  a.weights = std::move(out.weights);
  a.wide_weights = std::move(out.wide_weights);
  store_weights(a, what.notes, options.exact_weights, options.control);
  a.original_ids = std::move(edges.original_ids);
  a.labels = std::move(edges.labels);
  if (add_reverse) {
    const adjacency_view both = out_view(a);
    a.properties = measure(both, static_cast<vertex_id>(edges.num_vertices), &both, options.control);
  } else {
    if (!a.weights.empty()) a.device_out = {};  // the device's transpose has no weights
    finish_properties(a, options.in, options.control);
    if (!a.properties.directed && what.edges_read > 0) what.notes.push_back("undirected: every edge has its reverse");
  }
  finish_receipt(what, a);
  what.seconds = clock.seconds();
  report_progress(options.control, "building", what.edges_read, what.edges_read);
  return {graph(std::move(a)), std::move(what)};
}

namespace {

void require_undirected(const graph_properties& measured) {
  if (!measured.directed) return;
  throw error(error_category::input,
              "the rows are declared undirected, but the two directions of an edge have different weights; read them as directed");
}

}  // namespace

build_result from_csr(graph_arrays rows, bool directed, const build_options& options) {
  const timer clock;
  require_consistent(rows, options.control);
  if (!options.keep_weights) rows.weights = {}, rows.wide_weights = {};
  if (!rows.wide_weights.empty()) rows.weights = {};
  narrow_where_exact(rows.weights, rows.wide_weights, options.exact_weights, options.control);
  const auto n = static_cast<vertex_id>(rows.offsets.size() - 1);
  receipt what;
  what.edges_read = rows.targets.size();
  rows.in_offsets = {}, rows.in_targets = {}, rows.in_weights = {}, rows.in_wide_weights = {};
  rows.properties = measure({rows.offsets.data(), rows.targets.data(), nullptr}, n, nullptr, options.control);
  if (!directed && rows.properties.directed) {
    throw error(
        error_category::input,
        "the rows are declared undirected, but an edge is stored in one direction only; read them as directed, or symmetrize");
  }
  if (!rows_are_as_wanted(rows.properties, directed, options)) {
    const bool one_way =
        directed || rows.properties.directed || options.parallel == parallel_edges::min || options.parallel == parallel_edges::keep;
    const std::uint64_t listed = rows.targets.size();
    build_result built = build(
        one_way ? as_edge_list(std::move(rows), options.control) : as_undirected_list(std::move(rows), options.control), options);
    if (!directed) require_undirected(built.g.properties());
    built.what.edges_read = listed;
    built.what.seconds = clock.seconds();
    return built;
  }
  what.parallel = options.parallel;
  store_weights(rows, what.notes, options.exact_weights, options.control);
  if (rows.properties.directed || !rows.weights.empty()) finish_properties(rows, options.in, options.control);
  if (!directed) require_undirected(rows.properties);
  finish_receipt(what, rows);
  what.seconds = clock.seconds();
  return {graph(std::move(rows)), std::move(what)};
}

}  // namespace fathom
