// Pull step: vertices take the visited bits of their neighbors.
#pragma once

#include "multi_bfs/cuda/device_copy.hpp"
#include "multi_bfs/cuda/discoveries.cuh"

namespace fathom::multi_bfs_engine {

/// Neighbors that a warp inspects together: most rows have up to one or two times 32, and each round waits for three dependent
/// loads.
inline constexpr unsigned targets_per_lane = 2, targets_at_once = targets_per_lane * warp_lanes;

struct own_targets {
  std::uint32_t target[targets_per_lane];
};

/// This lane's targets among the edges from e on; no_vertex if there are none.
__device__ inline own_targets targets_at(const bitwise_search& s, edge_offset e, edge_offset last) {
  own_targets own;
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) {
    const edge_offset mine = e + k * warp_lanes + lane();
    own.target[k] = load_if(mine < last, s.in.targets + mine, no_vertex);
  }
  return own;
}

/// Per-warp buffer of targets with nonempty bit rows.
struct gathered_targets {
  std::uint32_t target[targets_at_once], quarters[targets_at_once];
};

/// Returns the number of targets gathered, or none if one of them is full.
__device__ inline unsigned gather(const bitwise_search& s, const own_targets& own, gathered_targets& gathered, bool& meets_full) {
  std::uint32_t state[targets_per_lane], all = 0;
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) state[k] = load_state_if(own.target[k] != no_vertex, s.states + own.target[k]);
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) all |= state[k];
  meets_full = __any_sync(all_lanes, (all & state_full) != 0);
  if (meets_full) return 0;
  unsigned count = 0;
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) {
    const unsigned with_rows = __ballot_sync(all_lanes, state[k] != 0);
    if (state[k] != 0) {
      const unsigned place = count + cuda::warp_rank(with_rows);
      gathered.target[place] = own.target[k];
      gathered.quarters[place] = state[k];
    }
    count += __popc(with_rows);
  }
  __syncwarp();
  return count;
}

/// Adds the targets' bits to `found`, in batches, since a row is often complete before all targets are read. Returns the part in
/// `missing`.
template <int Lanes>
__device__ uint4 pull_targets(const bitwise_search& s, const row_group<Lanes>& g, gathered_targets& gathered,
                              const own_targets& own, uint4 found, uint4 missing) {
  bool meets_full;
  const unsigned count = gather(s, own, gathered, meets_full);
  if (meets_full) return missing;
  constexpr unsigned groups = row_group<Lanes>::groups, rows_a_part = Lanes < 4 ? Lanes : Lanes / 2;
#pragma unroll 1
  for (unsigned begin = 0; begin < count; begin += rows_a_part * groups) {
#pragma unroll
    for (unsigned j = 0; j < rows_a_part; ++j) {
      const unsigned i = begin + j * groups + g.number;
      const std::uint32_t u = gathered.target[i], quarters = i < count ? gathered.quarters[i] : 0;
      found = found | load_row_if((quarters & g.quarter) != 0, s.rows + g.at(u));
    }
    found = union_of_groups<Lanes>(found);
    if (!__any_sync(all_lanes, any(without(missing, found)))) break;
  }
  __syncwarp();
  return found & missing;
}

/// A chunk of a long adjacency row, held by one lane.
struct own_piece {
  std::uint32_t vertex = 0, state = 0;
  edge_offset first = 0, last = 0;
  bool is_open = false, is_whole = false;
};

template <int Lanes>
__device__ own_piece look_up_piece(const bitwise_search& s, std::uint64_t i, bool wanted) {
  own_piece own;
  const bool is_here = wanted && i < s.num_pieces;
  own.vertex = load_if(is_here, s.long_vertex + i, 0);
  const std::uint64_t skipped = std::uint64_t{load_if(is_here, s.long_number + i, 0)} * piece_edges;
  own.state = load_state_if(is_here, s.states + own.vertex);
  const std::uint32_t head = load_if(is_here && s.heads, s.heads + std::size_t{own.vertex} * s.head_width, own.vertex);
  // Otherwise full, or about to become full through its head.
  own.is_open = is_here && ((own.state | load_state_if(is_here, s.states + head)) & state_full) == 0;
  if (!own.is_open) return own;
  prefetch(s.rows + std::size_t{own.vertex} * Lanes);
  prefetch(s.next_rows + std::size_t{own.vertex} * Lanes);
  const edge_offset row = s.in.offsets[own.vertex], end = s.in.offsets[own.vertex + std::size_t{1}];
  own.first = row + skipped;
  own.last = own.first + piece_edges < end ? own.first + piece_edges : end;
  own.is_whole = end - row <= piece_edges;
  return own;
}

