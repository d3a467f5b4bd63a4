// Warp utilities: shuffles of any type, and the assignment of lanes to adjacency rows.
#pragma once

#include <cstdint>
#include <cstring>

#include "fathom/visitor/device_superstep_graph.hpp"

namespace fathom::edge_vertex_engine {

inline constexpr unsigned warp_lanes = 32, all_lanes = 0xffffffffu;

[[nodiscard]] __device__ inline unsigned lane_of_warp() { return threadIdx.x % warp_lanes; }

/// Applies shuffle(word) to each 32-bit word of x.
template <class T, class Shuffle>
[[nodiscard]] __device__ T shuffled(const T& x, const Shuffle& shuffle) {
  constexpr std::size_t words = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
  unsigned w[words];
  w[words - 1] = 0;
  memcpy(w, &x, sizeof(T));
#pragma unroll
  for (unsigned& word : w) word = shuffle(word);
  T y = x;
  memcpy(&y, w, sizeof(T));
  return y;
}

/// x of the lane whose index is this lane's xor `by`. All lanes must call this.
template <class T>
[[nodiscard]] __device__ T from_other_lane(const T& x, unsigned by) {
  return shuffled(x, [by](unsigned word) { return __shfl_xor_sync(all_lanes, word, static_cast<int>(by)); });
}

/// x of lane `lane` modulo 32. All lanes must call this.
template <class T>
[[nodiscard]] __device__ T from_lane(const T& x, unsigned lane) {
  return shuffled(x, [lane](unsigned word) { return __shfl_sync(all_lanes, word, static_cast<int>(lane)); });
}

// Devices below 8.0 have no instruction that reduces over a warp.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
/// Sum over the warp, returned to all lanes. All lanes must call this.
[[nodiscard]] __device__ inline unsigned sum_of_lanes(unsigned mine) {
#pragma unroll
  for (unsigned distance = warp_lanes / 2; distance > 0; distance /= 2) mine += from_other_lane(mine, distance);
  return mine;
}

/// Bitwise or over the warp, returned to all lanes. All lanes must call this.
[[nodiscard]] __device__ inline unsigned bits_of_lanes(unsigned mine) {
#pragma unroll
  for (unsigned distance = warp_lanes / 2; distance > 0; distance /= 2) mine |= from_other_lane(mine, distance);
  return mine;
}
#else
[[nodiscard]] __device__ inline unsigned sum_of_lanes(unsigned mine) { return __reduce_add_sync(all_lanes, mine); }
[[nodiscard]] __device__ inline unsigned bits_of_lanes(unsigned mine) { return __reduce_or_sync(all_lanes, mine); }
#endif

/// Sets the bits base + i, for the bits i of `mask`, to those of `value`. All lanes must call this with the same arguments. Other
/// warps may write the other bits of these words.
__device__ inline void put_bits(std::uint32_t* bits, vertex_id base, unsigned mask, unsigned value) {
  const unsigned lane = lane_of_warp(), at = base % 32;
  if (mask == all_lanes && at == 0) {
    if (lane == 0) bits[base / 32] = value;
    return;
  }
  if (lane > 1) return;  // lane 0 writes the word that has `base`, lane 1 the next one
  const auto part = [&](unsigned all) { return static_cast<unsigned>((std::uint64_t{all} << at) >> (32 * lane)); };
  const unsigned ones = part(mask & value), zeros = part(mask & ~value);
  if (ones != 0) atomicOr(&bits[base / 32 + lane], ones);
  if (zeros != 0) atomicAnd(&bits[base / 32 + lane], ~zeros);
}

/// Traversal of the rows of up to 32 vertices by a warp: lane i holds the i-th row, and `lanes` lanes process each row together.
struct row_walk {
  vertex_id v = 0;
  edge_offset begin = 0;  ///< of this lane's row
  unsigned size = 0;      ///< number of its edges; 0 if the row is long
  unsigned rows = 0, lanes = 1;
  bool has = false, is_long = false;  ///< whether this lane has a row, and whether the row is divided into chunks

  /// Rows of base + i for the set bits i of `mask`. All lanes must call this.
  __device__ row_walk(const device_rows& g, vertex_id base, unsigned mask, bool one_lane) {
    const unsigned lane = lane_of_warp();
    rows = static_cast<unsigned>(__popc(mask));
    has = lane < rows;
    // Position of the lane-th set bit; the lane itself if the mask has no gaps.
    const unsigned at = (mask & (mask + 1)) == 0 ? lane : has ? __fns(mask, 0, static_cast<int>(lane) + 1) : 0;
    v = base + at;
    const edge_offset end = has ? g.offsets[v + 1] : 0;
    if (has) begin = g.offsets[v];
    is_long = end - begin > g.cut.piece_edges;
    size = is_long ? 0 : static_cast<unsigned>(end - begin);
    const unsigned edges = sum_of_lanes(size);
    inspected = edges;
    if (one_lane) return;
    // Enough lanes per row to fetch most rows at once, with edges_together edges per lane.
    while (lanes < warp_lanes && lanes * edges_together * 4 * rows < edges * 5) lanes *= 2;
  }

  static constexpr unsigned edges_together = 8;  ///< whose loads a lane has under way at a time
  unsigned inspected = 0;                        ///< edges of these rows
};

/// Calls walk(v, first, size, lane, lanes, i) in all lanes, `lanes` of which process each row of `size` edges; lanes without a row
/// get size 0.
template <class Walk>
__device__ void along_rows(const row_walk& w, Walk&& walk) {
  const unsigned lane = lane_of_warp(), at_once = warp_lanes / w.lanes;
  for (unsigned i = 0; i < w.rows; i += at_once) {
    const unsigned row = i + lane / w.lanes;
    const vertex_id v = from_lane(w.v, row);
    const edge_offset first = from_lane(w.begin, row);
    const unsigned size = from_lane(w.size, row);
    walk(v, first, size, lane % w.lanes, w.lanes, i);
  }
}

}  // namespace fathom::edge_vertex_engine
