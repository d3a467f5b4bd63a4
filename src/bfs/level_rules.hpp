// Rules that end a search or change its direction between two levels; shared by the engines of all places.
// Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
#pragma once

#include "fathom/bfs.hpp"
#include "fathom/callable.hpp"
#include "fathom/types.hpp"

namespace fathom::bfs_engine {

/// Whether the frontier at `level` is not expanded.
[[nodiscard]] FATHOM_CALLABLE inline bool is_last(const bfs_options& options, hop_count level) {
  return level >= options.depth_limit;
}

/// Out-edges of the frontier above which a top-down search turns bottom-up; options.alpha must not be 0.
template <class Count>
[[nodiscard]] FATHOM_CALLABLE double edges_for_bottom_up(const bfs_options& options, Count unexplored_edges) {
  return static_cast<double>(unexplored_edges) / options.alpha;
}

/// Largest shrinking frontier, in vertices, with which a bottom-up search turns top-down.
template <class Count>
[[nodiscard]] FATHOM_CALLABLE double vertices_for_top_down(const bfs_options& options, Count all_vertices) {
  return static_cast<double>(all_vertices) / options.beta;
}

}  // namespace fathom::bfs_engine
