// Queue in device memory that all warps append to, with few atomics on its end: atomics on one address take 2 ns each, and one per
// vertex took longer than the rest of the search.
#pragma once

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

/// Destination of queued vertices: an array of this device.
struct one_queue {
  std::uint32_t* entries;
  __device__ void put(unsigned i, std::uint32_t v) const { entries[i] = v; }
};

/// A warp's buffer of the queue. Entries beyond `limit` are counted but dropped.
template <class Queue, class Room>
struct queue_of_warp {
  static constexpr std::uint32_t warp_buffer = Room::warp_buffer;

  std::uint32_t* buffer;  ///< warp_buffer entries in shared memory
  Queue queue;
  unsigned* end;
  std::uint32_t limit;
  unsigned size = 0;

  __device__ queue_of_warp(std::uint32_t* shared, Queue to, unsigned* its_end, std::uint32_t its_limit)
      : buffer(shared + threadIdx.x / warp_lanes * warp_buffer), queue(to), end(its_end), limit(its_limit) {}

  /// All lanes of the warp must call this.
  __device__ void push(bool wanted, std::uint32_t v) {
    const unsigned lanes = __ballot_sync(all_lanes, wanted);
    if (lanes == 0) return;
    if (wanted) buffer[size + cuda::warp_rank(lanes)] = v;
    size += __popc(lanes);
    if (size > warp_buffer - warp_lanes) write(cuda::warp_reserve(end, size));
  }

  /// Appends the remaining entries of all warps of the thread block with one atomic. All threads of the thread block must call
  /// this.
  __device__ void flush_block() {
    __shared__ unsigned begin[block_warps];
    __syncthreads();
    if (lane() == 0) begin[threadIdx.x / warp_lanes] = size;
    __syncthreads();
    if (threadIdx.x < warp_lanes) {
      const unsigned mine = lane() < block_warps ? begin[lane()] : 0;
      const unsigned upto = cuda::warp_inclusive_sum(mine);
      unsigned at = 0;
      if (lane() == warp_lanes - 1 && upto > 0) at = atomicAdd(end, upto);
      at = __shfl_sync(all_lanes, at, warp_lanes - 1);
      if (lane() < block_warps) begin[lane()] = at + upto - mine;
    }
    __syncthreads();
    write(begin[threadIdx.x / warp_lanes]);
  }

 private:
  __device__ void write(unsigned at) {
    __syncwarp();
    for (unsigned i = lane(); i < size; i += warp_lanes) {
      if (at + i < limit) queue.put(at + i, buffer[i]);
    }
    __syncwarp();
    size = 0;
  }
};

template <class Search>
using warp_queue = queue_of_warp<one_queue, typename Search::shared_room>;

}  // namespace fathom::bfs_engine
