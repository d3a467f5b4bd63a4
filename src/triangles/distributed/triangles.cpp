// Entry point of distributed triangle counting: checks, sums over all processes, and the report.
#include "fathom/distributed/triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "comm/place_options.hpp"
#include "fathom/report.hpp"
#include "graph/partition/block_values.hpp"
#include "triangles/directions.hpp"
#include "triangles/distributed/count.hpp"
#include "triangles/entry.hpp"
#include "triangles/neighbor_counts.hpp"

namespace fathom {

using namespace triangles_engine;

namespace {

void check_triangles(const rank_graph& graph, const triangles_options& o, const execution& exec) {
  const argument arguments[] = {{"device", static_cast<std::uint64_t>(exec.where.kind)},
                                {"transport", static_cast<std::uint64_t>(exec.transport)},
                                {"role of directions", o.directions ? 1 + static_cast<std::uint64_t>(*o.directions) : 0},
                                {"'gather' option", o.gather}};
  require_same(graph.ranks(), arguments);
  on_all_processes(graph.ranks(), [&] {
    refuse_sharing(exec);
    refuse_place(o.where, o.control);
    require_cpus(exec, "triangles");
    check_stop(exec.control);
    require_directions(graph.directed(), o);
    const bool counted = o.directions == triangle_directions::counted;
    const std::uint64_t most = counted ? most_directed_vertices : max_vertices;
    if (graph.num_vertices() > most) {
      fail_usage("{} vertices exceed the limit of {} for triangles{}", graph.num_vertices(), most,
                 counted ? " with directions" : "");
    }
  });
  require_no_delegates(graph.parts(), "triangles");
  require_no_loops(graph.parts(), "triangles");
}

template <class Entry>
void count_with(const rank_graph& graph, const execution& exec, rank_triangles_result& result, ranks_engine::work_clock& clock) {
  const partitioned_graph& g = graph.parts();
  timer watch;
  rows_of_process rows = orient_rows<Entry>(g, graph.threads(), clock);
  result.report.seconds_prepare = longest(*g.ranks, watch.seconds());
  watch.restart();
  on_all_processes(*g.ranks, [&] { result.triangles = array<std::uint64_t>(rows.size()); });
  result.batches = count_over_processes<Entry>(g, rows, result.triangles.view(), graph.threads(), exec.control, clock);
  result.report.seconds_count = longest(*g.ranks, watch.seconds());
  result.degrees = std::move(rows.degrees), result.mutual = std::move(rows.mutual);
}

// Directions of an undirected graph: each edge has both.
void count_both_directions(communicator& ranks, rank_triangles_result& result) {
  on_all_processes(ranks, [&] { result.mutual = array<vertex_id>(result.degrees.size()); });
  std::copy(result.degrees.begin(), result.degrees.end(), result.mutual.begin());
  for (vertex_id& degree : result.degrees) degree *= 2;
  for (std::uint64_t& of_vertex : result.triangles) of_vertex *= 8;
}

void sum_up(const rank_graph& graph, bool counted, rank_triangles_result& result) {
  std::uint64_t triangles = 0, wedges = 0;
  double clustering = 0;
  for (std::size_t i = 0; i < result.triangles.size(); ++i) {
    const std::uint64_t possible = counted ? directed_pairs_of(result.degrees[i], result.mutual[i]) : pairs_of(result.degrees[i]);
    triangles += result.triangles[i], wedges += possible;
    if (possible > 0) clustering += static_cast<double>(result.triangles[i]) / static_cast<double>(possible);
  }
  result.count = sum_of(graph.ranks(), triangles) / 3;  // each is counted at three vertices
  result.wedges = sum_of(graph.ranks(), wedges);
  double sum = 0;
  for (const double one : gather_from_all(graph.ranks(), clustering)) sum += one;
  result.average_clustering = graph.num_vertices() > 0 ? sum / static_cast<double>(graph.num_vertices()) : 0;
}

template <class T>
void gather_counts(const partitioned_graph& g, array<T>& values) {
  values = gather_blocks(g, std::span<const T>(values.view()));
}

}  // namespace

double rank_triangles_result::transitivity() const noexcept {
  return wedges > 0 ? static_cast<double>(3 * count) / static_cast<double>(wedges) : 0;
}

rank_triangles_result count_triangles(const rank_graph& graph, const triangles_options& options, const execution& exec) {
  check_triangles(graph, options, exec);
  communicator& ranks = graph.ranks();
  const partitioned_graph& g = graph.parts();
  const bool counted = options.directions == triangle_directions::counted;
  report_progress(exec.control, "counting", 0, graph.num_edges());
  rank_triangles_result result;
  ranks_engine::work_clock clock;
  if (graph.directed() && counted)
    count_with<directed_entry>(graph, exec, result, clock);
  else
    count_with<plain_entry>(graph, exec, result, clock);
  if (!graph.directed() && counted) count_both_directions(ranks, result);
  sum_up(graph, counted, result);
  clock.computed();
  timer watch;
  rank_work work = clock.work();
  work.vertices = result.triangles.size(), work.edges = g.out.ends.size();
  if (options.gather) {
    gather_counts(g, result.triangles), gather_counts(g, result.degrees);
    if (counted) gather_counts(g, result.mutual);
  }
  result.seconds_gather = longest(ranks, watch.seconds());
  triangles_report& report = result.report;
  report.threads = graph.threads();
  report.engine = fmt::format("{} x {} ranks, CPU, edges oriented toward the higher degree, rows sent in {} batches",
                              graph.grid_rows(), graph.grid_columns(), result.batches);
  report.peak_memory_bytes = work.peak_memory_bytes = peak_memory_bytes();
  result.by_rank = gather_from_all(ranks, work);
  report_progress(exec.control, "counting", graph.num_edges(), graph.num_edges());
  return result;
}

}  // namespace fathom
