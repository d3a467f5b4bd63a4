// Conditions on BFS levels along an edge.
#pragma once

#include "bfs/validate/cuda/claim.cuh"

namespace fathom::validate_engine {

/// Level: std::uint8_t or std::uint32_t. Its largest value, which exceeds all levels, denotes an unreached vertex. In an undirected
/// graph a vertex's own row also contains the edge from its predecessor, which saves loading data of the target.
template <bool directed, bool has_predecessors, class Level>
struct level_pass {
  device_rows g;
  const Level* levels;
  const vertex_id* predecessors;  ///< null if there are none
  std::uint32_t depth_limit;
  std::uint8_t* has_parent;  ///< set when an edge from the predecessor (or, without predecessors, from one level up) is seen

  static constexpr std::uint32_t unreached = static_cast<Level>(~Level{0});

  struct edge {
    vertex_id end;
  };
  struct row {
    std::uint32_t below;  ///< the vertex's level + 1; 0 if unreached
    vertex_id parent;
  };
  using known = std::uint32_t;

  // Targets are read once; streaming loads keep them from evicting levels from the caches.
  [[nodiscard]] __device__ edge edge_at(edge_offset e) const { return {__ldcs(g.targets + e)}; }
  [[nodiscard]] __device__ row row_at(vertex_id u) const {
    const std::uint32_t level = levels[u];
    return {level == unreached ? 0 : level + 1, !directed && has_predecessors ? predecessors[u] : no_vertex};
  }
  [[nodiscard]] __device__ row row_of_lane(const row& mine, int lane) const {
    return {__shfl_sync(all_lanes, mine.below, lane), __shfl_sync(all_lanes, mine.parent, lane)};
  }
  [[nodiscard]] __device__ bool is_reached(const row& r) const { return r.below != 0; }
  [[nodiscard]] __device__ known known_at(vertex_id w) const { return __ldg(levels + w); }

  // Unreached vertices may follow only the last level of a search with a depth limit.
  [[nodiscard]] __device__ bool is_right(vertex_id u, const row& r, edge to, known level) const {
    if constexpr (directed) {
      if (level == r.below && (!has_predecessors || predecessors[to.end] == u)) has_parent[to.end] = 1;
    } else {
      if (has_predecessors ? to.end == r.parent : level + 2 == r.below) has_parent[u] = 1;
    }
    return level <= r.below || (level == unreached && r.below > depth_limit);
  }
};

}  // namespace fathom::validate_engine
