// Validation of paths by searches for all distances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/timer.hpp"
#include "fathom/bfs.hpp"
#include "fathom/layout.hpp"
#include "fathom/shortest_path.hpp"
#include "fathom/sssp.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {
namespace {

// The smallest weight of an edge u -> v, or 1 for hops; nothing if there is no edge.
std::optional<double> step(const graph& g, vertex_id u, vertex_id v, bool by_weight) {
  const adjacency_view& out = g.view().out;
  std::optional<double> least;
  for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
    if (out.targets[e] == v) least = std::min(least.value_or(unreachable_distance), by_weight ? out.weight(e) : 1);
  }
  return least;
}

}  // namespace

struct path_validator::state {
  graph g;
  shortest_path_options options;
  std::optional<layout> for_hops;
  std::optional<weighted_layout> for_weights;

  [[nodiscard]] double distance(vertex_id source, vertex_id target) const {
    if (for_weights) {
      sssp_options settings;
      settings.target = target;
      settings.return_predecessors = false;
      return sssp(*for_weights, source, settings, {.control = options.control}).distances[target];
    }
    bfs_options settings;
    settings.target = target;
    settings.return_predecessors = settings.count_edges = false;
    execution exec;
    exec.where = device{};
    exec.control = options.control;
    const hop_count hops = bfs(*for_hops, source, settings, exec).distances[target];
    return hops == unreachable ? unreachable_distance : hops;
  }

  // The first fault of the path itself; empty if there is none.
  [[nodiscard]] std::string fault(vertex_id source, vertex_id target, const shortest_path_result& result) const {
    const std::vector<vertex_id>& path = result.vertices;
    if (path.empty()) return result.length == unreachable_distance ? "" : fmt::format("length {} without a path", result.length);
    if (path.front() != source || path.back() != target)
      return fmt::format("the path leads from {} to {}", g.name(path.front()), g.name(path.back()));
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const std::optional<double> weight = step(g, path[i - 1], path[i], for_weights.has_value());
      if (!weight) return fmt::format("the path uses {} -> {}, which is not an edge", g.name(path[i - 1]), g.name(path[i]));
      sum += *weight;
    }
    return sum == result.length ? "" : fmt::format("the path has length {} instead of {}", sum, result.length);
  }

  // Sums of at most n weights, added in another order, differ by this fraction at most.
  [[nodiscard]] double tolerance() const {
    if (!for_weights || for_weights->weights != weight_kind::real) return 0;
    return 2 * std::numeric_limits<double>::epsilon() * std::max(1.0, static_cast<double>(g.num_vertices()));
  }
};

path_validator::path_validator(const graph& g, const shortest_path_options& options) : state_(std::make_unique<state>()) {
  state_->g = g;
  state_->options = options;
  if (options.length == path_length::weights && g.weighted()) {
    state_->for_weights = prepare_weighted(g, {.control = options.control, .searches = search_kind::few});
  } else {
    state_->for_hops = prepare(g, {.control = options.control, .searches = search_kind::few});
  }
}

path_validator::~path_validator() = default;
path_validator::path_validator(path_validator&&) noexcept = default;
path_validator& path_validator::operator=(path_validator&&) noexcept = default;

shortest_path_validation path_validator::check(vertex_id source, vertex_id target, const shortest_path_result& result) {
  const timer clock;
  const double distance = state_->distance(source, target);
  shortest_path_validation outcome;
  outcome.message = state_->fault(source, target, result);
  if (outcome.message.empty() && result.length != distance &&
      !(std::abs(result.length - distance) <= state_->tolerance() * distance)) {
    outcome.message = fmt::format("the path has length {}, the distance is {}", result.length, distance);
  }
  outcome.valid = outcome.message.empty();
  outcome.seconds = clock.seconds();
  return outcome;
}

}  // namespace fathom
