// Levels of a tree from its predecessors, by pointer doubling (Wyllie 1979): every vertex stores an ancestor and the number of
// steps to it, and in each round replaces it by its ancestor's ancestor. Vertices that have not reached the source after log2(n)
// rounds lead into a cycle.
#pragma once

#include "bfs/validate/cuda/validated_graph.hpp"

namespace fathom::validate_engine {

__device__ inline tree_link make_link(vertex_id ancestor, std::uint32_t steps) { return tree_link{ancestor} << 32 | steps; }
__device__ inline vertex_id ancestor_of(tree_link l) { return static_cast<vertex_id>(l >> 32); }
__device__ inline std::uint32_t steps_of(tree_link l) { return static_cast<std::uint32_t>(l); }

/// Sets `wrong` for a predecessor that leads nowhere: not a vertex of the graph, the vertex itself, or unreached.
__global__ void __launch_bounds__(block_threads)
    first_links_kernel(vertex_id n, vertex_id source, const vertex_id* predecessors, tree_link* links, findings* found) {
  bool wrong = false, unfinished = false;
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(i);
    const vertex_id parent = predecessors[v];
    const bool inside = parent < n;
    links[v] = v == source ? make_link(source, 0) : inside ? make_link(parent, 1) : make_link(no_vertex, 0);
    if (v == source || parent == no_vertex || parent == source) continue;
    wrong |= !inside || parent == v || predecessors[parent] == no_vertex;
    unfinished = true;
  }
  if (wrong) found->wrong = 1;
  if (unfinished) found->unfinished = 1;
}

/// Bypasses the L1 caches, which do not see writes by other multiprocessors. Stale words are harmless, though: a round advances at
/// least as far as one that reads only words of the previous round.
__global__ void __launch_bounds__(block_threads)
    double_links_kernel(vertex_id n, vertex_id source, tree_link* links, findings* found) {
  bool unfinished = false;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const tree_link mine = links[v];
    const vertex_id ancestor = ancestor_of(mine);
    if (ancestor == source || ancestor >= n) continue;
    const tree_link theirs = __ldcg(links + ancestor);
    __stcg(links + v, make_link(ancestor_of(theirs), steps_of(mine) + steps_of(theirs)));
    unfinished |= ancestor_of(theirs) != source;
  }
  if (unfinished) found->unfinished = 1;
}

__global__ void __launch_bounds__(block_threads)
    tree_levels_kernel(vertex_id n, vertex_id source, const tree_link* links, hop_count* levels) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    levels[v] = ancestor_of(links[v]) == source ? static_cast<hop_count>(steps_of(links[v])) : unreachable;
  }
}

}  // namespace fathom::validate_engine
