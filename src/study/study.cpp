// Study of a graph.

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.hpp"
#include "base/timer.hpp"
#include "fathom/bfs.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/energy.hpp"
#include "fathom/error.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/sinks.hpp"
#include "fathom/study.hpp"
#include "fathom/triangles.hpp"
#include "study/summary.hpp"

namespace fathom {
namespace {

constexpr double effective_share = 0.9;
constexpr double energy_window_seconds = 1;

// Runs a phase and records its time.
template <class Work>
void phase(graph_study& s, const char* name, Work&& work) {
  const timer watch;
  work();
  s.phases.emplace_back(name, watch.seconds());
}

void study_degrees(graph_study& s) {
  const graph& g = s.g;
  const edge_offset* const offsets = g.view().out.offsets;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) ++s.degrees[offsets[v + 1] - offsets[v]];
  s.degree_kind = g.directed() ? "out-degree" : "degree";
  s.tail = fit_tail(s.degrees);
}

void study_components(graph_study& s, const components_options& options) {
  const components_result found = weakly_connected_components(s.g, options);
  for (const component& one : found.components) ++s.component_sizes[one.size];
  s.components = found.count;
  s.largest_component = found.largest.size;
}

void study_triangles(graph_study& s, const triangles_options& options) {
  const triangles_result found = count_triangles(s.g, options);
  s.triangles = found.count;
  s.average_clustering = found.average_clustering();
  s.transitivity = found.transitivity();
  std::vector<clustering_bin> bins;
  for (vertex_id v = 0; v < s.g.num_vertices(); ++v) {
    const std::uint64_t degree = found.degrees[v];
    if (degree < 2) continue;  // no pair of neighbors
    const auto bin = static_cast<std::size_t>(std::bit_width(degree) - 1);
    if (bins.size() <= bin) bins.resize(bin + 1);
    ++bins[bin].vertices;
    bins[bin].mean += found.clustering(v);
  }
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    if (bins[bin].vertices == 0) continue;
    const std::uint64_t from = std::uint64_t{1} << bin;
    s.clustering.push_back({from, 2 * from - 1, bins[bin].vertices, bins[bin].mean / static_cast<double>(bins[bin].vertices)});
  }
}

// Counters advance every 20 to 100 ms, so the search is repeated. Failing to read the device does not fail the study.
void study_energy(graph_study& s, const layout& prepared, const study_options& options) {
  try {
    energy_meter meter(options.where);
    meter.start();
    std::uint64_t searches = 0;
    for (const timer watch; watch.seconds() < energy_window_seconds; ++searches) {
      check_stop(options.control);
      static_cast<void>(bfs(prepared, options.sources.front(), {}, {.where = options.where, .control = options.control}));
    }
    s.energy = repeated_search_energy{meter.stop(), searches};
  } catch (const error& e) {
    if (e.category() != error_category::device) throw;
    s.why_no_energy = e.what();
  }
}

