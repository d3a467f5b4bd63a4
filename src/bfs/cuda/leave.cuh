// How the last thread block of a kernel tells the host what came of a search. The host polls pinned memory, which takes less time
// than events, a copy and a synchronization of the stream.
#pragma once

#include "bfs/cuda/search.hpp"

namespace fathom::bfs_engine {

/// All threads of all thread blocks must call this last. `tell(told)` is called by one thread when all thread blocks have written
/// their results.
template <class Tell>
__device__ void leave(const kernel_end& end, Tell&& tell) {
  if (!end.told) return;
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(end.left, 1u) != gridDim.x - 1) return;
  __threadfence();
  *end.left = 0;
  tell(*end.told);
  if (end.search == 0) return;
  __threadfence_system();
  *static_cast<volatile unsigned*>(&end.told->search) = end.search;
}

}  // namespace fathom::bfs_engine
