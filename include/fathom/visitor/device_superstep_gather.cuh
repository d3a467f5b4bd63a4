// Gathering on a CUDA device: messages are combined within lanes, then over the lanes of a row, then over the chunks of a long row,
// always in the same order.
#pragma once

#include "fathom/visitor/device_supersteps.cuh"

namespace fathom::edge_vertex_engine {

template <class Program, bool Buffered>
template <bool All>
__device__ void device_supersteps<Program, Buffered>::gather() {
  const auto take_rows = [&](vertex_id base, word mask) {
    const row_walk walk(job_.in, base, mask, Buffered);
    combined c;
    bool received;
    gather_word(walk, c, received);
    const bool looks = walk.has && (received || walk.is_long);
    if (walk.has && received) job_.arrived[walk.v] = c;
    const word bits = bits_of_lanes(looks ? word{1} << (walk.v - base) : 0);
    put_bits(job_.received, base, bits, bits);  // all bits were 0
  };
  if constexpr (All) {
    each_part(take_rows);
    gather_pieces([](vertex_id) { return true; });
  } else {
    each_word([&](vertex_id w) { return job_.touched[w]; }, take_rows);
    gather_pieces([&](vertex_id v) { return test(job_.touched, v); });
  }
}

/// If messages depend only on the source, gathering and VertexCompute are fused: no other thread reads values meanwhile.
template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_and_compute() {
  const unsigned next = 1 - now_.messages_at;
  each_part([&](vertex_id base, word mask) {
    const row_walk walk(job_.in, base, mask, false);
    combined c;
    bool received, active = false, sends = false;
    const bool is_short = walk.has && !walk.is_long;
    gather_word(walk, c, received);
    const bool was_active = is_short && test(job_.active, walk.v);
    if (is_short && (received || was_active)) {
      bool no_updates;  // of edges, since no message depends on one
      active = compute(walk.v, c, received, no_updates);
      if (active) sends = make_message(walk.v, now_.number + 1, job_.messages[next]);
    }
    const word short_rows = __ballot_sync(all_lanes, is_short);
    const word all_active = __ballot_sync(all_lanes, active), all_sends = __ballot_sync(all_lanes, sends);
    put_bits(job_.active, base, short_rows, all_active);
    put_bits(job_.sends[next], base, mask, all_sends);
  });
  gather_pieces([](vertex_id) { return true; });
  if (job_.in.cut.num_long == 0) return;
  sync_grid();
  compute_long_rows();
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::compute_long_rows() {
  // Several lanes per row, because a row may have many chunks.
  constexpr unsigned lanes = 8, at_once = warp_lanes / lanes;
  const unsigned next = 1 - now_.messages_at, lane = lane_of_warp() % lanes;
  for (unsigned first = warp() * at_once; first < job_.in.cut.num_long; first += warps() * at_once) {
    const unsigned i = first + lane_of_warp() / lanes;
    const bool has = i < job_.in.cut.num_long;
    const long_row row = has ? job_.in.cut.long_rows[i] : long_row{};
    combined c;
    bool received = combine_pieces(row, lane, lanes, c);
    __syncwarp();
    combine_lanes(lanes, c, received);
    if (!has || lane > 0 || !(received || test(job_.active, row.v))) continue;
    bool no_updates;
    const bool active = compute(row.v, c, received, no_updates);
    if (active && make_message(row.v, now_.number + 1, job_.messages[next])) set(job_.sends[next], row.v);
    active ? set(job_.active, row.v) : clear(job_.active, row.v);
  }
}

/// Calls visit(first vertex, mask) in a warp for up to 32 rows at a time, which are the bits of the mask.
template <class Program, bool Buffered>
template <class Visit>
__device__ void device_supersteps<Program, Buffered>::each_part(Visit&& visit) const {
  for (unsigned part = warp(); part < job_.in.cut.num_parts; part += warps()) {
    const vertex_id first = job_.in.cut.parts[part], last = job_.in.cut.parts[part + 1];
    for (vertex_id base = first; base < last; base += warp_lanes) {
      visit(base, all_lanes >> (warp_lanes - min(last - base, warp_lanes)));
    }
  }
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_word(const row_walk& walk, combined& c, bool& received) {
  if (lane_of_warp() == 0) mine_.inspected += walk.inspected;
  c = identity(), received = false;
  along_rows(walk, [&](vertex_id v, edge_offset first, unsigned size, unsigned lane, unsigned lanes, unsigned row) {
    combined part;
    bool some;
    gather_row(v, first, size, lane, lanes, part, some);
    __syncwarp();
    combine_lanes(lanes, part, some);
    // Row `row` + i belongs to lane `row` + i.
    const unsigned own = lane_of_warp() - row;
    const combined its = from_lane(part, own * lanes);
    const unsigned all_some = __ballot_sync(all_lanes, some);
    if (own < warp_lanes / lanes) c = its, received = (all_some >> (own * lanes)) & 1;
  });
}

/// Gathers the chunks of long rows. Each warp takes the next one, so that those with less other work take more.
template <class Program, bool Buffered>
template <class Marked>
__device__ void device_supersteps<Program, Buffered>::gather_pieces(Marked&& marked) {
  if (job_.in.cut.num_pieces == 0) return;
  if (thread() == 0) job_.next_piece[1 - now_.number % 2] = 0;  // a grid barrier lies between its uses before and after
  for (unsigned i = take_piece(); i < job_.in.cut.num_pieces; i = take_piece()) {
    const row_piece p = job_.in.cut.pieces[i];
    if (!marked(p.v)) continue;
    combined c;
    bool received;
    gather_row(p.v, p.first, p.size, lane_of_warp(), warp_lanes, c, received);
    __syncwarp();
    combine_lanes(warp_lanes, c, received);
    if (lane_of_warp() > 0) continue;
    job_.piece_arrived[i] = c, job_.piece_received[i] = received;
    mine_.inspected += p.size;
  }
}

template <class Program, bool Buffered>
__device__ unsigned device_supersteps<Program, Buffered>::take_piece() const {
  __syncwarp();
  unsigned piece = 0;
  if (lane_of_warp() == 0) piece = atomicAdd(&job_.next_piece[now_.number % 2], 1u);
  return from_lane(piece, 0);
}

/// Gathers along one lane's part of the `size` in-edges of v from `first` on: every `lanes`-th edge.
template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_row(vertex_id v, edge_offset first, unsigned size, unsigned lane,
                                                                 unsigned lanes, combined& c, bool& received) const {
  c = identity(), received = false;
  if constexpr (Buffered)
    gather_slots(v, first, size, lane, lanes, c, received);
  else if constexpr (same_message)
    gather_same(first, size, lane, lanes, c, received);
  else
    gather_edges(v, first, size, lane, lanes, c, received);
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_same(edge_offset first, unsigned size, unsigned lane, unsigned lanes,
                                                                  combined& c, bool& received) const {
  constexpr unsigned together = row_walk::edges_together;
  const message* const messages = job_.messages[now_.messages_at];
  const word* const sends = job_.sends[now_.messages_at];
  const bool checks = now_.now.senders != job_.with_out_edges;
  const vertex_id* const ends = job_.in.ends + first;
  for (unsigned begin = lane; begin < size; begin += together * lanes) {
    vertex_id from[together];
    message m[together];
    unsigned sent = 0;  // bit i: whether edge i has a message
#pragma unroll
    for (unsigned i = 0; i < together; ++i) {
      const bool there = begin + i * lanes < size;
      from[i] = there ? __ldcs(&ends[begin + i * lanes]) : 0;
      sent |= unsigned{there} << i;
    }
    if (checks) {
#pragma unroll
      for (unsigned i = 0; i < together; ++i) sent &= ~(unsigned{!test(sends, from[i])} << i);
    }
    // Branch-free, so that loads overlap: lanes without an edge load entry 0.
#pragma unroll
    for (unsigned i = 0; i < together; ++i) m[i] = messages[from[i]];
#pragma unroll
    for (unsigned i = 0; i < together; ++i) {
      if ((sent >> i & 1) != 0) combine(c, static_cast<combined>(m[i]));
    }
    received |= sent != 0;
  }
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_edges(vertex_id v, edge_offset first, unsigned size, unsigned lane,
                                                                   unsigned lanes, combined& c, bool& received) const {
  constexpr unsigned together = row_walk::edges_together;
  const bool all_active = now_.now.active == view_.num_vertices;
  const vertex_id* const ends = job_.in.ends + first;
  for (unsigned begin = lane; begin < size; begin += together * lanes) {
    vertex_id from[together];
#pragma unroll
    for (unsigned i = 0; i < together; ++i) from[i] = begin + i * lanes < size ? __ldcs(&ends[begin + i * lanes]) : no_vertex;
    if (!all_active) {
#pragma unroll
      for (unsigned i = 0; i < together; ++i) from[i] = from[i] != no_vertex && test(job_.active, from[i]) ? from[i] : no_vertex;
    }
#pragma unroll
    for (unsigned i = 0; i < together; ++i) {
      if (from[i] == no_vertex) continue;
      const edge_offset in_edge = first + begin + i * lanes, e = changes_edges<Program> ? job_.out_positions[in_edge] : in_edge;
      superstep_edge<Program> edge(view_, from[i], v, job_.values[from[i]],
                                   changes_edges<Program> ? job_.out.weights : job_.in.weights, job_.edge_values, e);
      program_.edge_compute(edge);
      if (!edge.has_sent()) continue;
      combine(c, static_cast<combined>(edge.message()));
      received = true;
    }
  }
}

/// Gathers from the paper's message buffer, and empties the slots for the next superstep.
template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::gather_slots(vertex_id v, edge_offset first, unsigned size, unsigned lane,
                                                                   unsigned lanes, combined& c, bool& received) const {
  if (size == 0) return;
  message_slot<Program>* const slots = job_.buffer + job_.slots.first[v];
  const edge_offset before = first - job_.in.offsets[v];
  for (unsigned e = lane; e < size; e += lanes) {
    message_slot<Program>& slot = slots[(before + e) * job_.slots.stride];
    const message_slot<Program> found = slot;
    if (found.full == 0) continue;
    combine(c, static_cast<combined>(found.what));
    slot.full = 0;
    received = true;
  }
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::combine_lanes(unsigned lanes, combined& c, bool& received) const {
  const unsigned some = __ballot_sync(all_lanes, received);
  for (unsigned by = lanes / 2; by > 0; by /= 2) {
    const combined other = from_other_lane(c, by);
    combine(c, other);
  }
  received = ((some >> (lane_of_warp() & ~(lanes - 1))) & (all_lanes >> (warp_lanes - lanes))) != 0;
}

/// Combines one lane's part of a long row's chunks: every `lanes`-th chunk.
template <class Program, bool Buffered>
__device__ bool device_supersteps<Program, Buffered>::combine_pieces(const long_row& row, unsigned lane, unsigned lanes,
                                                                     combined& c) const {
  c = identity();
  bool received = false;
  for (unsigned p = row.first_piece + lane; p < row.first_piece + row.pieces; p += lanes) {
    if (!job_.piece_received[p]) continue;
    combine(c, job_.piece_arrived[p]);
    received = true;
  }
  return received;
}

template <class Program, bool Buffered>
__device__ const long_row& device_supersteps<Program, Buffered>::find_long(vertex_id v) const {
  unsigned low = 0, high = job_.in.cut.num_long - 1;
  while (low < high) {
    const unsigned middle = low + (high - low) / 2;
    if (job_.in.cut.long_rows[middle].v < v)
      low = middle + 1;
    else
      high = middle;
  }
  return job_.in.cut.long_rows[low];
}

}  // namespace fathom::edge_vertex_engine
