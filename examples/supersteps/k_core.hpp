// k-core of an undirected graph: the subgraph left after repeatedly removing vertices with fewer than k edges (Seidman, 1983), as a
// superstep program of edge_vertex(). A removed vertex notifies its neighbors once.
#pragma once

#include <fathom/visitor/edge_vertex.hpp>

struct k_core {
  struct value {
    fathom::edge_offset edges;  // to vertices not yet removed
    bool stays;
  };
  using message = fathom::edge_offset;  // number of removed neighbors
  static constexpr auto combine = fathom::combiner::sum;
  static constexpr bool same_for_all_edges = true;

  fathom::edge_offset k;

  FATHOM_CALLABLE value initial_value(auto& v) const { return {v.out_degree(), v.out_degree() >= k}; }
  FATHOM_CALLABLE bool initially_active(auto& v) const { return v.out_degree() < k; }

  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(1); }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& gone) const {
    v.value.edges -= gone < v.value.edges ? gone : v.value.edges;
    if (v.value.stays && v.value.edges < k)
      v.value.stays = false;  // stays active for one superstep, to notify its neighbors
    else
      v.vote_to_halt();
  }
};
