// Topological order by Kahn's queue, and the longest path along it.
#include "fathom/dag.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "dag/acyclic.hpp"
#include "fathom/array.hpp"
#include "fathom/report.hpp"
#include "fathom/reversed.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t vertices_per_poll = 1u << 16;  // of the stop token

void poll_stop(std::uint64_t i, const run_control& control) {
  if (i % vertices_per_poll == 0) check_stop(control);
}

array<edge_offset> in_degrees(const graph& g) {
  const adjacency_view& out = g.view().out;
  array<edge_offset> degrees(g.num_vertices());
  std::fill(degrees.begin(), degrees.end(), edge_offset{0});
  for (edge_offset e = 0; e < g.num_edges(); ++e) ++degrees[out.targets[e]];
  return degrees;
}

// Of vertices with in-edges left, each has one from another such vertex: following them backwards ends in a cycle.
std::vector<vertex_id> find_cycle(const graph& g, const array<edge_offset>& left) {
  const adjacency_view& out = g.view().out;
  std::vector<vertex_id> before(g.num_vertices(), no_vertex), walk;
  vertex_id v = no_vertex;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    if (left[u] == 0) continue;
    v = u;
    for (const vertex_id* w = out.begin(u); w != out.end(u); ++w) before[*w] = u;
  }
  std::vector<bool> walked(g.num_vertices(), false);
  for (; !walked[v]; v = before[v]) walked[v] = true, walk.push_back(v);
  walk.erase(walk.begin(), std::find(walk.begin(), walk.end(), v));
  std::reverse(walk.begin(), walk.end());
  return walk;
}

void order_vertices(const graph& g, const run_control& control, topological_order_result& result) {
  const adjacency_view& out = g.view().out;
  array<edge_offset> left = in_degrees(g);
  std::vector<vertex_id>& order = result.order;
  order.reserve(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (left[v] == 0) order.push_back(v);
  }
  result.offsets.push_back(0);
  for (std::size_t first = 0; first < order.size();) {
    const std::size_t last = order.size();
    result.offsets.push_back(static_cast<vertex_id>(last));
    for (; first < last; ++first) {
      poll_stop(first, control);
      result.report.edges_inspected += out.degree(order[first]);
      for (const vertex_id* w = out.begin(order[first]); w != out.end(order[first]); ++w) {
        if (--left[*w] == 0) order.push_back(*w);
      }
    }
  }
  if (order.size() < g.num_vertices()) result.cycle = find_cycle(g, left);
}

void finish(dag_report& report, const char* engine, const timer& clock) {
  report.engine = engine;
  report.seconds_search = clock.seconds();
  report.peak_memory_bytes = peak_memory_bytes();
}

// The best path that ends at a vertex.
struct best_path {
  double length;
  vertex_id before;  // the vertex itself if the path begins there
};

longest_path_result along(const graph& g, path_length length, std::span<const vertex_id> order, const run_control& control) {
  const adjacency_view& in = g.view().in;
  longest_path_result result;
  array<best_path> best(g.num_vertices());
  vertex_id end = no_vertex;
  for (std::size_t i = 0; i < order.size(); ++i) {
    poll_stop(i, control);
    const vertex_id v = order[i];
    best_path found{0, v};
    for (edge_offset e = in.offsets[v]; e < in.offsets[v + 1]; ++e) {
      const double by = best[in.targets[e]].length + (length == path_length::hops ? 1 : in.weight(e));
      if (by > found.length || (by == found.length && found.before == v)) found = {by, in.targets[e]};
    }
    best[v] = found;
    if (end == no_vertex || found.length > best[end].length) end = v;
  }
  if (end == no_vertex) return result;
  result.length = best[end].length;
  for (vertex_id v = end;; v = best[v].before) {
    result.vertices.push_back(v);
    if (best[v].before == v) break;
  }
  std::reverse(result.vertices.begin(), result.vertices.end());
  return result;
}

std::string names_of_cycle(const graph& g, std::span<const vertex_id> cycle) {
  constexpr std::size_t most_shown = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(cycle.size(), most_shown); ++i) names += fmt::format("'{}' -> ", g.name(cycle[i]));
  return names + (cycle.size() > most_shown ? "... -> " : "") + fmt::format("'{}'", g.name(cycle.front()));
}

}  // namespace

topological_order_result order_of_acyclic(const graph& g, std::string_view why, const run_control& control) {
  topological_order_result ordered = topological_order(g, {control});
  if (!ordered.acyclic()) fail_usage("the graph has a cycle, {}; {}", names_of_cycle(g, ordered.cycle), why);
  return ordered;
}

topological_order_result topological_order(const graph& g, const topological_order_options& options) {
  const run_control& control = options.control;
  const vertex_id n = g.num_vertices();
  require_host_memory(n * (sizeof(edge_offset) + 3 * sizeof(vertex_id)), fmt::format("ordering {} vertices", n));
  static_cast<void>(thread_count(control));  // refuses a negative number
  report_progress(control, "searching", 0, n);
  const timer clock;
  topological_order_result result;
  order_vertices(g, control, result);
  finish(result.report, "CPU, Kahn's queue", clock);
  report_progress(control, "searching", n, n);
  return result;
}

longest_path_result longest_path(const graph& g, const longest_path_options& options) {
  if (g.num_vertices() > 0 && !g.has_in_edges()) {
    const graph both = reversed(reversed(g, options.control), options.control);
    return longest_path(both, options);
  }
  const timer clock;
  const topological_order_result ordered = order_of_acyclic(g, "longest paths are those of acyclic graphs", options.control);
  require_host_memory(g.num_vertices() * sizeof(best_path),
                      fmt::format("finding the longest path of {} vertices", g.num_vertices()));
  longest_path_result result = along(g, options.length, ordered.order, options.control);
  result.report.edges_inspected = ordered.report.edges_inspected + g.num_edges();
  finish(result.report, "CPU, in topological order", clock);
  return result;
}

}  // namespace fathom
