// Queue in device memory that warps append to through buffers in shared memory, because atomics on one address are serialized.
#pragma once

#include "gpu/warp.cuh"

namespace fathom::cuda {

/// A warp's buffer of a queue, in kernels of `Threads` threads per thread block. One atomic per Room - 32 entries or more.
template <class T, class Count, unsigned Threads, unsigned Room = 128>
class warp_queue {
 public:
  /// `entries` must have room for all that is pushed, from *end on. A kernel has one queue of each type at a time.
  __device__ warp_queue(T* entries, Count* end) : entries_(entries), end_(end) {
    __shared__ T buffers[Threads / warp_lanes][Room];
    buffer_ = buffers[threadIdx.x / warp_lanes];
  }

  /// Appends the values of the lanes with `wanted`. All lanes of the warp must call this.
  __device__ __forceinline__ void push(bool wanted, T value) {
    const unsigned lanes = __ballot_sync(all_lanes, wanted);
    if (wanted) buffer_[size_ + warp_rank(lanes)] = value;
    size_ += static_cast<unsigned>(__popc(lanes));
    if (size_ > Room - warp_lanes) flush();
  }

  /// Writes the buffered values; call also at the end. All lanes of the warp must call this.
  __device__ void flush() {
    if (size_ == 0) return;
    __syncwarp();
    const Count at = warp_reserve(end_, static_cast<Count>(size_));
    for (unsigned i = lane(); i < size_; i += warp_lanes) entries_[at + i] = buffer_[i];
    __syncwarp();
    size_ = 0;
  }

 private:
  T* const entries_;
  Count* const end_;
  T* buffer_;
  unsigned size_ = 0;  // the same in all lanes
};

}  // namespace fathom::cuda
