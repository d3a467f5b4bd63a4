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

/// Traversal of the rows of up to 32 vertices by a warp: lane i holds the i-th row, and `lanes` lanes process each row together.
struct row_walk {
  vertex_id v = 0;
  edge_offset begin = 0, end = 0;  ///< of this lane's row; empty if the row is long
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
    if (has) begin = g.offsets[v], end = g.offsets[v + 1];
    is_long = end - begin > g.cut.piece_edges;
    if (is_long) end = begin;
    unsigned edges = sum_of_lanes(static_cast<unsigned>(end - begin));
    inspected = edges;
    if (one_lane) return;
    // Enough lanes per row to fetch most rows at once, with edges_together edges per lane.
    while (lanes < warp_lanes && lanes * edges_together * 4 * rows < edges * 5) lanes *= 2;
  }

  static constexpr unsigned edges_together = 8;  ///< whose loads a lane has under way at a time
  unsigned inspected = 0;                        ///< edges of these rows
};

/// Calls walk(v, first, last, lane, lanes, i) in all lanes, `lanes` of which process each row; lanes without a row get an empty
/// range.
template <class Walk>
__device__ void along_rows(const row_walk& w, Walk&& walk) {
  const unsigned lane = lane_of_warp(), at_once = warp_lanes / w.lanes;
  for (unsigned i = 0; i < w.rows; i += at_once) {
    const unsigned row = i + lane / w.lanes;
    const vertex_id v = from_lane(w.v, row);
    const edge_offset first = from_lane(w.begin, row), last = from_lane(w.end, row);
    walk(v, first, last, lane % w.lanes, w.lanes, i);
  }
}

}  // namespace fathom::edge_vertex_engine
