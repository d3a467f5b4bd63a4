// Entry points of shortest paths between two vertices: checks, choice of the search, length of the path.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "fathom/shortest_path.hpp"
#include "graph/layout/weight_summary.hpp"
#include "shortest_path/engines.hpp"

namespace fathom {
namespace {

constexpr edge_offset weights_per_thread = 1u << 16;

// Weight of the lightest of the edges u -> v, of which there is at least one.
double lightest(const graph& g, vertex_id u, vertex_id v) {
  const adjacency_view& out = g.view().out;
  edge_offset first = out.offsets[u];
  const edge_offset last = out.offsets[u + 1];
  const bool sorted = g.properties().sorted;
  if (sorted) first = static_cast<edge_offset>(std::lower_bound(out.targets + first, out.targets + last, v) - out.targets);
  double least = unreachable_distance;
  for (edge_offset e = first; e < last; ++e) {
    if (out.targets[e] == v)
      least = std::min(least, out.weight(e));
    else if (sorted)
      break;
  }
  return least;
}

void check_vertex(const graph& g, vertex_id v, std::string_view what) {
  const vertex_id n = g.num_vertices();
  if (v >= n) fail_usage("{} {} is outside the graph of {} vertices{}", what, v, n, n > 0 ? fmt::format(" (0 to {})", n - 1) : "");
}

}  // namespace

std::string_view to_string(path_length length) { return length == path_length::hops ? "hops" : "weights"; }

struct path_finder::state {
  graph g;
  shortest_path_options options;
  bool by_weight = false;  // false also for sums of weights in a graph without weights, which are hops
  std::unique_ptr<pair_search> search;

  [[nodiscard]] double length_of(const std::vector<vertex_id>& path) const {
    if (path.empty()) return unreachable_distance;
    if (!by_weight) return static_cast<double>(path.size() - 1);
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i) sum += lightest(g, path[i - 1], path[i]);
    return sum;
  }

  [[nodiscard]] std::string engine() const {
    return fmt::format("CPU, {} from {}", by_weight ? "Dijkstra" : "breadth-first", g.has_in_edges() ? "both ends" : "the source");
  }
};

path_finder::path_finder(const graph& g, const shortest_path_options& options) : state_(std::make_unique<state>()) {
  const int threads = thread_count(options.control);
  check_stop(options.control);
  state_->g = g;
  state_->options = options;
  state_->by_weight = options.length == path_length::weights && g.weighted();
  const std::uint64_t per_vertex = state_->by_weight ? weight_search_bytes : hop_search_bytes;
  require_host_memory(per_vertex * g.num_vertices(), fmt::format("shortest paths in a graph of {} vertices", g.num_vertices()));
  if (state_->by_weight) static_cast<void>(summarize_weights(g, useful_threads(g.num_edges(), weights_per_thread, threads)));
  state_->search = state_->by_weight ? make_weight_search(g.view()) : make_hop_search(g.view());
}

path_finder::~path_finder() = default;
path_finder::path_finder(path_finder&&) noexcept = default;
path_finder& path_finder::operator=(path_finder&&) noexcept = default;

shortest_path_result path_finder::find(vertex_id source, vertex_id target) {
  return find(source, target, state_->options.control.stop);
}

shortest_path_result path_finder::find(vertex_id source, vertex_id target, const std::stop_token& stop) {
  const graph& g = state_->g;
  check_vertex(g, source, "source");
  check_vertex(g, target, "target");
  const run_control control{stop, {}, 1};
  check_stop(control);
  const timer clock;
  shortest_path_result result;
  if (source == target) {
    result.vertices.assign(1, source);
  } else {
    found_path found = state_->search->find(source, target, stop);
    check_stop(control);
    result.vertices = std::move(found.vertices);
    result.report.visited = found.visited;
    result.report.edges_inspected = found.edges_inspected;
  }
  result.length = state_->length_of(result.vertices);
  result.report.seconds = clock.seconds();
  result.report.engine = state_->engine();
  return result;
}

shortest_path_result shortest_path(const graph& g, vertex_id source, vertex_id target, const shortest_path_options& options) {
  return path_finder(g, options).find(source, target);
}

}  // namespace fathom
