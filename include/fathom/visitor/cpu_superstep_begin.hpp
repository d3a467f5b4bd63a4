// Initial values of vertices and edges.
#pragma once

#include "fathom/visitor/cpu_supersteps.hpp"

namespace fathom::edge_vertex_engine {

template <class Program>
void cpu_supersteps<Program>::make_edge_values(const edge_vertex_rows& rows, bool rows_of_targets, array<edge_value>& values) {
  values = array<edge_value>(g_.num_edges);
  team_.run(chunks_.size() - 1, [&](std::size_t chunk) {
    for (vertex_id v = chunks_[chunk]; v < chunks_[chunk + 1]; ++v) {
      for (edge_offset e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
        const vertex_id other = rows.ends[e];
        superstep_first_edge<Program> edge(step_, rows_of_targets ? other : v, rows_of_targets ? v : other,
                                           rows.weights ? rows.weights[e] : edge_weight{1});
        if constexpr (has_edge_values<Program>) values[e] = program_.initial_edge_value(edge);
      }
    }
  });
}

// The paper's initData.
template <class Program>
void cpu_supersteps<Program>::initialize() {
  if constexpr (has_edge_values<Program>) {
    make_edge_values(g_.out, false, out_values_);
    if constexpr (!changes_edges<Program>) make_edge_values(g_.in, true, in_values_);
  }
  each_chunk([&](std::size_t chunk, counts& r) {
    for (vertex_id first = chunks_[chunk]; first < chunks_[chunk + 1]; first += 64) {
      word active = 0, sends = 0;
      const vertex_id last = std::min(own_, first + std::min<vertex_id>(64, chunks_[chunk + 1] - first));
      for (vertex_id v = first; v < last; ++v) {
        superstep_place<Program> place(step_, r.contributed, v);
        values_[v] = program_.initial_value(place);
        bool begins_active = true;
        if constexpr (!leaves_initially_active_out<Program>) begins_active = program_.initially_active(place);
        if (!stays_active(v, begins_active, r)) continue;
        active |= word{1} << (v % 64);
        if constexpr (same_message) {
          if (!buffered_ && make_message(v, 0, messages_, r)) sends |= word{1} << (v % 64);
        }
      }
      active_[first / 64] = active;
      if (!sends_.empty()) sends_[first / 64] = sends;
    }
  });
}

}  // namespace fathom::edge_vertex_engine
