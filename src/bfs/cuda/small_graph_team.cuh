// Barriers and messages between the thread blocks that search a small graph together. They are a cluster; devices without clusters
// search with one thread block.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>

#include "gpu/cluster.cuh"

namespace fathom::bfs_engine {

/// The thread blocks of the grid.
struct block_team {
#ifdef FATHOM_HAS_CLUSTERS
  __device__ static void sync() { cooperative_groups::this_cluster().sync(); }
  /// A barrier in two parts. It orders no writes, only what the threads have read before it.
  __device__ static void arrive() { cuda::arrive_in_cluster(); }
  __device__ static void wait() { cuda::wait_for_cluster(); }
  /// The same place in the shared memory of another thread block.
  template <class T>
  __device__ static T* in_block(T* mine, unsigned block) {
    return cooperative_groups::this_cluster().map_shared_rank(mine, block);
  }
#else
  __device__ static void sync() { __syncthreads(); }
  __device__ static void arrive() {}
  __device__ static void wait() { __syncthreads(); }
  template <class T>
  __device__ static T* in_block(T* mine, unsigned) {
    return mine;
  }
#endif
};

/// Words of a bitmap that each thread block sends to all others in a bottom-up level. A thread block waits for the words
/// themselves, not for a barrier, which also waits for results on their way to device memory. Levels use two objects in turn: a
/// fast thread block may send the words of the next level while another still waits.
class word_exchange {
 public:
#ifdef FATHOM_HAS_CLUSTERS
  /// By one thread, before a barrier of the cluster.
  __device__ void start() {
    arrived_[0].start(gridDim.x);
    arrived_[1].start(gridDim.x);
  }
  /// By one lane per receiver.
  __device__ void announce(unsigned level, unsigned receiver, unsigned words) const {
    if (gridDim.x > 1) cuda::announce(cuda::address_in_block(arrived_[level % 2].address(), receiver), words * 4);
  }
  __device__ void send(unsigned level, unsigned receiver, std::uint32_t* to, std::uint32_t word) const {
    if (gridDim.x == 1) {
      *to = word;  // messages are illegal without a cluster
      return;
    }
    cuda::send(cuda::address_in_block(cuda::shared_address(to), receiver), word,
               cuda::address_in_block(arrived_[level % 2].address(), receiver));
  }
  __device__ void wait(unsigned level) const {
    if (gridDim.x > 1) {
      arrived_[level % 2].wait(level / 2 % 2);
    } else {
      __syncthreads();
    }
  }

 private:
  cuda::arrivals arrived_[2];
#else
  __device__ void start() {}
  __device__ void announce(unsigned, unsigned, unsigned) const {}
  __device__ void send(unsigned, unsigned, std::uint32_t* to, std::uint32_t word) const { *to = word; }
  __device__ void wait(unsigned) const { __syncthreads(); }
#endif
};

}  // namespace fathom::bfs_engine
