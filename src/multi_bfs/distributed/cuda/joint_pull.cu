// Bottom-up step of distributed multi-source BFS. A group of lanes scans a short adjacency row, a warp a longer one, and several
// warps the chunks of a long one. Rows begin with the neighbors of high degree, so the first ones often account for all searches.
#include "multi_bfs/distributed/cuda/joint_rows.cuh"
#include "multi_bfs/distributed/cuda/joint_steps.hpp"

namespace fathom::ranks_engine {
namespace {

// A group of lanes scans up to this many in-edges, before the warp scans the rest together.
constexpr edge_offset group_edges = 32;
// Loads in flight per lane.
constexpr unsigned edges_at_once = 4;

/// Adds the frontier's rows at the ends of edges first, first + stride, ... below `last`, one after another by each group of lanes.
template <int Lanes>
__device__ __forceinline__ uint4 pull_batch(const joint_view& v, const row_group<Lanes>& g, edge_offset first, edge_offset last,
                                            unsigned stride) {
  local_vertex u[edges_at_once];
#pragma unroll
  for (unsigned k = 0; k < edges_at_once; ++k) {
    const edge_offset e = first + k * stride;
    u[k] = multi_bfs_engine::load_if(e < last, v.in_ends + e, no_local_vertex);
  }
  uint4 found = no_bits();
#pragma unroll
  for (unsigned k = 0; k < edges_at_once; ++k) found = found | load_row_if(u[k] != no_local_vertex, v.frontier + g.at(u[k]));
  return found;
}

/// Part of `wanted` that the frontier's vertices at the ends of these edges have, or all of `wanted` once they have that. The warp
/// scans one row; each group of lanes holds the same `wanted` and receives the same result. All lanes must call this.
template <int Lanes>
__device__ uint4 pull_by_warp(const joint_view& v, const row_group<Lanes>& g, edge_offset first, edge_offset last, uint4 wanted,
                              std::uint64_t& inspected) {
  constexpr unsigned groups = row_group<Lanes>::groups, at_once = groups * edges_at_once;
  uint4 found = no_bits();
  for (edge_offset e = first; e < last; e += at_once) {
    found = found | multi_bfs_engine::union_of_groups<Lanes>(pull_batch(v, g, e + g.number, last, groups));
    if (lane() == 0) inspected += min(edge_offset{at_once}, last - e);
    if (!__any_sync(all_lanes, any(without(wanted, found)))) break;
  }
  return found & wanted;
}

/// Chunks of long rows. They OR into `found`, which must be zero before or hold other chunks' discoveries.
template <int Lanes>
__global__ void __launch_bounds__(cuda::wide_block) pull_pieces_kernel(joint_view v, active_searches active, joint_totals* totals) {
  const row_group<Lanes> g;
  std::uint64_t inspected = 0;
  for (std::uint64_t i = cuda::grid_warp(); i < v.num_pieces; i += cuda::grid_warps()) {
    const joint_piece piece = v.pieces[i];
    if (has_bit(v.finished, piece.row)) continue;
    const std::size_t at = g.at(piece.row);
    const uint4 wanted = without(without(active.row[g.part], load_row_if(true, v.seen + at)), __ldcg(v.found + at));
    if (!__any_sync(all_lanes, any(wanted))) continue;
    const uint4 found = pull_by_warp(v, g, piece.first, piece.last, wanted, inspected);
    if (g.number == 0) atomic_or(v.found + at, found);
    if (__any_sync(all_lanes, any(found)) && lane() == 0) set_member(v.members, piece.row);
  }
  add_up(inspected, &totals->inspected);
}

/// In-edges of the lane's own vertex.
struct own_edges {
  edge_offset first, last;
};

/// The vertex of a group of lanes.
struct pulling_vertex {
  uint4 wanted, found;
  edge_offset next, last;  ///< edges not inspected yet
};

/// Scans up to group_edges edges of each group's vertex. All lanes must call this.
template <int Lanes>
__device__ void pull_by_groups(const joint_view& v, const row_group<Lanes>& g, pulling_vertex& mine, std::uint64_t& inspected) {
  const edge_offset end = mine.last - mine.next > group_edges ? mine.next + group_edges : mine.last;
  edge_offset e = mine.next;
  while (__any_sync(all_lanes, e < end)) {
    mine.found = mine.found | pull_batch(v, g, e, end, 1);
    const edge_offset after = e + edges_at_once < end ? e + edges_at_once : end;
    if (g.part == 0 && e < end) inspected += after - e;
    e = after > e ? after : e;
    if (!g.any_of(any(without(mine.wanted, mine.found)))) e = end, mine.last = end;
  }
  mine.next = end;
}

__device__ __forceinline__ uint4 shuffle(uint4 row, int from) {
  return {__shfl_sync(all_lanes, row.x, from), __shfl_sync(all_lanes, row.y, from), __shfl_sync(all_lanes, row.z, from),
          __shfl_sync(all_lanes, row.w, from)};
}

/// Scans the remaining edges, one vertex after another. All lanes must call this.
template <int Lanes>
__device__ void pull_rest(const joint_view& v, const row_group<Lanes>& g, pulling_vertex& mine, std::uint64_t& inspected) {
  cuda::for_each_bit(__ballot_sync(all_lanes, mine.next < mine.last && g.part == 0), [&](int of) {
    const edge_offset first = __shfl_sync(all_lanes, mine.next, of), last = __shfl_sync(all_lanes, mine.last, of);
    const uint4 wanted = shuffle(without(mine.wanted, mine.found), of + static_cast<int>(g.part));
    const uint4 found = pull_by_warp(v, g, first, last, wanted, inspected);
    if (g.first_lane == static_cast<unsigned>(of)) mine.found = mine.found | found;
  });
}

/// All rows but those in chunks, 32 vertices per warp.
template <int Lanes>
__global__ void __launch_bounds__(cuda::wide_block) pull_rows_kernel(joint_view v, active_searches active, joint_totals* totals) {
  const row_group<Lanes> g;
  const uint4 wanted_searches = active.row[g.part];
  std::uint64_t inspected = 0;
  for (std::uint64_t w = cuda::grid_warp(); w < v.row_words; w += cuda::grid_warps()) {
    const bit_word before = v.finished[w];
    if (before == all_lanes) continue;
    const std::uint64_t own = w * bits_per_word + lane();
    const own_edges edges{v.in_offsets[own], v.in_offsets[own + 1]};
    const bit_word empty = __ballot_sync(all_lanes, edges.first == edges.last);
    bit_word finished = before | empty, found_here = 0;
    for_each_member(g, ~finished, [&](unsigned i, bool is_member) {
      const int from = static_cast<int>(i);
      pulling_vertex mine;
      const std::size_t at = (w * bits_per_word + i) * Lanes + g.part;
      mine.next = __shfl_sync(all_lanes, edges.first, from), mine.last = __shfl_sync(all_lanes, edges.last, from);
      const uint4 seen = load_row_if(is_member, v.seen + at);
      mine.wanted = select(is_member, without(wanted_searches, seen), no_bits());
      mine.found = no_bits();
      const bool misses = g.any_of(any(mine.wanted));
      if (is_member && !misses) finished |= 1u << i;  // permanently: a search that has ended does not restart
      if (!misses || mine.last - mine.next > joint_piece_edges) mine.last = mine.next;
      pull_by_groups(v, g, mine, inspected);
      pull_rest(v, g, mine, inspected);
      mine.found = mine.found & mine.wanted;
      if (!g.any_of(any(mine.found))) return;
      v.found[at] = mine.found;
      found_here |= 1u << i;
    });
    finished = cuda::warp_or(finished), found_here = cuda::warp_or(found_here);
    if (lane() != 0) continue;
    v.finished[w] = finished;
    if (found_here != 0) v.members[w] |= found_here;
  }
  add_up(inspected, &totals->inspected);
}

}  // namespace

void pull_frontier(const joint_view& v, const active_searches& active, joint_totals* totals, const cuda::stream& s) {
  by_lanes(v.lanes, [&]<int Lanes>() {
    if (v.num_pieces > 0) {
      pull_pieces_kernel<Lanes><<<cuda::wide_grid(v.num_pieces * warp_lanes), cuda::wide_block, 0, s.get()>>>(v, active, totals);
    }
    pull_rows_kernel<Lanes><<<cuda::wide_grid(v.row_words * bits_per_word), cuda::wide_block, 0, s.get()>>>(v, active, totals);
  });
  cuda::check_launch("searching");
}

}  // namespace fathom::ranks_engine
