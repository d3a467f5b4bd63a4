// Traversal of a part of a wide vertex's adjacency row by one warp.
#pragma once

#include "betweenness/cuda/found_vertices.cuh"

namespace fathom::betweenness_engine {

/// Number of neighbors that a warp inspects at a time.
inline constexpr unsigned targets_per_lane = 2, targets_at_once = targets_per_lane * warp_lanes;

/// Number of outstanding value-row loads per group of lanes; limited by registers.
template <class Value>
inline constexpr unsigned values_in_flight = sizeof(Value) > sizeof(double) ? 2 : 4;

/// Shared memory of one warp.
struct warp_room {
  // Neighbors that count, that is at the required level in a search that has reached the vertex; the bits of those searches; and
  // the neighbors' positions in the row.
  std::uint32_t target[targets_at_once], mask[targets_at_once];
  std::uint8_t place[targets_at_once];
  std::uint32_t found[found_room];
};

struct row_part {
  const vertex_id* targets;
  edge_offset first;
  unsigned edges;
};

/// Row part as seen by one lane.
struct own_part {
  std::uint32_t vertex = 0, word = 0, part = 0, kind = 0;
  edge_offset first = 0;
  unsigned edges = 0;
};

/// Range of one part of v's adjacency row.
struct row_cut {
  edge_offset first;
  unsigned edges;
};
__device__ inline row_cut cut(const layout_adjacency& rows, std::uint32_t v, std::uint32_t part) {
  const edge_offset end = rows.offsets[v + std::size_t{1}];
  edge_offset first = rows.offsets[v] + std::uint64_t{part} * part_edges;
  if (first > end) first = end;  // the row of the opposite direction is longer
  return {first, end - first > part_edges ? part_edges : static_cast<unsigned>(end - first)};
}

struct own_targets {
  std::uint32_t target[targets_per_lane];
};

__device__ inline own_targets targets_at(const row_part& row, unsigned e) {
  own_targets own;
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) {
    const unsigned mine = e + k * warp_lanes + lane();
    own.target[k] = load_if(mine < row.edges, row.targets + row.first + mine, no_vertex);
  }
  return own;
}

/// Compacts the neighbors that count into `room`, in row order; returns their number.
__device__ inline unsigned gather(warp_room& room, const own_targets& own, const std::uint32_t (&mask)[targets_per_lane]) {
  unsigned count = 0;
#pragma unroll
  for (unsigned k = 0; k < targets_per_lane; ++k) {
    const unsigned counting = __ballot_sync(all_lanes, mask[k] != 0);
    if (mask[k] != 0) {
      const unsigned at = count + cuda::warp_rank(counting);
      room.target[at] = own.target[k];
      room.mask[at] = mask[k];
      room.place[at] = static_cast<std::uint8_t>(k * warp_lanes + lane());
    }
    count += __popc(counting);
  }
  __syncwarp();
  return count;
}

/// The vertex's own value, for the totals of edges to the gathered neighbors; these edges begin at `first`.
template <class Value>
struct edge_values {
  Value own{};
  edge_offset first = 0;
};

template <class Value, bool Edges>
__device__ Value sum_gathered(const grid_search& s, const warp_room& room, unsigned count, const word_lanes& l,
                              const edge_values<Value>& edge, Value sum) {
  constexpr unsigned together = values_in_flight<Value>;
  const unsigned groups = warp_lanes / l.lanes, group = lane() / l.lanes;
#pragma unroll 1
  for (unsigned begin = 0; begin < count; begin += groups * together) {
    Value value[together];
#pragma unroll
    for (unsigned k = 0; k < together; ++k) {
      const unsigned i = begin + k * groups + group, at = i % targets_at_once;
      const bool counts = i < count && (room.mask[at] & l.bit) != 0;
      value[k] = load_if(counts, value_of<Value>(s, room.target[at], l.source));
    }
#pragma unroll
    for (unsigned k = 0; k < together; ++k) sum = sum + value[k];
    if constexpr (Edges) {
#pragma unroll
      for (unsigned k = 0; k < together; ++k) {
        const unsigned i = begin + k * groups + group;
        const double through = sum_lanes(static_cast<double>(edge.own * value[k]), 1, l.lanes);
        if (i < count && lane() % l.lanes == 0) s.edges[edge.first + room.place[i]] += through;
      }
    }
  }
  __syncwarp();
  return sum;
}

