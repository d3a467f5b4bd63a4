// Bit rows of the vertices of a bitmap word, and launches by the width of rows.
#pragma once

#include "graph/partition/cuda/words.cuh"
#include "multi_bfs/cuda/bit_rows.cuh"
#include "multi_bfs/distributed/cuda/joint_view.hpp"

namespace fathom::ranks_engine {

using multi_bfs_engine::any;
using multi_bfs_engine::load_row_if;
using multi_bfs_engine::no_bits;
using multi_bfs_engine::row_group;
using multi_bfs_engine::select;
using multi_bfs_engine::without;
using multi_bfs_engine::operator|;
using multi_bfs_engine::operator&;

/// Calls visit(i, is_member) in all lanes for the vertices of a bitmap word, one vertex per group of lanes, where i is the vertex's
/// bit. Skips steps without members. All lanes must call this with the same `members`.
template <int Lanes, class Visit>
__device__ __forceinline__ void for_each_member(const row_group<Lanes>& g, bit_word members, const Visit& visit) {
  constexpr unsigned groups = row_group<Lanes>::groups;
#pragma unroll 1
  for (unsigned step = 0; step < Lanes; ++step) {
    const bit_word of_step = Lanes == 1 ? all_lanes : ((1u << (groups % bits_per_word)) - 1) << (step * groups);
    if ((members & of_step) == 0) continue;
    const unsigned i = step * groups + g.number;
    visit(i, (members >> i & 1) != 0);
  }
}

/// ORs `bits` into the 16 bytes at `to`, which other threads may do at the same time.
__device__ __forceinline__ void atomic_or(uint4* to, uint4 bits) {
  auto* const words = reinterpret_cast<unsigned*>(to);
  if (bits.x != 0) atomicOr(words, bits.x);
  if (bits.y != 0) atomicOr(words + 1, bits.y);
  if (bits.z != 0) atomicOr(words + 2, bits.z);
  if (bits.w != 0) atomicOr(words + 3, bits.w);
}

/// Sets a vertex's bit. Testing first often saves the atomic operation.
__device__ __forceinline__ void set_member(bit_word* members, std::uint64_t v) {
  const bit_word bit = bit_word{1} << (v % bits_per_word);
  bit_word* const word = members + v / bits_per_word;
  if ((__ldcg(word) & bit) == 0) atomicOr(word, bit);
}

/// Calls launch.template operator()<Lanes>() for the number of lanes of a bit row.
template <class Launch>
void by_lanes(unsigned lanes, const Launch& launch) {
  if (lanes == 1) return launch.template operator()<1>();
  if (lanes == 2) return launch.template operator()<2>();
  launch.template operator()<4>();
}

}  // namespace fathom::ranks_engine
