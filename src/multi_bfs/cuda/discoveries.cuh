// Recording of a vertex's discoveries, and their sums per thread block.
#pragma once

#include "multi_bfs/cuda/harmonic_units.cuh"
#include "multi_bfs/cuda/row_counter.cuh"

namespace fathom::multi_bfs_engine {

/// Sums of one lane over one level. Only the first lane of a row's group counts, except for bit rows.
template <int Lanes, bool Counts>
class level_sums {
 public:
  __device__ explicit level_sums(unsigned* shared_counts) : counter_(shared_counts + lane() % Lanes * 128) {}

  uint4 active = no_bits();
  // 32 bits are enough for a lane's part of the vertices, whose rows are short.
  unsigned vertices = 0, inspected = 0, open = 0, open_pieces = 0, found = 0;
  unsigned long long push_sectors = 0, traversed = 0;

  __device__ void count(uint4 row) {
    if constexpr (Counts) counter_.add(row);
  }
  __device__ void flush() {
    if constexpr (Counts) counter_.flush();
  }

 private:
  struct nothing {
    __device__ explicit nothing(unsigned*) {}
  };
  std::conditional_t<Counts, row_counter, nothing> counter_;
};

/// Sums in shared memory, so that thread blocks instead of warps contend for the grid's counters.
template <int Lanes, bool Counts>
struct block_sums {
  unsigned counts[Counts ? Lanes * 128 : 1];
  unsigned active[Lanes * 4];
  level_totals totals;

  __device__ void clear() {
    for (unsigned i = threadIdx.x; Counts && i < Lanes * 128; i += block_threads) counts[i] = 0;
    if (threadIdx.x < Lanes * 4) active[threadIdx.x] = 0;
    if (threadIdx.x == 0) totals = {};
    __syncthreads();
  }

  /// All threads of the block must call this, once and last.
  __device__ void take(const bitwise_search& s, level_sums<Lanes, Counts>& mine) {
    mine.flush();
    const uint4 all_active = union_of_groups<Lanes>(mine.active);
    if (lane() < Lanes) {
      atomicOr(&active[lane() * 4], all_active.x);
      atomicOr(&active[lane() * 4 + 1], all_active.y);
      atomicOr(&active[lane() * 4 + 2], all_active.z);
      atomicOr(&active[lane() * 4 + 3], all_active.w);
    }
    cuda::warp_add(&totals.vertices, std::uint64_t{mine.vertices});
    cuda::warp_add(&totals.push_sectors, std::uint64_t{mine.push_sectors});
    cuda::warp_add(&totals.traversed, std::uint64_t{mine.traversed});
    cuda::warp_add(&totals.inspected, std::uint64_t{mine.inspected});
    cuda::warp_add(&totals.open, std::uint64_t{mine.open});
    cuda::warp_add(&totals.open_pieces, std::uint64_t{mine.open_pieces});
    if (s.report) cuda::warp_add(&totals.found, std::uint64_t{mine.found});
    __syncthreads();
    const unsigned i = threadIdx.x;
    if (i < Lanes * 4 && active[i] != 0) atomicOr(reinterpret_cast<unsigned*>(s.result->active) + i, active[i]);
    constexpr unsigned num_totals = sizeof(level_totals) / sizeof(unsigned long long);
    if (i < num_totals) {
      const unsigned long long mine_of_block = reinterpret_cast<unsigned long long*>(&totals)[i];
      if (mine_of_block != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&s.result->totals) + i, mine_of_block);
    }
    for (unsigned k = i; Counts && k < Lanes * 128; k += block_threads) {
      if (counts[k] != 0) atomicAdd(&s.result->counts[k], static_cast<unsigned long long>(counts[k]));
    }
  }
};

__device__ inline void count_at(const totals_view& sums, std::uint32_t v, unsigned searches, unsigned distance) {
  sums.reached_by[v] += searches;
  sums.distance_sum[v] += std::uint64_t{searches} * distance;
  if (distance > 0) sums.harmonic_sum[v] += searches * harmonic_units(distance);
  sums.farthest[v] = max(sums.farthest[v], static_cast<hop_count>(distance));
}

/// A vertex as its lane group holds it.
struct group_vertex {
  std::uint32_t v;
  bool is_here;      ///< false if the group has no vertex
  bool was_changed;  ///< by the last level: its other row is older
  bool was_unseen;
  unsigned degree;  ///< in `out`
  uint4 seen, missing;
};

/// Flag next to a vertex's new state: the level has discovered it.
inline constexpr unsigned is_found = 0x100;

/// Records that the searches `found`, all of them missing before, discover the vertex. Returns its new state and is_found. All
/// lanes must call this.
template <int Lanes, bool Counts>
__device__ unsigned record_discoveries(const bitwise_search& s, const row_group<Lanes>& g, level_sums<Lanes, Counts>& sums,
                                       const group_vertex& at, uint4 found) {
  const bool finds = g.any_of(any(found)), misses = g.any_of(any(without(at.missing, found)));
  const uint4 row = at.seen | found;
  const std::size_t mine = g.at(at.v);
  if (finds || at.was_changed) s.next_rows[mine] = row;
  sums.active = sums.active | found;
  sums.count(found);
  const unsigned both = g.sum(count(found) << 16 | words_with_bits(row));
  const unsigned searches = both >> 16, row_words = both & 0xFFFF;
  if (finds && g.part == 0) {
    ++sums.vertices;
    constexpr unsigned sectors_per_row = Lanes > 2 ? Lanes / 2 : 1;
    sums.push_sectors += static_cast<unsigned long long>(at.degree) * min(row_words, 2 * sectors_per_row);
    sums.traversed += static_cast<unsigned long long>(at.degree) * searches;
    sums.found += searches;
    if (s.sums.reached_by) count_at(s.sums, at.v, searches, s.distance);
  }
  if (s.planes[0] && finds) {
    for (unsigned bits = s.distance; bits != 0; bits &= bits - 1) {
      uint4* const plane = s.planes[cuda::first_bit(bits)];
      plane[mine] = plane[mine] | found;
    }
  }
  unsigned state = g.quarters(row);
  if (finds) state |= is_found | (at.was_unseen ? state_fresh : 0);
  return misses ? state : state | state_full | s.next_side;
}

}  // namespace fathom::multi_bfs_engine
