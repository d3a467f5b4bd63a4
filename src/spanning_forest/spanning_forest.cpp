// Entry point of spanning forests.
#include "fathom/spanning_forest.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "spanning_forest/engines.hpp"

namespace fathom {
namespace {

// Graphs from build() and the readers have finite weights; arrays that a caller has not checked may not.
void check_weights(const graph& g) {
  const adjacency_view& rows = g.view().out;
  if (rows.weights == nullptr && rows.wide_weights == nullptr) return;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      if (std::isnan(rows.weight(e)))
        throw error(error_category::input,
                    fmt::format("the weight of the edge '{}' - '{}' is not a number", g.name(u), g.name(rows.targets[e])));
    }
  }
}

}  // namespace

std::string_view to_string(forest_weight extreme) { return extreme == forest_weight::minimum ? "minimum" : "maximum"; }

spanning_forest_result spanning_forest(const graph& g, const spanning_forest_options& options) {
  if (g.directed()) fail_usage("this graph is directed, but spanning forests need an undirected graph; symmetrize it");
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  require_host_memory(forest_engine::filter_kruskal_bytes(n, g.num_edges()),
                      fmt::format("finding a spanning forest of {} vertices and {} edges", n, g.num_edges()));
  report_progress(control, "searching", 0, n);
  static_cast<void>(thread_count(control));  // refuses a negative number
  const timer clock;
  check_weights(g);
  spanning_forest_result result;
  result.report.edges_sorted = forest_engine::filter_kruskal(g.view().out, n, options.total, result, control.stop);
  check_stop(control);
  result.report.engine = "CPU, filter-Kruskal";
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
