// Concurrent union-find on a CUDA device: parent[v] <= v, and a root is its own parent, so that a tree's root is its smallest
// vertex once all links are done. After the find and hook operations of Jaiganesh and Burtscher, "A High-Performance Connected
// Components Implementation for GPUs" (ECL-CC), HPDC 2018.
#pragma once

#include "fathom/types.hpp"
#include "gpu/warp.cuh"

namespace fathom::components_engine {

/// Bypasses the L1 cache, which does not see writes by other multiprocessors.
__device__ inline vertex_id parent_of(const vertex_id* parent, vertex_id v) { return __ldcg(&parent[v]); }

/// The root above v, with path halving: each vertex on the path is attached to its grandparent. Races are benign, since all threads
/// write ancestors.
__device__ inline vertex_id find_root(vertex_id* parent, vertex_id v) {
  vertex_id above = parent_of(parent, v);
  for (vertex_id next; above != v && (next = parent_of(parent, above)) != above; v = above, above = next) parent[v] = next;
  return above;
}

/// Joins the trees of u and v. If several lanes of a warp link the same root, one of them tries and the others then look up
/// the new root: simultaneous atomics on the root of a large tree would be serialized.
__device__ inline void link(vertex_id* parent, vertex_id u, vertex_id v) {
  vertex_id a = find_root(parent, u), b = find_root(parent, v);
  while (a != b) {
    const vertex_id high = max(a, b), low = min(a, b);
    const unsigned same = __match_any_sync(__activemask(), high);
    bool done = false;
    if (cuda::lane() == static_cast<unsigned>(cuda::first_bit(same))) done = atomicCAS(&parent[high], high, low) == high;
    __syncwarp(same);
    if (done) return;
    a = find_root(parent, high), b = find_root(parent, low);
  }
}

}  // namespace fathom::components_engine
