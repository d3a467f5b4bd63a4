// Number of rows added by a lane in which each search's bit is set: vertical counters, one bit of each count per plane.
#pragma once

#include "multi_bfs/cuda/bit_rows.cuh"

namespace fathom::multi_bfs_engine {

class row_counter {
 public:
  /// `counts` points to the thread block's shared counters of the 128 searches whose bits this lane adds. All lanes of a warp must
  /// add equally often.
  __device__ explicit row_counter(unsigned* counts) : counts_(counts) {
    for (uint4& plane : planes_) plane = no_bits();
  }

  __device__ void add(uint4 row) {
#pragma unroll
    for (uint4& plane : planes_) {
      const uint4 carry = plane & row;
      plane = plane ^ row;
      row = carry;
    }
    if (++added_ == most) flush();
  }

  __device__ void flush() {
    for (unsigned bit = 0; bit < 32; ++bit) {
      unsigned c[4] = {0, 0, 0, 0};
#pragma unroll
      for (int p = 0; p < num_planes; ++p) {
        c[0] |= ((planes_[p].x >> bit) & 1) << p;
        c[1] |= ((planes_[p].y >> bit) & 1) << p;
        c[2] |= ((planes_[p].z >> bit) & 1) << p;
        c[3] |= ((planes_[p].w >> bit) & 1) << p;
      }
#pragma unroll
      for (int word = 0; word < 4; ++word) {
        if (c[word] != 0) atomicAdd(&counts_[word * 32 + bit], c[word]);
      }
    }
    for (uint4& plane : planes_) plane = no_bits();
    added_ = 0;
  }

 private:
  static constexpr int num_planes = 6;
  static constexpr unsigned most = (1u << num_planes) - 1;

  uint4 planes_[num_planes];
  unsigned added_ = 0;
  unsigned* counts_;
};

}  // namespace fathom::multi_bfs_engine
