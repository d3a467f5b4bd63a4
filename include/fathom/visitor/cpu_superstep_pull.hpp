// Pull superstep over all vertices: each gathers messages of active sources along its in-edges. If messages depend only on the
// source, EdgeCompute has already run, and gathering and VertexCompute are fused. Otherwise edge_compute() is called while
// gathering, and VertexCompute waits until all vertices have gathered, because it changes the values that they read.
#pragma once

#include "fathom/visitor/cpu_supersteps.hpp"

namespace fathom::edge_vertex_engine {

template <class Program>
bool cpu_supersteps<Program>::gather_same(vertex_id v, combined& c) const {
  const vertex_id* source = g_.in.ends + g_.in.offsets[v];
  const vertex_id* const last = g_.in.ends + g_.in.offsets[v + 1];
  const message* const messages = messages_.data();
  const bool received = source != last;
  // Four accumulators, because a single one would serialize the combine operations. Their order is fixed.
  combined others[3] = {identity(), identity(), identity()};
  c = identity();
  for (; last - source >= 4; source += 4) {
    combine(c, static_cast<combined>(messages[source[0]]));
    combine(others[0], static_cast<combined>(messages[source[1]]));
    combine(others[1], static_cast<combined>(messages[source[2]]));
    combine(others[2], static_cast<combined>(messages[source[3]]));
  }
  for (; source != last; ++source) combine(c, static_cast<combined>(messages[*source]));
  combine(c, others[0]);
  combine(others[1], others[2]);
  combine(c, others[1]);
  return received;
}

template <class Program>
bool cpu_supersteps<Program>::gather(vertex_id v, combined& c) const {
  bool received = false;
  c = identity();
  for (edge_offset e = g_.in.offsets[v]; e < g_.in.offsets[v + 1]; ++e) {
    const vertex_id u = g_.in.ends[e];
    if constexpr (same_message) {
      if (!test(sends_, u)) continue;
      combine(c, static_cast<combined>(messages_[u]));
      received = true;
    } else {
      if (now_.active != step_.num_vertices && !test(active_, u)) continue;
      // A value that changes is stored once, with its out-edge.
      constexpr bool moved = changes_edges<Program>;
      superstep_edge<Program> edge(step_, u, v, values_[u], moved ? g_.out.weights : g_.in.weights,
                                   moved ? out_values_.data() : in_values_.data(), moved ? out_positions_[e] : e);
      program_.edge_compute(edge);
      if (!edge.has_sent()) continue;
      combine(c, static_cast<combined>(edge.message()));
      received = true;
    }
  }
  return received;
}

template <class Program>
void cpu_supersteps<Program>::pull_same(std::size_t chunk, counts& r) {
  const vertex_id end = chunks_[chunk + 1];
  const bool all_send = own_senders_ == senders_wanted_;
  r.inspected = g_.in.offsets[end] - g_.in.offsets[chunks_[chunk]];
  for (vertex_id first = chunks_[chunk]; first < end; first += 64) {
    const word before = active_[first / 64];
    word active = 0, sends = 0;
    const vertex_id last = first + std::min<vertex_id>(64, end - first);
    for (vertex_id v = first; v < last; ++v) {
      const word bit = word{1} << (v % 64);
      combined c;
      const bool received = all_send ? gather_same(v, c) : gather(v, c);
      if (!received && !(before & bit)) continue;
      if (!compute(v, c, received, r)) continue;
      active |= bit;
      if (make_message(v, step_.number + 1, next_messages_, r)) sends |= bit;
    }
    active_[first / 64] = active, next_sends_[first / 64] = sends;
  }
}

template <class Program>
void cpu_supersteps<Program>::pull_combined(std::size_t chunk, counts& r) {
  const vertex_id end = chunks_[chunk + 1];
  const bool all_send = same_message && own_senders_ == senders_wanted_;
  r.inspected = g_.in.offsets[end] - g_.in.offsets[chunks_[chunk]];
  for (vertex_id first = chunks_[chunk]; first < end; first += 64) {
    word received = 0;
    const vertex_id last = first + std::min<vertex_id>(64, end - first);
    for (vertex_id v = first; v < last; ++v) {
      const bool any = all_send ? gather_same(v, combined_[v]) : gather(v, combined_[v]);
      received |= static_cast<word>(any) << (v % 64);
    }
    received_[first / 64] = received;
  }
}

template <class Program>
void cpu_supersteps<Program>::compute_received(std::size_t chunk, counts& r) {
  for (vertex_id first = chunks_[chunk]; first < chunks_[chunk + 1]; first += 64) {
    const word received = std::exchange(received_[first / 64], word{0});
    word active = 0, sends = 0;
    for (word bits = received | active_[first / 64]; bits != 0; bits &= bits - 1) {
      const vertex_id v = first + static_cast<vertex_id>(std::countr_zero(bits));
      const word bit = bits & -bits;
      const bool has_any = received & bit;
      if (!compute(v, has_any ? combined_[v] : identity(), has_any, r)) continue;
      active |= bit;
      if constexpr (same_message) {
        if (make_message(v, step_.number + 1, messages_, r)) sends |= bit;
      }
    }
    active_[first / 64] = active;
    if (!sends_.empty()) sends_[first / 64] = sends;
  }
}

template <class Program>
void cpu_supersteps<Program>::pull() {
  if constexpr (same_message) {
    each_chunk([&](std::size_t chunk, counts& r) { pull_same(chunk, r); });
    messages_.swap(next_messages_);
    sends_.swap(next_sends_);
  } else {
    each_chunk([&](std::size_t chunk, counts& r) { pull_combined(chunk, r); });
    each_chunk([&](std::size_t chunk, counts& r) { compute_received(chunk, r); });
  }
}

}  // namespace fathom::edge_vertex_engine
