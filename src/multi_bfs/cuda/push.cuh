// Push step: the frontier propagates its visited bits; for frontiers with few edges, and graphs without in-edges. Whole bit rows
// are pushed, not only the new bits. While few searches have overlapped, rows have few nonzero words, and only those are sent.
#pragma once

#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/cuda/discoveries.cuh"

namespace fathom::multi_bfs_engine {

/// If more words than this are nonzero, lanes handle words of one neighbor instead of neighbors for one word.
inline constexpr unsigned few_words = 4;

/// The target of this lane's edge e, and its state; no_vertex if there is none or it is full.
__device__ inline std::uint32_t open_target(const bitwise_search& s, edge_offset e, edge_offset last, std::uint32_t& state) {
  const std::uint32_t target = load_if(e < last, s.out.targets + e, no_vertex);
  state = load_state_if(target != no_vertex, s.states + target);
  return (state & state_full) != 0 ? no_vertex : target;
}

/// Marks neighbors touched and prepares their next bit rows for atomic updates; uninitialized or stale rows are overwritten first.
/// All lanes must call this.
template <int Lanes>
__device__ void touch_row(const bitwise_search& s, const row_group<Lanes>& g, edge_offset first, edge_offset last) {
  constexpr unsigned groups = row_group<Lanes>::groups;
  for (edge_offset begin = first; begin < last; begin += warp_lanes) {
    std::uint32_t state;
    const std::uint32_t target = open_target(s, begin + lane(), last, state);
    bool is_first = false;
    if (target != no_vertex) {
      const std::uint32_t bit = 1u << (target % 32);
      // Testing first often saves the atomic operation.
      is_first = (__ldcg(s.touched + target / 32) & bit) == 0 && (atomicOr(&s.touched[target / 32], bit) & bit) == 0;
    }
    const bool is_raw = is_first && ((state & state_quarters) == 0 || (state & state_fresh) != 0);
    for (unsigned rest = __ballot_sync(all_lanes, is_raw); rest != 0;) {
      // One target per group; surplus groups repeat the last one.
      unsigned mine = static_cast<unsigned>(cuda::first_bit(rest));
#pragma unroll
      for (unsigned k = 0; k < groups; ++k) {
        mine = k <= g.number && rest != 0 ? static_cast<unsigned>(cuda::first_bit(rest)) : mine;
        rest &= rest - 1;
      }
      const std::uint32_t u = __shfl_sync(all_lanes, target, static_cast<int>(mine));
      const std::uint32_t theirs = __shfl_sync(all_lanes, state, static_cast<int>(mine));
      s.next_rows[g.at(u)] = load_row_if((theirs & g.quarter) != 0, s.rows + g.at(u));
    }
  }
}

/// Pushes a row with few nonzero words; one neighbor per lane.
__device__ inline void push_few_words(const bitwise_search& s, unsigned words_per_row, std::uint32_t word, unsigned with_bits,
                                      edge_offset first, edge_offset last) {
  unsigned* const next = reinterpret_cast<unsigned*>(s.next_rows);
  unsigned place[few_words];
  std::uint32_t bits[few_words];
#pragma unroll
  for (unsigned i = 0; i < few_words; ++i) {
    place[i] = with_bits != 0 ? static_cast<unsigned>(cuda::first_bit(with_bits)) : 0;
    const std::uint32_t there = __shfl_sync(all_lanes, word, static_cast<int>(place[i]));
    bits[i] = with_bits != 0 ? there : 0;
    with_bits &= with_bits - 1;
  }
  for (edge_offset e = first + lane(); e < last; e += warp_lanes) {
    std::uint32_t state;
    const std::uint32_t u = open_target(s, e, last, state);
    if (u == no_vertex) continue;
#pragma unroll
    for (unsigned i = 0; i < few_words; ++i) {
      if (bits[i] != 0) atomicOr(&next[std::size_t{u} * words_per_row + place[i]], bits[i]);
    }
  }
}

/// Pushes any row, one neighbor after another.
__device__ inline void push_many_words(const bitwise_search& s, unsigned words_per_row, std::uint32_t word, edge_offset first,
                                       edge_offset last) {
  unsigned* const next = reinterpret_cast<unsigned*>(s.next_rows);
  for (edge_offset begin = first; begin < last; begin += warp_lanes) {
    std::uint32_t state;
    const std::uint32_t target = open_target(s, begin + lane(), last, state);
    cuda::for_each_bit(__ballot_sync(all_lanes, target != no_vertex), [&](int from) {
      const std::uint32_t u = __shfl_sync(all_lanes, target, from);
      if (word != 0) atomicOr(&next[std::size_t{u} * words_per_row + lane()], word);
    });
  }
}

/// Pushes the bit row whose word lane() is `word`. All lanes must call this.
template <int Lanes>
__device__ void push_row(const bitwise_search& s, std::uint32_t word, edge_offset first, edge_offset last) {
  const unsigned with_bits = __ballot_sync(all_lanes, word != 0);
  if (__popc(with_bits) <= few_words) {
    push_few_words(s, Lanes * 4, word, with_bits, first, last);
  } else {
    push_many_words(s, Lanes * 4, word, first, last);
  }
}

template <int Lanes>
__device__ std::uint32_t row_word(const bitwise_search& s, std::uint32_t v) {
  constexpr unsigned words = Lanes * 4;
  return load_if(lane() < words, reinterpret_cast<const std::uint32_t*>(s.rows) + std::size_t{v} * words + lane(), 0);
}

enum class push_step { touch, push };

/// One adjacency row or chunk. All rows are touched before any is pushed.
template <int Lanes, push_step Step>
__device__ void take_step(const bitwise_search& s, const row_group<Lanes>& g, std::uint32_t v, edge_offset first, edge_offset last,
                          unsigned long long& inspected) {
  if constexpr (Step == push_step::touch) {
    touch_row(s, g, first, last);
  } else {
    push_row<Lanes>(s, row_word<Lanes>(s, v), first, last);
    inspected += lane() == 0 ? last - first : 0;
  }
}

/// Chunks of long rows: a warp selects the frontier's among 32 strided over the list, at whose ends the longest are.
template <int Lanes, push_step Step>
__global__ void __launch_bounds__(block_threads) push_long_rows_kernel(bitwise_search s) {
  const row_group<Lanes> g;
  unsigned long long inspected = 0;
  const std::uint64_t turns = (s.num_pieces + warp_lanes - 1) / warp_lanes;
  for (std::uint64_t turn = warp_of_grid(); turn < turns; turn += warps_in_grid()) {
    const std::uint64_t i = turn + lane() * turns;
    const std::uint32_t own = load_if(i < s.num_pieces, s.long_vertex + i, 0);
    const bool is_here = i < s.num_pieces && bit_of(s.changed[own / 32], own);
    const std::uint32_t own_number = load_if(is_here, s.long_number + i, 0);
    cuda::for_each_bit(__ballot_sync(all_lanes, is_here), [&](int from) {
      const std::uint32_t v = __shfl_sync(all_lanes, own, from), number = __shfl_sync(all_lanes, own_number, from);
      const edge_offset first = s.out.offsets[v] + std::uint64_t{number} * piece_edges, end = s.out.offsets[v + std::size_t{1}];
      take_step<Lanes, Step>(s, g, v, first, first + piece_edges < end ? first + piece_edges : end, inspected);
    });
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

/// All other rows of the frontier, one warp per 32 vertices.
template <int Lanes, push_step Step>
__global__ void __launch_bounds__(block_threads) push_short_rows_kernel(bitwise_search s) {
  const row_group<Lanes> g;
  unsigned long long inspected = 0;
  for (std::uint32_t w = warp_of_grid(); w < s.words; w += warps_in_grid()) {
    const std::uint32_t frontier = s.changed[w];
    if (frontier == 0) continue;
    const std::uint32_t own = w * 32 + lane();
    const bool is_here = bit_of(frontier, lane());
    const edge_offset own_first = is_here ? s.out.offsets[own] : 0, own_last = is_here ? s.out.offsets[own + 1] : 0;
    cuda::for_each_bit(__ballot_sync(all_lanes, is_here && own_last - own_first <= long_row), [&](int k) {
      const edge_offset first = __shfl_sync(all_lanes, own_first, k), last = __shfl_sync(all_lanes, own_last, k);
      take_step<Lanes, Step>(s, g, w * 32 + static_cast<unsigned>(k), first, last, inspected);
    });
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

}  // namespace fathom::multi_bfs_engine
