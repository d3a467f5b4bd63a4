// The pass over the edges, for levels in which no vertex alone is wrong. A warp takes a fixed number of consecutive edges, whatever
// rows they belong to: a hub is shared by many warps, and many small rows by one.
#pragma once

#include "engine/validate/cuda_claim.cuh"

namespace fathom::validate_engine {

inline constexpr unsigned chunk_edges = 4096;   // a warp's: finding their first row is then a small part of the work
inline constexpr unsigned edges_in_flight = 4;  // a lane's: gathers that wait together

/// Level: std::uint8_t or std::uint32_t. Its largest value, which is above all levels, stands for an unreached vertex.
template <class Level>
struct edge_pass {
  device_rows g;
  const Level* levels;
  const vertex_id* predecessors;  ///< null where there are none
  std::uint32_t depth_limit;
  std::uint8_t* has_parent;  ///< set where an edge from the predecessor (or, without predecessors, from one level up) is seen
  findings* found;
};

/// What a lane knows of its row.
struct lane_row {
  std::uint32_t last;   ///< the edge behind its last one, counted from the warp's first edge
  std::uint32_t below;  ///< the level below its own; 0 where it is not reached
  vertex_id parent;
};

/// The row that edge e of the graph belongs to.
__device__ inline std::uint64_t row_of(const device_rows& g, edge_offset e) {
  std::uint64_t first = 0, last = g.num_vertices;
  while (last - first > 1) {
    const std::uint64_t middle = first + (last - first) / 2;
    if (g.offsets[middle] <= e) {
      first = middle;
    } else {
      last = middle;
    }
  }
  return first;
}

/// The lane whose row edge e of the warp belongs to. By all lanes, each with an edge of its own in front of lane 31's `last`.
__device__ inline unsigned lane_with(std::uint32_t last, std::uint32_t e) {
  unsigned before = 0;
  for (unsigned half = warp_lanes / 2; half > 0; half /= 2) {
    if (__shfl_sync(all_lanes, last, static_cast<int>(before + half - 1)) <= e) before += half;
  }
  return before;
}

/// Checks the warp's edges first to last - 1, which lie in the rows from `row` that the lanes hold. In an undirected graph the edge
/// from the predecessor also stands in a vertex' own row, which saves fetching what is known of its other end.
template <bool directed, bool predecessors, class Level>
__device__ bool edges_are_right(const edge_pass<Level>& p, const vertex_id* targets, std::uint64_t row, lane_row mine,
                                std::uint32_t first, std::uint32_t last) {
  constexpr std::uint32_t unreached = static_cast<Level>(~Level{0});
  bool right = true;
  for (std::uint32_t at = first; at < last; at += warp_lanes * edges_in_flight) {
    unsigned holder[edges_in_flight];
    vertex_id w[edges_in_flight];
    std::uint32_t level[edges_in_flight];
    // 1. An edge each; lanes behind the end look at the last one again. Targets pass by once, and should not push levels out of
    // the caches.
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) {
      const std::uint32_t e = min(at + k * warp_lanes + lane(), last - 1);
      w[k] = __ldcs(targets + e);
      holder[k] = lane_with(mine.last, e);
    }
    // 2. What is known of the other ends.
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) level[k] = __ldg(p.levels + w[k]);
      // 3. Is it right, and is it the edge from the predecessor?
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) {
      const std::uint32_t below = __shfl_sync(all_lanes, mine.below, static_cast<int>(holder[k]));
      const vertex_id parent = __shfl_sync(all_lanes, mine.parent, static_cast<int>(holder[k]));
      if (below == 0) continue;
      const auto u = static_cast<vertex_id>(row + holder[k]);
      // Unreached vertices may follow the last level of a search with a limit, and no other.
      right &= level[k] <= below || (level[k] == unreached && below > p.depth_limit);
      if constexpr (directed) {
        if (level[k] == below && (!predecessors || p.predecessors[w[k]] == u)) p.has_parent[w[k]] = 1;
      } else {
        if (predecessors ? w[k] == parent : level[k] + 2 == below) p.has_parent[u] = 1;
      }
    }
  }
  return right;
}

template <bool directed, bool predecessors, class Level>
__global__ void __launch_bounds__(block_threads) edges_kernel(edge_pass<Level> p) {
  constexpr std::uint32_t unreached = static_cast<Level>(~Level{0});
  const edge_offset begin = (edge_offset{blockIdx.x} * block_warps + threadIdx.x / warp_lanes) * chunk_edges;
  if (begin >= p.g.num_edges) return;  // the whole warp
  const auto size = static_cast<std::uint32_t>(min(edge_offset{chunk_edges}, p.g.num_edges - begin));
  bool right = true;
  std::uint64_t row = row_of(p.g, begin);
  for (std::uint32_t done = 0; done < size;) {
    // 1. A row each; lanes behind the last vertex hold the last row again.
    const std::uint64_t u = min(row + lane(), std::uint64_t{p.g.num_vertices} - 1);
    lane_row mine{};
    mine.last = static_cast<std::uint32_t>(min(p.g.offsets[u + 1] - begin, edge_offset{size}));
    const std::uint32_t last = __shfl_sync(all_lanes, mine.last, warp_lanes - 1);
    if (last == done) {  // none of them has an edge, nor may millions behind them
      row = row_of(p.g, begin + done);
      continue;
    }
    const std::uint32_t level = p.levels[u];
    mine.below = level == unreached ? 0 : level + 1;
    mine.parent = !directed && predecessors ? p.predecessors[u] : no_vertex;
    // 2. An edge each.
    if (__any_sync(all_lanes, mine.below != 0)) {
      right &= edges_are_right<directed, predecessors>(p, p.g.targets + begin, row, mine, done, last);
    }
    done = last;
    row += warp_lanes;
  }
  if (!right) p.found->wrong = 1;
}

}  // namespace fathom::validate_engine