// Each source once. A graph with fewer vertices than are drawn gets some several times, whose pairs would count again.
std::vector<vertex_id> distinct(std::vector<vertex_id> sources) {
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace

distance_statistics distances_of(const std::vector<std::vector<std::uint64_t>>& histograms) {
  distance_statistics found;
  found.sources = histograms.size();
  for (const std::vector<std::uint64_t>& one : histograms) {
    if (found.pairs.size() < one.size()) found.pairs.resize(one.size());
    for (std::size_t d = 1; d < one.size(); ++d) found.pairs[d] += one[d];
  }
  double pairs = 0, sum = 0;
  for (std::size_t d = 1; d < found.pairs.size(); ++d) {
    pairs += static_cast<double>(found.pairs[d]);
    sum += static_cast<double>(d) * static_cast<double>(found.pairs[d]);
  }
  if (pairs == 0) return found;
  found.mean = sum / pairs;
  double before = 0;
  for (std::size_t d = 1; d < found.pairs.size(); ++d) {
    const double here = static_cast<double>(found.pairs[d]);
    if (before + here >= effective_share * pairs) {
      found.effective_diameter = static_cast<double>(d) - 1 + (effective_share * pairs - before) / here;
      break;
    }
    before += here;
  }
  return found;
}

graph_study study_graph(const graph& g, const study_options& options) {
  const device where = options.where;
  const run_control& control = options.control;
  graph_study s;
  s.g = g;
  phase(s, "degrees", [&] { study_degrees(s); });
  phase(s, "components", [&] { study_components(s, {.where = where, .control = control}); });
  phase(s, "core numbers", [&] {
    for (const vertex_id core : core_numbers(g, {.where = where, .control = control}).core_numbers) ++s.core_numbers[core];
  });
  phase(s, "triangles",
        [&] { study_triangles(s, {.directions = triangle_directions::ignored, .where = where, .control = control}); });
  if (options.sources.empty()) return s;
  s.sources = options.sources_text;
  layout own;
  const layout* prepared = options.prepared;
  if (prepared == nullptr) {
    phase(s, "layout", [&] { own = prepare(g, {vertex_order::automatic, where, control}); });
    prepared = &own;
  }
  phase(s, "distances", [&] {
    source_totals totals;
    multi_bfs(*prepared, distinct(options.sources), totals, {}, {.where = where, .control = control});
    s.distances = distances_of(totals.histogram);
  });
  phase(s, "one search", [&] {
    bfs_options search;
    search.report_levels = true;
    s.search = bfs(*prepared, options.sources.front(), search, {.where = where, .control = control}).report;
  });
  s.why_no_energy = why_no_energy(where);
  if (s.why_no_energy.empty()) phase(s, "energy", [&] { study_energy(s, *prepared, options); });
  if (s.search->where.kind == device_kind::cpu) {
    // The search may use fewer threads than it may, and the ceilings are those of its threads.
    run_control same = control;
    same.threads = s.search->threads;
    phase(s, "ceilings", [&] { s.ceilings = measure_ceilings(same); });
  }
  return s;
}

text_table summary_table(const graph_study& s) {
  const graph& g = s.g;
  const graph_properties& p = g.properties();
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  const auto row = [&](const char* name, std::string value) { table.rows.push_back({name, std::move(value)}); };
  row("vertices", grouped(g.num_vertices()));
  if (!p.directed) row("edges", grouped(g.num_edges_once()));
  row("directed edges stored", grouped(g.num_edges()));
  row("kind", fmt::format("{}, {}", p.directed ? "directed" : "undirected", g.weighted() ? "weighted" : "without weights"));
  row("isolated vertices", grouped(p.isolated));
  row("self-loops kept", grouped(p.self_loops));
  row(("largest " + s.degree_kind).c_str(), grouped(p.max_out_degree));
  row("fitted tail", s.tail ? fmt::format("exponent {:.2f} from {} {} on, {} vertices; distance {:.3f}", s.tail->exponent,
                                          s.degree_kind, grouped(s.tail->from), grouped(s.tail->values), s.tail->distance)
                            : "none: fewer than 50 vertices, or fewer than 10 different values");
  row("components, directions ignored", grouped(s.components));
  if (g.num_vertices() > 0) {
    row("largest component", fmt::format("{} vertices, {:.1f} %", grouped(s.largest_component),
                                         100 * static_cast<double>(s.largest_component) / static_cast<double>(g.num_vertices())));
  }
  row("degeneracy", grouped(s.core_numbers.empty() ? 0 : s.core_numbers.rbegin()->first));
  row("triangles", grouped(s.triangles));
  row("average clustering", fmt::format("{:.4g}", s.average_clustering));
  row("transitivity", fmt::format("{:.4g}", s.transitivity));
  if (s.distances) {
    row("distances from", counted(s.distances->sources, "source"));
    row("mean distance", fmt::format("{:.3f}", s.distances->mean));
    row("effective diameter (90 %)", fmt::format("{:.2f}", s.distances->effective_diameter));
    row("largest distance seen", grouped(s.distances->pairs.empty() ? 0 : s.distances->pairs.size() - 1));
  }
  return table;
}

}  // namespace fathom
