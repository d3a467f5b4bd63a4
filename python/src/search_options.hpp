// Options of searches and PageRank from Python's arguments, for graphs and partitioned graphs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "fathom/bfs.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/execution.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/triangles.hpp"
#include "names.hpp"

namespace fathom_python {

[[nodiscard]] inline fathom::hop_count limit_of(std::int64_t depth_limit) {
  constexpr std::int64_t most = std::numeric_limits<fathom::hop_count>::max();
  return static_cast<fathom::hop_count>(std::min(depth_limit, most));
}

/// A negative `depth_limit` is none. The target is left to the caller.
[[nodiscard]] inline fathom::bfs_options bfs_options_of(std::int64_t depth_limit, bool return_distances, bool return_predecessors,
                                                        bool deterministic, const std::string& strategy, bool report_levels) {
  static constexpr named<fathom::bfs_strategy> strategies[] = {{"direction_optimizing", fathom::bfs_strategy::direction_optimizing},
                                                               {"top_down", fathom::bfs_strategy::top_down},
                                                               {"bottom_up", fathom::bfs_strategy::bottom_up}};
  fathom::bfs_options options;
  if (depth_limit >= 0) options.depth_limit = limit_of(depth_limit);
  options.return_distances = return_distances;
  options.return_predecessors = return_predecessors;
  options.deterministic = deterministic;
  options.strategy = value_named("strategy", strategy, strategies);
  options.report_levels = report_levels;
  return options;
}

/// Options of searches of a partitioned graph from many sources, with the distances of all vertices.
[[nodiscard]] inline fathom::rank_multi_bfs_options options_of_parts(std::int64_t depth_limit, int width) {
  fathom::rank_multi_bfs_options options;
  if (depth_limit >= 0) options.depth_limit = limit_of(depth_limit);
  options.width = width;
  options.gather = true;
  return options;
}

/// The devices of these names, of which at least one is given, or the one named `device`.
[[nodiscard]] inline fathom::execution place_on(const std::string& device, const std::vector<std::string>& devices,
                                                const fathom::run_control& control) {
  fathom::execution exec{.control = control};
  for (const std::string& name : devices) exec.devices.push_back(fathom::choose_device(name));
  exec.where = devices.empty() ? fathom::choose_device(device) : exec.devices.front();
  return exec;
}

inline constexpr named<fathom::triangle_directions> directions_named[] = {{"ignored", fathom::triangle_directions::ignored},
                                                                          {"counted", fathom::triangle_directions::counted}};

/// Values of all vertices, or none.
using optional_values = std::optional<host_array_of<double>>;

/// The arrays must outlive the result.
[[nodiscard]] inline fathom::pagerank_options pagerank_options_of(double damping, double tolerance, int max_iterations,
                                                                  const optional_values& personalization,
                                                                  const optional_values& dangling, const optional_values& start,
                                                                  bool weighted, const std::string& method, bool full_precision) {
  static constexpr named<fathom::pagerank_method> methods[] = {{"auto", fathom::pagerank_method::automatic},
                                                               {"power", fathom::pagerank_method::power},
                                                               {"gauss_seidel", fathom::pagerank_method::gauss_seidel}};
  const auto span_of = [](const optional_values& v) { return v ? std::span(v->data(), v->size()) : std::span<const double>(); };
  fathom::pagerank_options options;
  options.damping = damping;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.personalization = span_of(personalization);
  options.dangling = span_of(dangling);
  options.start = span_of(start);
  options.weighted = weighted;
  options.method = value_named("method", method, methods);
  if (full_precision) options.precision = fathom::pagerank_precision::full;
  return options;
}

}  // namespace fathom_python
