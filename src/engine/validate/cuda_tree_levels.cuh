// Levels of a tree from its predecessors alone, by pointer doubling (Wyllie 1979): every vertex knows an ancestor and how many
// steps away that is, and in each round takes its ancestor's ancestor. What has not met the source after log2(n) rounds runs in a
// circle.
#pragma once

#include "engine/validate/judged_graph.hpp"

namespace fathom::validate_engine {

__device__ inline tree_link make_link(vertex_id ancestor, std::uint32_t steps) { return tree_link{ancestor} << 32 | steps; }
__device__ inline vertex_id ancestor_of(tree_link l) { return static_cast<vertex_id>(l >> 32); }
__device__ inline std::uint32_t steps_of(tree_link l) { return static_cast<std::uint32_t>(l); }

/// Wrong: a predecessor from which there is no way on (none of the graph, the vertex itself, one that is not reached).
__global__ void __launch_bounds__(block_threads)
    first_links_kernel(vertex_id n, vertex_id source, const vertex_id* predecessors, tree_link* links, findings* found) {
  bool wrong = false, unfinished = false;
  for (std::uint64_t i = thread_of_grid(); i < n; i += threads_in_grid()) {
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

/// Past the first-level caches, which do not see what other multiprocessors write. An old word will do, though: a round reaches
/// at least as far as one that reads only words of the round before.
__global__ void __launch_bounds__(block_threads)
    double_links_kernel(vertex_id n, vertex_id source, tree_link* links, findings* found) {
  bool unfinished = false;
  for (std::uint64_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
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
  for (std::uint64_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
    levels[v] = ancestor_of(links[v]) == source ? static_cast<hop_count>(steps_of(links[v])) : unreachable;
  }
}

}  // namespace fathom::validate_engine
