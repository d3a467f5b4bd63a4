// Entry point of biconnected components.
#include "fathom/biconnected.hpp"

#include <fmt/format.h>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "biconnected/engines.hpp"
#include "fathom/report.hpp"

namespace fathom {

biconnected_result biconnected_components(const graph& g, const biconnected_options& options) {
  if (g.directed()) fail_usage("this graph is directed, but biconnected components need an undirected graph; symmetrize it");
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  require_host_memory(biconnected_engine::search_bytes(n, g.num_edges(), options.list_edges),
                      fmt::format("finding the biconnected components of {} vertices and {} edges", n, g.num_edges()));
  report_progress(control, "searching", 0, n);
  static_cast<void>(thread_count(control));  // refuses a negative number
  const timer clock;
  biconnected_result result;
  result.report.edges_inspected = biconnected_engine::depth_first_search(g.view().out, n, options.list_edges, result, control.stop);
  check_stop(control);
  result.report.engine = "CPU, depth-first search";
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