/// ORs a chunk's discoveries into the vertex's next bit row, which is zero or older. All lanes must call this.
template <int Lanes>
__device__ void pull_piece(const bitwise_search& s, const row_group<Lanes>& g, gathered_targets& gathered, const own_piece& own,
                           int from, uint4 active, unsigned long long& inspected) {
  const std::uint32_t v = __shfl_sync(all_lanes, own.vertex, from), state = __shfl_sync(all_lanes, own.state, from);
  edge_offset e = __shfl_sync(all_lanes, own.first, from);
  const edge_offset last = __shfl_sync(all_lanes, own.last, from);
  const bool is_whole = __shfl_sync(all_lanes, own.is_whole, from);
  own_targets targets = targets_at(s, e, last);
  uint4* const next = s.next_rows + g.at(v);
  const uint4 seen = load_row_if((state & g.quarter) != 0, s.rows + g.at(v)), older = __ldcg(next);
  const uint4 missing = without(active, seen | older);
  bool misses = __any_sync(all_lanes, any(missing));
  uint4 found = no_bits();
  while (misses && e < last) {
    const own_targets these = targets;
    inspected += lane() == 0 ? min(edge_offset{targets_at_once}, last - e) : 0;
    e += targets_at_once;
    targets = targets_at(s, e, last);  // prefetched long before they are needed
    found = pull_targets(s, g, gathered, these, found, missing);
    misses = __any_sync(all_lanes, any(without(missing, found)));
  }
  if (g.number != 0 || !any(found)) return;
  if (is_whole) {
    *next = older | found;
    return;
  }
  unsigned* const words = reinterpret_cast<unsigned*>(next);
  if (found.x != 0) atomicOr(words, found.x);
  if (found.y != 0) atomicOr(words + 1, found.y);
  if (found.z != 0) atomicOr(words + 2, found.z);
  if (found.w != 0) atomicOr(words + 3, found.w);
}

/// Chunks that a warp looks up together, after quickly skipping those of full vertices. They are strided over the list, because the
/// longest chunks are at its ends.
inline constexpr unsigned pieces_at_once = 8;

/// Pulls along long adjacency rows, before the advance kernel.
template <int Lanes>
__global__ void __launch_bounds__(block_threads, 4) pull_long_rows_kernel(bitwise_search s) {
  __shared__ gathered_targets gathered[block_warps];
  const row_group<Lanes> g;
  const uint4 active = s.active[g.part];
  unsigned long long inspected = 0;
  const std::uint64_t turns = (s.num_pieces + pieces_at_once - 1) / pieces_at_once;
  for (std::uint64_t turn = warp_of_grid(); turn < turns; turn += warps_in_grid()) {
    const own_piece own = look_up_piece<Lanes>(s, turn + lane() * turns, lane() < pieces_at_once);
    cuda::for_each_bit(__ballot_sync(all_lanes, own.is_open),
                       [&](int from) { pull_piece(s, g, gathered[threadIdx.x / warp_lanes], own, from, active, inspected); });
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

/// Same without the list, one warp per 32 vertices: for few open vertices, none with more than one chunk.
template <int Lanes>
__global__ void __launch_bounds__(block_threads, 4) pull_open_rows_kernel(bitwise_search s) {
  __shared__ gathered_targets gathered[block_warps];
  const row_group<Lanes> g;
  const uint4 active = s.active[g.part];
  unsigned long long inspected = 0;
  for (std::uint32_t w = warp_of_grid(); w < s.words; w += warps_in_grid()) {
    own_piece own;
    own.vertex = w * 32 + lane();
    own.state = s.states[own.vertex];
    own.is_open = (own.state & state_full) == 0;
    own.is_whole = true;
    if (!__any_sync(all_lanes, own.is_open)) continue;
    const edge_offset* const in = s.in.offsets + (own.is_open ? own.vertex : 0);
    own.first = in[0], own.last = in[1];
    cuda::for_each_bit(__ballot_sync(all_lanes, own.is_open && own.last - own.first > long_row),
                       [&](int from) { pull_piece(s, g, gathered[threadIdx.x / warp_lanes], own, from, active, inspected); });
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

}  // namespace fathom::multi_bfs_engine
