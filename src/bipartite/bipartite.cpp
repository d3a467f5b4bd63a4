// Two-coloring by breadth-first searches, one per component.
#include "fathom/bipartite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/report.hpp"
#include "fathom/reversed.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_poll = 1u << 16;  // of the stop token
constexpr std::uint8_t uncolored = 2;

class colorer {
 public:
  colorer(const graph& g, const run_control& control)
      : g_(g), control_(control), colors_(g.num_vertices()), parent_(g.num_vertices()), queue_(g.num_vertices()) {
    std::fill(colors_.begin(), colors_.end(), uncolored);
  }

  void run(bipartite_result& result) {
    const adjacency_view& out = g_.view().out;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (v % vertices_per_poll == 0) check_stop(control_);
      if (out.degree(v) > 0 && colors_[v] == uncolored && !search_from(v)) break;
    }
    result.report.edges_inspected = inspected_;
    if (clash_.first != no_vertex) {
      result.odd_cycle = cycle_through_clash();
      return;
    }
    std::replace(colors_.begin(), colors_.end(), uncolored, std::uint8_t{0});  // isolated vertices
    result.colors = std::move(colors_);
  }

 private:
  // Returns false at an edge between equal colors.
  bool search_from(vertex_id root) {
    const graph_view& g = g_.view();
    std::uint64_t first = 0, last = 0;
    colors_[root] = 0, parent_[root] = no_vertex, queue_[last++] = root;
    while (first < last) {
      if (++polled_ % vertices_per_poll == 0) check_stop(control_);
      const vertex_id v = queue_[first++];
      if (!color_neighbors(g.out, v, last)) return false;
      if (g.directed && !color_neighbors(g.in, v, last)) return false;
    }
    return true;
  }

  bool color_neighbors(const adjacency_view& rows, vertex_id v, std::uint64_t& last) {
    const auto other = static_cast<std::uint8_t>(1 - colors_[v]);
    inspected_ += rows.degree(v);
    for (const vertex_id* w = rows.begin(v); w != rows.end(v); ++w) {
      if (colors_[*w] == uncolored) {
        colors_[*w] = other, parent_[*w] = v, queue_[last++] = *w;
      } else if (colors_[*w] != other) {
        clash_ = {v, *w};
        return false;
      }
    }
    return true;
  }

  // Both endpoints of the edge have the same color, so that their paths to the first common ancestor have an even number of edges
  // together.
  [[nodiscard]] std::vector<vertex_id> cycle_through_clash() const {
    std::vector<vertex_id> up, down;
    std::vector<bool> above(g_.num_vertices(), false);
    for (vertex_id v = clash_.first; v != no_vertex; v = parent_[v]) above[v] = true;
    vertex_id common = clash_.second;
    for (; !above[common]; common = parent_[common]) down.push_back(common);
    for (vertex_id v = clash_.first; v != common; v = parent_[v]) up.push_back(v);
    up.push_back(common);
    up.insert(up.end(), down.rbegin(), down.rend());
    return up;
  }

  const graph& g_;
  const run_control& control_;
  array<std::uint8_t> colors_;
  array<vertex_id> parent_, queue_;
  std::pair<vertex_id, vertex_id> clash_{no_vertex, no_vertex};
  std::uint64_t polled_ = 0, inspected_ = 0;
};

}  // namespace

bipartite_result two_coloring(const graph& g, const bipartite_options& options) {
  if (g.directed() && !g.has_in_edges()) {
    const graph both = reversed(reversed(g, options.control), options.control);
    return two_coloring(both, options);
  }
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  require_host_memory(n * (sizeof(std::uint8_t) + 2 * sizeof(vertex_id)), fmt::format("coloring {} vertices", n));
  static_cast<void>(thread_count(control));  // refuses a negative number
  report_progress(control, "searching", 0, n);
  const timer clock;
  bipartite_result result;
  colorer(g, control).run(result);
  result.report.engine = "CPU, breadth-first search";
  result.report.seconds_search = clock.seconds();
  result.report.peak_memory_bytes = peak_memory_bytes();
  report_progress(control, "searching", n, n);
  return result;
}

}  // namespace fathom