/// For the searches in l: sums the values of neighbors whose bits are set in `near` (Pulls), and discovers unvisited neighbors
/// (Pushes; otherwise `found` may be null). Each lane returns the sum over the neighbors that its group has inspected. All lanes of
/// the warp must call this.
template <class Value, bool Pulls, bool Pushes, bool Edges>
__device__ Value along_row(const grid_search& s, const row_part& row, std::uint32_t word, const word_lanes& l,
                           const std::uint32_t* near, warp_room& room, found_vertices* found, Value own) {
  Value sum{};
  own_targets next = targets_at(row, 0);
  for (unsigned e = 0; e < row.edges; e += targets_at_once) {
    const own_targets these = next;
    next = targets_at(row, e + targets_at_once);  // prefetch
    std::uint32_t mask[targets_per_lane], unseen[targets_per_lane];
#pragma unroll
    for (unsigned k = 0; k < targets_per_lane; ++k) {
      const bool is_one = these.target[k] != no_vertex;
      mask[k] = Pulls ? word & load_if(is_one, near + these.target[k], 0) : 0;
      unseen[k] = Pushes ? word & ~load_changing_if(is_one, s.seen + these.target[k], 0xFFFFFFFFu) : 0;
    }
    if constexpr (Pushes) {
#pragma unroll
      for (unsigned k = 0; k < targets_per_lane; ++k) found->reach(these.target[k], unseen[k]);
    }
    if constexpr (Pulls) sum = sum_gathered<Value, Edges>(s, room, gather(room, these, mask), l, {own, row.first + e}, sum);
  }
  return sum;
}

/// Sums over all groups of lanes, and over all parts of a long vertex. Returns whether this warp has the total: for a long vertex,
/// only the last warp to arrive does. All lanes of the warp must call this.
template <class Value>
__device__ bool join_parts(const grid_search& s, std::uint32_t kind, std::uint32_t part, const word_lanes& l, Value& sum) {
  sum = sum_lanes(sum, l.lanes, warp_lanes);
  if (kind < kind_long) return true;
  const long_vertex v = s.long_vertices[kind - kind_long];
  const unsigned group = lane() / l.lanes, groups = warp_lanes / l.lanes;
  Value* const slots = static_cast<Value*>(s.slots) + (std::size_t{v.first_slot} << s.row_bits) + l.source;
  if (group == 0 && l.bit != 0) slots[std::size_t{part} << s.row_bits] = sum;
  __threadfence();
  __syncwarp();
  const unsigned before = cuda::warp_reserve(s.arrived + (kind - kind_long), 1u);
  if (before + 1 < v.parts) return false;
  __threadfence();
  if (lane() == 0) s.arrived[kind - kind_long] = 0;  // reset; next used after the next barrier
  sum = Value();
#pragma unroll 4
  for (unsigned i = group; i < v.parts; i += groups) {
    sum = sum + load_other_if(l.bit != 0, slots + (std::size_t{i} << s.row_bits));
  }
  sum = sum_lanes(sum, l.lanes, warp_lanes);
  return true;
}

/// Number of parts that a warp takes at a time, with their lookups overlapped. They are strided over the list, since long parts may
/// cluster at its ends.
inline constexpr unsigned parts_at_once = 8;

/// Calls work(own, from) for each part of the list; lane `from` holds it in its `own`. look_up(own, i) loads the data of entry i.
template <class Look, class Work>
__device__ void for_each_part(const list_span& list, Look look_up, Work work) {
  const unsigned warps = warps_in_grid(), size = static_cast<unsigned>(list.size);
  const unsigned at_once = min(parts_at_once, (size + warps - 1) / warps);
  if (at_once == 0) return;
  const unsigned turns = (size + at_once - 1) / at_once;
  for (unsigned turn = warp_of_grid(); turn < turns; turn += warps) {
    const std::uint64_t i = turn + std::uint64_t{lane()} * turns;
    const bool is_here = lane() < at_once && i < size;
    own_part own;
    if (is_here) look_up(own, list.first + i);
    cuda::for_each_bit(__ballot_sync(all_lanes, is_here), [&](int from) { work(own, static_cast<unsigned>(from)); });
  }
}

}  // namespace fathom::betweenness_engine
