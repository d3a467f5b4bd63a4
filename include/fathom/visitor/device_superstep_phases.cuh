// Phases of a superstep on a CUDA device. A grid barrier separates them, so that each reads what the previous one wrote. In a
// phase, one warp writes each bitmap word; if several threads set single bits of a word, they use atomics.
#pragma once

#include "fathom/visitor/device_supersteps.cuh"

namespace fathom::edge_vertex_engine {

// -- Initial values: the paper's initData.

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::begin() {
  if constexpr (has_edge_values<Program>) make_edge_values(values_by_out_edge ? job_.out : job_.in, !values_by_out_edge);
  for (std::uint64_t w = warp(); w < words(); w += warps()) begin_word(static_cast<vertex_id>(w * 32));
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::begin_word(vertex_id base) {
  const vertex_id v = base + lane_of_warp();
  bool active = false, sends = false;
  if (v < job_.own_vertices) {
    superstep_place<Program> place(view_, mine_.contributed, v);
    job_.values[v] = program_.initial_value(place);
    bool begins_active = true;
    if constexpr (!leaves_initially_active_out<Program>) begins_active = program_.initially_active(place);
    active = stays_active(v, begins_active);
    if constexpr (same_message) {
      if (active) sends = make_message(v, 0, job_.messages[0]);
    }
  }
  const word all_active = __ballot_sync(all_lanes, active), all_sends = __ballot_sync(all_lanes, sends);
  if (lane_of_warp() > 0) return;
  job_.active[base / 32] = all_active;
  job_.touched[base / 32] = job_.received[base / 32] = 0;
  if constexpr (same_message) job_.sends[0][base / 32] = all_sends;
}

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::make_edge_values(const device_rows& rows, bool rows_of_targets) {
  const auto make = [&](vertex_id v, edge_offset e) {
    const vertex_id other = rows.ends[e];
    superstep_first_edge<Program> edge(view_, rows_of_targets ? other : v, rows_of_targets ? v : other,
                                       rows.weights ? rows.weights[e] : edge_weight{1});
    if constexpr (has_edge_values<Program>) job_.edge_values[e] = program_.initial_edge_value(edge);
  };
  for (std::uint64_t w = warp(); w < words(); w += warps()) {
    const vertex_id base = static_cast<vertex_id>(w * 32);
    each_edge(rows, base, valid(base), make);
  }
  for (unsigned i = warp(); i < rows.cut.num_pieces; i += warps()) {
    const row_piece p = rows.cut.pieces[i];
    for (unsigned at = lane_of_warp(); at < p.size; at += warp_lanes) make(p.v, p.first + at);
  }
}

// -- Along out-edges of active vertices: the paper's EdgeCompute into the message buffer, or only marking of vertices that gather.

template <class Program, bool Buffered>
template <bool Marks>
__device__ void device_supersteps<Program, Buffered>::spread() {
  const word* const from = same_message ? job_.sends[now_.messages_at] : job_.active;
  const auto reach = [&](vertex_id u, edge_offset e) {
    const vertex_id v = job_.out.ends[e];
    if constexpr (Buffered) {
      superstep_edge<Program> edge(view_, u, v, job_.values[u], job_.out.weights, job_.edge_values, e);
      program_.edge_compute(edge);
      if (!edge.has_sent()) return;
      job_.buffer[job_.slots.of_out_edge[e]] = {edge.message(), 1};
    }
    // Most targets are already marked: testing is cheaper than writing again.
    if (Marks && !test(job_.touched, v)) set(job_.touched, v);
  };
  each_word([&](vertex_id w) { return from[w]; }, [&](vertex_id base, word mask) { each_edge(job_.out, base, mask, reach); });
  for (unsigned i = warp(); i < job_.out.cut.num_pieces; i += warps()) {
    const row_piece p = job_.out.cut.pieces[i];
    if (!test(from, p.v)) continue;
    for (unsigned at = lane_of_warp(); at < p.size; at += warp_lanes) reach(p.v, p.first + at);
    if (lane_of_warp() == 0) mine_.inspected += p.size;
  }
}

/// Calls take(vertex, edge) for the edges of all rows except long ones.
template <class Program, bool Buffered>
template <class Take>
__device__ void device_supersteps<Program, Buffered>::each_edge(const device_rows& rows, vertex_id base, unsigned mask,
                                                                Take&& take) {
  const row_walk walk(rows, base, mask, false);
  along_rows(walk, [&](vertex_id v, edge_offset first, unsigned size, unsigned lane, unsigned lanes, unsigned) {
    for (unsigned e = lane; e < size; e += lanes) take(v, first + e);
  });
  __syncwarp();
  if (lane_of_warp() == 0) mine_.inspected += walk.inspected;
}

/// Calls visit(first vertex, word) in a warp for each nonzero word words_at(i).
template <class Program, bool Buffered>
template <class Words, class Visit>
__device__ void device_supersteps<Program, Buffered>::each_word(Words&& words_at, Visit&& visit) const {
  const std::uint64_t all = words(), span = min(std::uint64_t{warp_lanes}, max(std::uint64_t{1}, all / warps()));
  for (std::uint64_t first = warp() * span; first < all; first += warps() * span) {
    const std::uint64_t at = first + lane_of_warp();
    const word own = lane_of_warp() < span && at < all ? words_at(static_cast<vertex_id>(at)) : 0;
    for (unsigned left = __ballot_sync(all_lanes, own != 0); left != 0; left &= left - 1) {
      const unsigned i = static_cast<unsigned>(__ffs(static_cast<int>(left))) - 1;
      visit(static_cast<vertex_id>((first + i) * 32), from_lane(own, i));
    }
  }
}

// -- At vertices: the paper's VertexCompute.

template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::compute_received() {
  const auto words_at = [&](vertex_id w) { return job_.active[w] | job_.received[w] | job_.touched[w]; };
  each_word(words_at, [&](vertex_id base, word) {
    const vertex_id at = base / 32, v = base + lane_of_warp();
    const bool was_active = (job_.active[at] >> lane_of_warp()) & 1;
    bool received = v < job_.own_vertices && ((job_.received[at] >> lane_of_warp()) & 1), active = false, sends = false,
         updates = false;
    combined c = identity();
    if (received) {
      if (!job_.united_rows && view_.in_degree(v) > job_.in.cut.piece_edges)
        received = combine_pieces(find_long(v), 0, 1, c);
      else
        c = job_.arrived[v];
    }
    if (received || was_active) {
      active = compute(v, c, received, updates);
      if constexpr (same_message) {
        if (active) sends = make_message(v, now_.number + 1, job_.messages[now_.messages_at]);
      }
    }
    const word all_active = __ballot_sync(all_lanes, active), all_sends = __ballot_sync(all_lanes, sends);
    if constexpr (changes_edges<Program>) {
      const word all_updates = __ballot_sync(all_lanes, updates);
      if (lane_of_warp() == 0) job_.updates[at] = all_updates;
    }
    if (lane_of_warp() > 0) return;
    job_.active[at] = all_active;
    job_.received[at] = job_.touched[at] = 0;
    if constexpr (same_message) job_.sends[now_.messages_at][at] = all_sends;
  });
}

template <class Program, bool Buffered>
__device__ bool device_supersteps<Program, Buffered>::compute(vertex_id v, const combined& c, bool received, bool& updates) {
  value x = job_.values[v];
  superstep_vertex<Program> vertex(view_, mine_.contributed, v, x, received);
  program_.vertex_compute(vertex, c);
  job_.values[v] = x;
  ++mine_.computed;
  updates = vertex.updates_edges();
  return stays_active(v, vertex.is_active());
}

/// Section 3.2.3: the second half of VertexCompute, in which vertices change the values of their out-edges. A row is the work of
/// several lanes, and a long one of several warps.
template <class Program, bool Buffered>
__device__ void device_supersteps<Program, Buffered>::update_edges() {
  if constexpr (changes_edges<Program>) {
    const auto update = [&](vertex_id u, edge_offset e) {
      superstep_updated_edge<Program> edge(view_, u, job_.out.ends[e], job_.out.weights ? job_.out.weights[e] : edge_weight{1},
                                           job_.values[u], job_.edge_values[e]);
      program_.update_edge(edge);
    };
    each_word([&](vertex_id w) { return job_.updates[w]; },
              [&](vertex_id base, word mask) { each_edge(job_.out, base, mask, update); });
    for (unsigned i = warp(); i < job_.out.cut.num_pieces; i += warps()) {
      const row_piece p = job_.out.cut.pieces[i];
      if (!test(job_.updates, p.v)) continue;
      for (unsigned at = lane_of_warp(); at < p.size; at += warp_lanes) update(p.v, p.first + at);
      if (lane_of_warp() == 0) mine_.inspected += p.size;
    }
  }
}

template <class Program, bool Buffered>
__device__ bool device_supersteps<Program, Buffered>::stays_active(vertex_id v, bool active) {
  if (!active) return false;
  ++mine_.active;
  mine_.active_edges += view_.out_degree(v);
  return true;
}

template <class Program, bool Buffered>
__device__ bool device_supersteps<Program, Buffered>::make_message(vertex_id v, std::uint64_t superstep, message* messages) {
  if (view_.out_degree(v) == 0) return false;
  superstep_source<Program> source(view_, superstep, v, job_.values[v]);
  program_.edge_compute(source);
  if (!source.has_sent()) return false;
  messages[v] = source.message();
  ++mine_.senders;
  return true;
}

}  // namespace fathom::edge_vertex_engine
