// Assignment of lanes to searches. Only some of the 32 searches discover a vertex at a given level, and no lanes are wasted on the
// others: the number of such searches, rounded up to a power of two, is the number of adjacent lanes that process one value row,
// while the other lanes of the warp process the rows of other neighbors.
//
// The order of summation depends only on the vertex, its adjacency row and the searches, never on the vertex's position in a list.
// Lanes without a search add zeros, which change no sum.
#pragma once

#include "betweenness/cuda/grid_search.hpp"
#include "betweenness/extended_number.hpp"

namespace fathom::betweenness_engine {

using cuda::lane;

__device__ inline unsigned warp_of_grid() { return blockIdx.x * block_warps + threadIdx.x / warp_lanes; }
__device__ inline unsigned warps_in_grid() { return gridDim.x * block_warps; }
__device__ inline unsigned thread_of_grid() { return blockIdx.x * block_threads + threadIdx.x; }
__device__ inline unsigned threads_in_grid() { return gridDim.x * block_threads; }

/// Position of the k-th set bit, counted from 0; `word` must have more than k set bits.
__device__ inline unsigned nth_bit(std::uint32_t word, unsigned k) {
  unsigned at = 0;
#pragma unroll
  for (unsigned step = 16; step > 0; step /= 2) {
    const unsigned below = __popc((word >> at) & ((1u << step) - 1));
    const bool behind = k >= below;
    k -= behind ? below : 0;
    at += behind ? step : 0;
  }
  return at;
}

/// The smallest power of two that is at least `count`; 1 for 0.
__device__ inline unsigned rounded_up(unsigned count) {
  return count <= 1 ? 1 : 1u << (warp_lanes - static_cast<unsigned>(__clz(static_cast<int>(count - 1))));
}

__device__ inline double shuffle_xor(double value, unsigned other) { return __shfl_xor_sync(all_lanes, value, other); }
__device__ inline extended_number shuffle_xor(extended_number value, unsigned other) {
  value.mantissa = __shfl_xor_sync(all_lanes, value.mantissa, other);
  value.exponent = __shfl_xor_sync(all_lanes, value.exponent, other);
  return value;
}

/// Sums over the lanes whose numbers differ only in the bits from `least` up to but excluding `end`, both powers of two. All of
/// these lanes get the sum.
template <class Value>
__device__ Value sum_lanes(Value value, unsigned least, unsigned end) {
  for (unsigned step = end / 2; step >= least; step /= 2) value = value + shuffle_xor(value, step);
  return value;
}

struct word_lanes {
  unsigned lanes;     ///< adjacent lanes per value row
  unsigned source;    ///< the search of this lane
  std::uint32_t bit;  ///< its bit; 0 for a lane without one
};

/// Assigns the searches in `word` to `lanes` adjacent lanes, which must suffice.
__device__ inline word_lanes lanes_of(std::uint32_t word, unsigned lanes) {
  const unsigned k = lane() % lanes;
  const bool has_one = k < static_cast<unsigned>(__popc(word));
  const unsigned source = has_one ? nth_bit(word, k) : 0;
  return {lanes, source, has_one ? 1u << source : 0};
}
__device__ inline word_lanes lanes_of(std::uint32_t word) { return lanes_of(word, rounded_up(__popc(word))); }

template <class Value>
__device__ Value* value_of(const grid_search& s, std::uint32_t v, unsigned source) {
  return static_cast<Value*>(s.values) + (std::size_t{v} << s.row_bits) + source;
}

/// The word array of a level.
__device__ inline std::uint32_t* words_of(const grid_search& s, unsigned level) {
  return s.words + std::size_t{level % word_levels} * s.num_vertices;
}

}  // namespace fathom::betweenness_engine
