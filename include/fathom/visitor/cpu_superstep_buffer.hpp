// Superstep with the paper's message buffer. EdgeCompute stage: each out-edge of an active vertex writes its own slot.
// VertexCompute stage: each vertex combines its slots in the order of its in-edges and empties them.
#pragma once

#include "fathom/visitor/cpu_superstep_push.hpp"

namespace fathom::edge_vertex_engine {

template <class Program>
typename cpu_supersteps<Program>::combined cpu_supersteps<Program>::take_slots(vertex_id v, bool& received) {
  combined c = identity();
  std::uint64_t slot = slots_.first[v];
  for (edge_offset left = step_.in_degree(v); left > 0; --left, slot += slots_.stride) {
    if (!full_[slot]) continue;
    combine(c, static_cast<combined>(buffer_[slot]));
    full_[slot] = 0;
    received = true;
  }
  return c;
}

template <class Program>
void cpu_supersteps<Program>::fill_slots(std::size_t chunk, counts& r) {
  for (vertex_id u = chunks_[chunk]; u < chunks_[chunk + 1]; ++u) {
    if (!test(active_, u)) continue;
    each_message(u, [&](edge_offset e, vertex_id, const message& m) {
      const std::uint64_t slot = slots_.of_out_edge[e];
      buffer_[slot] = m, full_[slot] = 1;
    });
  }
  r.inspected = g_.in.offsets[chunks_[chunk + 1]] - g_.in.offsets[chunks_[chunk]];
}

template <class Program>
void cpu_supersteps<Program>::drain_slots(std::size_t chunk, counts& r) {
  for (vertex_id first = chunks_[chunk]; first < chunks_[chunk + 1]; first += 64) {
    const word before = active_[first / 64];
    word active = 0;
    const vertex_id last = first + std::min<vertex_id>(64, chunks_[chunk + 1] - first);
    for (vertex_id v = first; v < last; ++v) {
      const word bit = word{1} << (v % 64);
      bool received = false;
      const combined c = take_slots(v, received);
      if ((received || (before & bit)) && compute(v, c, received, r)) active |= bit;
    }
    active_[first / 64] = active;
  }
}

template <class Program>
void cpu_supersteps<Program>::fill_and_drain_buffer() {
  each_chunk([&](std::size_t chunk, counts& r) { fill_slots(chunk, r); });
  each_chunk([&](std::size_t chunk, counts& r) { drain_slots(chunk, r); });
}

template <class Program>
void cpu_supersteps<Program>::push_buffered() {
  counts r;
  r.inspected = now_.active_edges;
  touched_.clear(), next_list_.clear();
  for (const vertex_id u : list_) {
    each_message(u, [&](edge_offset e, vertex_id v, const message& m) {
      const std::uint64_t slot = slots_.of_out_edge[e];
      buffer_[slot] = m, full_[slot] = 1;
      if (test(received_, v)) return;
      set(received_, v);
      touched_.push_back(v);
    });
  }
  for (const vertex_id v : touched_) {
    bool received = false;
    combined_[v] = take_slots(v, received);
    r.inspected += step_.in_degree(v);
  }
  compute_touched(touched_, list_, next_list_, r);
  list_.swap(next_list_);
  next_ = r;
}

}  // namespace fathom::edge_vertex_engine
