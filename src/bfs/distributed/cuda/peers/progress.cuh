// Progress of a search on devices that write to each other's memory, and how one thread block hands it to the others.
#pragma once

#include "bfs/distributed/cuda/peers/barrier.cuh"

namespace fathom::ranks_engine {

/// State of the level loop. All thread blocks of all processes compute the same from the counts of each barrier.
struct peer_levels_state {
  unsigned long long unexplored;               ///< edges out of vertices that were in no frontier yet
  unsigned long long reached = 0, before = 0;  ///< vertices: of all earlier frontiers, and of the last one
  std::uint32_t barrier;                       ///< number of the last barrier
  unsigned level = 0, bitmap = 0, list = 0;    ///< level, and the bitmap and the list of unvisited vertices in use
  unsigned runs = 0;                           ///< of levels that only the first thread block does
  bool bottom_up = false;
  bool hub_split = false;   ///< the frontier is small, hubs are searched bottom-up and other vertices top-down
  bool sends_bits = false;  ///< this level's discoveries are sent to other processes as bits
  bool marks = true;        ///< the frontier exists only as lists: the next step must set its bits
};

/// State that the first thread block hands over to the others after a run of levels that only it has done.
struct peer_progress {
  peer_levels_state state;
  barrier_words counts;
  std::uint32_t barrier;  ///< that of `state`, written last
  unsigned waiting;       ///< thread blocks that wait, summed over all runs of the search
};

using device_word = ::cuda::atomic_ref<std::uint32_t, ::cuda::thread_scope_device>;

/// Ends a run: the first thread block gives its state and counts to the others. These do not wait at the barriers of the run, since
/// a slow one could miss them: the words of only peer_room::barriers_kept barriers exist. All threads of the grid must call this.
__device__ inline void hand_over(const peer_search& s, peer_levels_state& state, barrier_words& counts) {
  peer_progress& there = *s.progress;
  const device_word barrier(there.barrier);
  __syncthreads();
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    there.state = state;
    there.counts = counts;
    barrier.store(state.barrier, ::cuda::memory_order_release);
    return;
  }
  if (threadIdx.x == 0) {
    device_word(there.waiting).fetch_add(1, ::cuda::memory_order_release);
    while (static_cast<std::int32_t>(barrier.load(::cuda::memory_order_relaxed) - state.barrier) <= 0) {
    }
    static_cast<void>(barrier.load(::cuda::memory_order_acquire));
    counts = there.counts;
  }
  __syncthreads();
  state = there.state;
}

/// Waits until all other thread blocks wait for this run to end, so that they have read the words of all barriers before it. By the
/// first thread block.
__device__ inline void await_waiting_blocks(const peer_search& s, const peer_levels_state& state) {
  if (threadIdx.x == 0) {
    while (device_word(s.progress->waiting).load(::cuda::memory_order_acquire) != state.runs * (gridDim.x - 1)) {
    }
  }
  __syncthreads();
}

}  // namespace fathom::ranks_engine
