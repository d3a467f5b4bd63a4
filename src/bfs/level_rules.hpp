// Rules that end a search or change its direction between two levels; shared by the engines of all places.
// Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
#pragma once

#include <cstdint>

#include "fathom/bfs.hpp"
#include "fathom/callable.hpp"
#include "fathom/types.hpp"
#include "fathom/visitor/directions.hpp"

namespace fathom::bfs_engine {

/// Whether the frontier at `level` is not expanded.
[[nodiscard]] FATHOM_CALLABLE inline bool is_last(const bfs_options& options, hop_count level) {
  return level >= options.depth_limit;
}

/// Beamer's rule for turning bottom-up: the frontier has more than 1/alpha of the unexplored edges; options.alpha must not be 0.
[[nodiscard]] FATHOM_CALLABLE inline bool many_frontier_edges(const bfs_options& options, float frontier_edges,
                                                              float unexplored_edges) {
  return frontier_edges * static_cast<float>(options.alpha) > unexplored_edges;
}

/// Counts before a level, rounded.
struct frontier_counts {
  float vertices, edges;  ///< of the frontier, and out of it
  float unvisited;        ///< vertices that have not been reached
  float unexplored;       ///< edges out of them and the frontier
};

/// Counts of a whole graph, rounded.
struct graph_counts {
  float vertices = 0, edges = 0;
  bool hubs_first = false;  ///< rows begin with the neighbors of highest degree
};

/// Whether a bottom-up level is expected to be faster than a top-down one. In a mesh few vertices have neighbors in the frontier,
/// and bottom-up all others would inspect every edge. Rows with hubs first are inspected the less, the higher the frontier's mean
/// degree is above the graph's.
[[nodiscard]] FATHOM_CALLABLE inline bool bottom_up_pays(const graph_counts& all, const frontier_counts& c, float words) {
  float edges = all.edges;
  if (all.hubs_first) {
    const float vertices = c.vertices * all.edges, out = c.edges * all.vertices;
    if (vertices < out) edges *= vertices / out;
    if (edges < c.edges) edges = c.edges;  // at least one edge of each vertex
  }
  return multi_search_engine::bottom_up_pays(
      edge_visits::until_vertex_joins,
      {.frontier = c.edges, .remaining = c.unexplored, .unvisited = c.unvisited, .edges = edges, .words = words});
}

/// Whether the level after a bottom-up one is expected to be faster bottom-up, too, by the same rule for vertices of mean degree,
/// since the edges out of its frontier have not been counted; or if few vertices are left. Most levels take integers only.
[[nodiscard]] FATHOM_CALLABLE inline bool bottom_up_still_pays(std::uint64_t all_vertices, std::uint64_t all_edges,
                                                               std::uint64_t frontier, std::uint64_t reached) {
  constexpr std::uint64_t few_share = 16;
  const std::uint64_t unvisited = all_vertices - reached;
  if (unvisited <= 2 * frontier || unvisited <= all_vertices / few_share) return true;
  const auto vertices = static_cast<float>(all_vertices), found = static_cast<float>(frontier);
  return 2 * found * found * static_cast<float>(all_edges) > static_cast<float>(unvisited) * vertices * vertices;
}

/// Largest shrinking frontier, in vertices, with which a bottom-up search turns top-down.
template <class Count>
[[nodiscard]] FATHOM_CALLABLE double vertices_for_top_down(const bfs_options& options, Count all_vertices) {
  return static_cast<double>(all_vertices) / options.beta;
}

}  // namespace fathom::bfs_engine
