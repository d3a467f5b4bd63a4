// Advance kernel: the step of each level that inspects all vertices, 32 per warp, and records their discoveries.
#pragma once

#include "multi_bfs/cuda/pull.cuh"

namespace fathom::multi_bfs_engine {

/// State of the lane's own vertex.
struct own_vertex {
  std::uint32_t state;
  bool is_inspected = false, was_changed = false, is_touched = false;
  unsigned degree = 0;  ///< in `out`
};

/// Neighbors of the lane's own vertex for pulling: all of a short adjacency row, the first of a long one.
struct own_neighbors {
  std::uint32_t target[long_row];
  std::uint32_t quarters = 0;  ///< nonempty quarters of their bit rows, four bits each
  unsigned degree = 0;         ///< in `in`; limited to piece_edges + 1
  bool meets_full = false;

  [[nodiscard]] __device__ bool is_long() const { return degree > long_row; }
  [[nodiscard]] __device__ unsigned count() const { return is_long() ? 1 : degree; }
};

template <int Lanes, bool Pulls>
__device__ own_vertex look_up(const bitwise_search& s, std::uint32_t w) {
  own_vertex own;
  const std::uint32_t v = w * 32 + lane();
  own.state = s.states[v];
  own.is_inspected = (own.state & state_full) == 0;
  own.was_changed = own.is_inspected && bit_of(s.changed[w], v);
  if constexpr (!Pulls) {
    const std::uint32_t touched = s.touched[w];
    own.is_touched = own.is_inspected && bit_of(touched, v);
    own.is_inspected = own.was_changed || own.is_touched;
    __syncwarp();
    if (lane() == 0 && touched != 0) s.touched[w] = 0;
  }
  if (own.is_inspected && (own.state & state_quarters) != 0) prefetch(s.rows + std::size_t{v} * Lanes);
  const edge_offset* const out = s.out.offsets + (own.is_inspected ? v : 0);
  own.degree = static_cast<unsigned>(min(out[1] - out[0], edge_offset{0xFFFFFFFFu}));
  return own;
}

__device__ inline own_neighbors look_around(const bitwise_search& s, const own_vertex& own, std::uint32_t w) {
  own_neighbors near;
  const edge_offset* const in = s.in.offsets + (own.is_inspected ? w * 32 + lane() : 0);
  const edge_offset first = in[0];
  near.degree = own.is_inspected ? static_cast<unsigned>(min(in[1] - first, edge_offset{piece_edges + 1})) : 0;
#pragma unroll
  for (unsigned k = 0; k < long_row; ++k) near.target[k] = load_if(k < near.count(), s.in.targets + first + k, no_vertex);
  std::uint32_t state[long_row];
#pragma unroll
  for (unsigned k = 0; k < long_row; ++k) state[k] = load_state_if(k < near.count(), s.states + near.target[k]);
#pragma unroll
  for (unsigned k = 0; k < long_row; ++k) {
    near.meets_full |= (state[k] & state_full) != 0;
    near.quarters |= (state[k] & state_quarters) << (4 * k);
  }
  near.quarters = near.is_long() ? 0 : near.quarters;
  return near;
}

/// Subsets of 32 vertices: those to process, and those discovered by the last level.
struct vertex_set {
  unsigned members, changed;
};

/// Passes vertex i of word w to its lane group. All lanes must call this.
template <int Lanes>
__device__ group_vertex hand_over(const bitwise_search& s, const row_group<Lanes>& g, const own_vertex& own, vertex_set set,
                                  std::uint32_t w, unsigned i, uint4 active) {
  const int from = static_cast<int>(i);
  const std::uint32_t state = __shfl_sync(all_lanes, own.state, from);
  group_vertex at;
  at.v = w * 32 + i;
  at.is_here = bit_of(set.members, i);
  at.was_changed = at.is_here && bit_of(set.changed, i);
  at.was_unseen = (state & state_quarters) == 0;
  at.degree = __shfl_sync(all_lanes, own.degree, from);
  at.seen = load_row_if(at.is_here && (state & g.quarter) != 0, s.rows + g.at(at.v));
  at.missing = select(at.is_here, without(active, at.seen), no_bits());
  return at;
}

/// Passes a group's result for vertex step * groups + number back to the lane that owns the vertex.
template <int Lanes>
__device__ unsigned take_back(unsigned of_group, unsigned step, bool is_member, unsigned own) {
  constexpr unsigned groups = row_group<Lanes>::groups;
  const unsigned mine = __shfl_sync(all_lanes, of_group, static_cast<int>(lane() % groups * Lanes));
  return is_member && lane() / groups == step ? mine : own;
}

/// Union of the visited bits of vertex i's neighbors, if its adjacency row is short.
template <int Lanes>
__device__ uint4 pull_short_row(const bitwise_search& s, const row_group<Lanes>& g, const own_neighbors& near, unsigned i) {
  const int from = static_cast<int>(i);
  const std::uint32_t quarters = __shfl_sync(all_lanes, near.quarters, from);
  uint4 found = no_bits();
  if (!__any_sync(all_lanes, quarters != 0)) return found;
#pragma unroll
  for (unsigned k = 0; k < long_row; ++k) {
    const std::uint32_t u = __shfl_sync(all_lanes, near.target[k], from);
    found = found | load_row_if(((quarters >> (4 * k)) & g.quarter) != 0, s.rows + g.at(u));
  }
  return found;
}

/// With `Pulls`, vertices that are not full pull; those with long rows take what their chunks have left in the next bit row.
/// Otherwise vertices take what was pushed to their next bit row.
template <int Lanes, bool Counts, bool Pulls>
__global__ void __launch_bounds__(block_threads, Counts ? 2 : 3) advance_kernel(bitwise_search s) {
  __shared__ block_sums<Lanes, Counts> block;
  block.clear();
  const row_group<Lanes> g;
  constexpr unsigned groups = row_group<Lanes>::groups;
  level_sums<Lanes, Counts> sums(block.counts);
  const uint4 active = s.active[g.part];

  for (std::uint32_t w = warp_of_grid(); w < s.words; w += warps_in_grid()) {
    const own_vertex own = look_up<Lanes, Pulls>(s, w);
    const unsigned is_inspected = __ballot_sync(all_lanes, own.is_inspected), changed = __ballot_sync(all_lanes, own.was_changed);
    unsigned state = own.state & ~state_fresh;
    own_neighbors near;
    if constexpr (Pulls) near = look_around(s, own, w);
    const unsigned lucky = __ballot_sync(all_lanes, Pulls && near.meets_full);
    // Results of long rows' chunks, or of pushing, are in the vertices' next bit rows.
    const unsigned takers = __ballot_sync(all_lanes, Pulls ? own.is_inspected && near.is_long() : own.is_touched) & ~lucky;
    if constexpr (Pulls) sums.inspected += near.count();
#pragma unroll 1
    for (unsigned step = 0; step < Lanes; ++step) {
      const unsigned of_step = Lanes == 1 ? all_lanes : ((1u << (groups % 32)) - 1) << (step * groups);
      if ((is_inspected & of_step) == 0) continue;
      const unsigned i = step * groups + g.number;
      const group_vertex at = hand_over(s, g, own, {is_inspected, changed}, w, i, active);
      uint4 found = load_row_if(bit_of(takers, i), s.next_rows + g.at(at.v));
      if constexpr (Pulls) {
        if ((is_inspected & ~lucky & of_step) != 0) found = found | pull_short_row(s, g, near, i);
        found = select(bit_of(lucky, i), at.missing, found);
      }
      const unsigned settled = record_discoveries<Lanes, Counts>(s, g, sums, at, found & at.missing);
      state = take_back<Lanes>(settled, step, own.is_inspected, state);
    }
    if constexpr (Pulls) {
      const bool is_open = (state & state_full) == 0;
      sums.open += is_open;
      sums.open_pieces += is_open && near.degree > piece_edges;
    }
    const unsigned found_bits = __ballot_sync(all_lanes, (state & is_found) != 0);
    s.next_states[w * 32 + lane()] = static_cast<std::uint8_t>(state);
    if (lane() == 0) s.next_changed[w] = found_bits;
  }
  block.take(s, sums);
}

}  // namespace fathom::multi_bfs_engine
