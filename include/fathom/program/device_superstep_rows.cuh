// Warps: values of any type handed between lanes, and how the lanes of a warp share some rows of a graph.
#pragma once

#include <cstdint>
#include <cstring>

#include "fathom/program/device_superstep_graph.hpp"

namespace fathom::edge_vertex_engine {

inline constexpr unsigned warp_lanes = 32, all_lanes = 0xffffffffu;

[[nodiscard]] __device__ inline unsigned lane_of_warp() { return threadIdx.x % warp_lanes; }

/// Shuffle(word) for each word of x.
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

/// x of the lane whose number differs by the bits of `by`. All lanes come by.
template <class T>
[[nodiscard]] __device__ T from_other_lane(const T& x, unsigned by) {
  return shuffled(x, [by](unsigned word) { return __shfl_xor_sync(all_lanes, word, static_cast<int>(by)); });
}

/// x of a lane; of `lane` modulo 32. All lanes come by.
template <class T>
[[nodiscard]] __device__ T from_lane(const T& x, unsigned lane) {
  return shuffled(x, [lane](unsigned word) { return __shfl_sync(all_lanes, word, static_cast<int>(lane)); });
}

/// How a warp goes through the rows of up to 32 vertices: lane i knows the i-th of them, and `lanes` lanes walk along each.
struct row_walk {
  vertex_id v = 0;
  edge_offset begin = 0, end = 0;  ///< of lane's row; empty where it is long
  unsigned rows = 0, lanes = 1;
  bool has = false, is_long = false;  ///< whether this lane has a row, and whether that is cut into pieces

  /// Rows of base + i for the bits i of `mask`. All lanes come by.
  __device__ row_walk(const device_rows& g, vertex_id base, unsigned mask, bool one_lane) {
    const unsigned lane = lane_of_warp();
    rows = static_cast<unsigned>(__popc(mask));
    has = lane < rows;
    // The lane-th bit that is set; of a mask without gaps that is the lane's own.
    const unsigned at = (mask & (mask + 1)) == 0 ? lane : has ? __fns(mask, 0, static_cast<int>(lane) + 1) : 0;
    v = base + at;
    if (has) begin = g.offsets[v], end = g.offsets[v + 1];
    is_long = end - begin > g.cut.piece_edges;
    if (is_long) end = begin;
    unsigned edges = __reduce_add_sync(all_lanes, static_cast<unsigned>(end - begin));
    looked_at = edges;
    if (one_lane) return;
    // As many lanes as fetch most rows at once, some edges each.
    while (lanes < warp_lanes && lanes * edges_together * 4 * rows < edges * 5) lanes *= 2;
  }

  static constexpr unsigned edges_together = 4;
  unsigned looked_at = 0;  ///< edges of these rows
};

/// walk(v, first, last, lane, lanes) for each row of the walk, by `lanes` lanes together, and for others by lanes without a row.
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
