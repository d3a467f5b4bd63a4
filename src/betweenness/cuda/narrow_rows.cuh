// Narrow vertices, four per warp: each lane handles one of at most eight neighbors.
#pragma once

#include "betweenness/cuda/wide_rows.cuh"
#include "gpu/warp.cuh"

namespace fathom::betweenness_engine {

inline constexpr unsigned narrow_at_once = warp_lanes / narrow_row;

/// Narrow vertex as seen by one of its lanes.
struct narrow_vertex {
  std::uint32_t vertex = 0, word = 0;  ///< 0 beyond the end of the list
  std::uint32_t target = no_vertex;    ///< this lane's neighbor
  std::uint32_t mask = 0;              ///< the searches for which its value counts
};

/// This lane's edge in v's adjacency row; `at` >= `last` if there is none.
struct own_edge {
  edge_offset at, last;
  [[nodiscard]] __device__ bool is_one() const { return at < last; }
};

__device__ inline own_edge edge_of(const layout_adjacency& rows, std::uint32_t v, bool is_here) {
  const edge_offset first = load_if(is_here, rows.offsets + v, 0), last = load_if(is_here, rows.offsets + v + 1, 0);
  return {first + lane() % narrow_row, last};
}

__device__ inline unsigned degree_of(const own_edge& e) {
  return lane() % narrow_row == 0 && e.is_one() ? static_cast<unsigned>(e.last - e.at) : 0;
}

/// Sums the values that count and calls take(vertex, lanes, sum), one or more times, with one search per lane. All lanes of the
/// warp must call this.
template <class Value, class Take>
__device__ void sum_narrow(const grid_search& s, const narrow_vertex& own, Take take) {
  constexpr unsigned together = 2 * values_in_flight<Value>;
  const unsigned most = cuda::warp_max(static_cast<unsigned>(__popc(own.word)));
  const unsigned lanes = max(narrow_row, rounded_up(most));
  for (unsigned begin = 0; begin < narrow_at_once; begin += warp_lanes / lanes) {
    const unsigned from = (begin + lane() / lanes) * narrow_row;
    const std::uint32_t v = __shfl_sync(all_lanes, own.vertex, from), word = __shfl_sync(all_lanes, own.word, from);
    const word_lanes l = lanes_of(word, lanes);
    Value sum{};
#pragma unroll(together < narrow_row ? 1 : 8)
    for (unsigned first = 0; first < narrow_row; first += together) {
      Value value[together];
#pragma unroll
      for (unsigned k = 0; k < together; ++k) {
        const std::uint32_t target = __shfl_sync(all_lanes, own.target, from + first + k);
        const std::uint32_t mask = __shfl_sync(all_lanes, own.mask, from + first + k);
        value[k] = load_if((mask & l.bit) != 0, value_of<Value>(s, target, l.source));
      }
#pragma unroll
      for (unsigned k = 0; k < together; ++k) sum = sum + value[k];
    }
    take(v, l, sum);
  }
}

/// Calls work(own, is_here) for narrow vertices, four at a time, with own.vertex and own.word set. The word is loaded from `words`
/// and stored in the list, or if `words` is null loaded from the list. All lanes of the warp must call this.
template <class Work>
__device__ void for_each_narrow(const grid_search& s, const list_span& list, const std::uint32_t* words, Work work) {
  const unsigned size = static_cast<unsigned>(list.size);
  for (unsigned i = warp_of_grid() * narrow_at_once; i < size; i += warps_in_grid() * narrow_at_once) {
    const unsigned mine = i + lane() / narrow_row;
    const bool is_here = mine < size;
    uint2* const place = s.narrow + list.first + mine;
    narrow_vertex own;
    own.vertex = load_if(is_here, &place->x, 0);
    if (words) {
      own.word = load_if(is_here, words + own.vertex, 0);
      if (is_here && lane() % narrow_row == 0) place->y = own.word;
    } else {
      own.word = load_if(is_here, &place->y, 0);
    }
    work(own, is_here);
  }
}

}  // namespace fathom::betweenness_engine
