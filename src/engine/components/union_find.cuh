// A forest that threads of a CUDA device build together: parent[v] <= v, and a root is its own parent, so that a tree's root is its
// smallest vertex once nobody links any more. After the find and hook operations of Jaiganesh and Burtscher, "A High-Performance
// Connected Components Implementation for GPUs" (ECL-CC), HPDC 2018.
#pragma once

#include "cuda/warp.hpp"
#include "fathom/types.hpp"

namespace fathom::components_engine {

/// Past the first-level cache, which does not see what other multiprocessors write.
__device__ inline vertex_id parent_of(const vertex_id* parent, vertex_id v) { return __ldcg(&parent[v]); }

/// The root above v. Each vertex on the way is hung up one higher: whoever comes after has half as far, and what two threads write
/// over each other is an ancestor either way.
__device__ inline vertex_id find_root(vertex_id* parent, vertex_id v) {
  vertex_id above = parent_of(parent, v);
  for (vertex_id next; above != v && (next = parent_of(parent, above)) != above; v = above, above = next) parent[v] = next;
  return above;
}

/// Joins the trees of u and v, from their roots or from vertices below. Of the lanes of a warp that want to hang up the same root
/// one tries while the others wait, and then look where it hangs: all at once on the root of a large tree would take turns.
__device__ inline void link(vertex_id* parent, vertex_id u, vertex_id v) {
  vertex_id a = find_root(parent, u), b = find_root(parent, v);
  while (a != b) {
    const vertex_id high = max(a, b), low = min(a, b);
    const unsigned same = __match_any_sync(__activemask(), high);
    bool done = false;
    if (cuda::lane() == static_cast<unsigned>(__ffs(static_cast<int>(same)) - 1))
      done = atomicCAS(&parent[high], high, low) == high;
    __syncwarp(same);
    if (done) return;
    a = find_root(parent, high), b = find_root(parent, low);
  }
}

}  // namespace fathom::components_engine
