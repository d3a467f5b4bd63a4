// The last thread block of a kernel sends the outcome of a search to the host. The host polls pinned memory, which takes less time
// than events, a copy and a synchronization of the stream.
#pragma once

#include "bfs/cuda/search.hpp"

namespace fathom::bfs_engine {

/// All threads of all thread blocks must call this last. `write(summary)` is called by one thread when all thread blocks have
/// written their results.
template <class Write>
__device__ void leave(const kernel_end& end, Write&& write) {
  if (!end.summary) return;
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(end.left, 1u) != gridDim.x - 1) return;
  __threadfence();
  *end.left = 0;
  write(*end.summary);
  if (end.search == 0) return;
  __threadfence_system();
  *static_cast<volatile unsigned*>(&end.summary->search) = end.search;
}

}  // namespace fathom::bfs_engine
