// PageRank, personalized by `jumps`, as a superstep program of edge_vertex(). The score of dangling vertices is redistributed
// uniformly, or in proportion to `jumps`; its sum is available one superstep later, as an aggregate.
#pragma once

#include <fathom/visitor/edge_vertex.hpp>

template <class Message = float>
struct pagerank_program {
  using value = double;
  using message = Message;  // single precision halves the memory traffic of edges
  using combined = double;
  static constexpr auto combine = fathom::combiner::sum;
  static constexpr bool same_for_all_edges = true;
  struct aggregate {
    double dropped = 0, change = 0;
    FATHOM_CALLABLE void combine(const aggregate& other) { dropped += other.dropped, change += other.change; }
  };

  double damping = 0.85, tolerance = 1e-6;
  const double* jumps = nullptr;  // n probabilities in the caller's ids

  FATHOM_CALLABLE double jump(auto& v) const { return jumps ? jumps[v.id()] : 1.0 / v.num_vertices(); }

  FATHOM_CALLABLE value initial_value(auto& v) const {
    const double score = 1.0 / v.num_vertices();
    if (v.out_degree() == 0) v.contribute({score, 0});
    return score;
  }

  FATHOM_CALLABLE void edge_compute(auto& e) const {
    e.send(static_cast<message>(e.source_value() / static_cast<double>(e.source_out_degree())));
  }

  FATHOM_CALLABLE void vertex_compute(auto& v, const combined& arriving) const {
    if (v.superstep() > 0 && v.aggregated().change < tolerance) return v.vote_to_halt();
    const double before = v.value;
    v.value = damping * arriving + (damping * v.aggregated().dropped + (1 - damping)) * jump(v);
    v.contribute({v.out_degree() == 0 ? v.value : 0, v.value < before ? before - v.value : v.value - before});
  }
};
