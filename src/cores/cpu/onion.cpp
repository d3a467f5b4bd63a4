// Onion layers: peeling, in which a layer has all vertices that can be removed at once.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/cores.hpp"
#include "fathom/report.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t removals_per_poll = 1u << 12;  // of the stop token

class onion_peeling {
 public:
  onion_peeling(const graph& g, onion_result& result, const run_control& control)
      : g_(g), layers_(result.layers.data()), control_(control), degree_(g.num_vertices()) {
    std::fill_n(layers_, g.num_vertices(), 0);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) for_neighbors(v, [&](vertex_id) { ++degree_[v]; });
  }

  // Returns the number of distinct cores above 0.
  std::uint64_t run(vertex_id& count) {
    std::vector<vertex_id> remaining(g_.num_vertices()), layer;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) remaining[v] = v;
    std::uint64_t cores = 0;
    while (!remaining.empty()) {
      edge_offset core = std::numeric_limits<edge_offset>::max();
      for (const vertex_id v : remaining) core = std::min(core, degree_[v]);
      cores += core > 0;
      layer.clear();
      std::ranges::copy_if(remaining, std::back_inserter(layer), [&](vertex_id v) { return degree_[v] <= core; });
      while (!layer.empty()) layer = remove(layer, ++count, core);
      std::erase_if(remaining, [&](vertex_id v) { return layers_[v] != 0; });
    }
    return cores;
  }

 private:
  template <class Use>
  void for_neighbors(vertex_id v, Use use) const {
    const adjacency_view& out = g_.view().out;
    for (const vertex_id* w = out.begin(v); w != out.end(v); ++w) {
      if (*w != v) use(*w);
    }
  }

  // Returns the next layer of the same core.
  std::vector<vertex_id> remove(const std::vector<vertex_id>& layer, vertex_id number, edge_offset core) {
    for (const vertex_id v : layer) layers_[v] = number;
    std::vector<vertex_id> next;
    for (const vertex_id v : layer) {
      if (removed_++ % removals_per_poll == 0) check_stop(control_);
      for_neighbors(v, [&](vertex_id w) {
        if (layers_[w] == 0 && --degree_[w] == core) next.push_back(w);
      });
    }
    return next;
  }

  const graph& g_;
  vertex_id* const layers_;
  const run_control& control_;
  std::vector<edge_offset> degree_;  // remaining neighbors
  std::uint64_t removed_ = 0;
};

}  // namespace

onion_result onion_layers(const graph& g, const run_control& control) {
  if (g.directed()) fail_usage("this graph is directed, but onion layers need an undirected graph; symmetrize it");
  static_cast<void>(thread_count(control));  // refuses a negative number
  const vertex_id n = g.num_vertices();
  require_host_memory(std::uint64_t{n} * (sizeof(edge_offset) + 4 * sizeof(vertex_id)),
                      fmt::format("finding the onion layers of {} vertices", n));
  report_progress(control, "searching", 0, n);
  check_stop(control);
  const timer clock;
  onion_result result;
  result.layers = array<vertex_id>(n);
  result.report.levels = onion_peeling(g, result, control).run(result.count);
  result.report.threads = 1;
  result.report.engine = "CPU, peeling layer by layer";
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
