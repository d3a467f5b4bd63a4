// The last thread block of a kernel sends the outcome of a search to the host. The host polls pinned memory, which takes less time
// than events, a copy and a synchronization of the stream.
#pragma once

#include <cuda/atomic>

#include "bfs/cuda/search.hpp"

namespace fathom::bfs_engine {

/// All threads of all thread blocks must call this last. `write(summary)` is called by one thread when all thread blocks have
/// written their results.
template <class Write>
__device__ void leave(const kernel_end& end, Write&& write) {
  if (!end.summary) return;
  __syncthreads();
  if (threadIdx.x != 0) return;
  // Only the last thread block acquires, since that empties the L1 cache, which other thread blocks of the multiprocessor still
  // use. It does so by a load: with a fence in the kernel the compiler makes all its atomic operations wait for their results.
  const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> left(*end.left);
  if (left.fetch_add(1, ::cuda::memory_order_release) != gridDim.x - 1) return;
  static_cast<void>(left.load(::cuda::memory_order_acquire));
  left.store(0, ::cuda::memory_order_relaxed);
  write(*end.summary);
  if (end.search == 0) return;
  ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_system>(end.summary->search).store(end.search, ::cuda::memory_order_release);
}

}  // namespace fathom::bfs_engine
