// The k-core of an undirected graph, what is left when vertices of fewer than k edges are taken away until there are none (Seidman,
// 1983), as a program of edge_vertex(). A vertex tells its neighbours once that it goes.
#pragma once

#include <fathom/program/edge_vertex.hpp>

struct k_core {
  struct value {
    fathom::edge_offset edges;  // to vertices that are still there
    bool stays;
  };
  using message = fathom::edge_offset;  // how many go
  static constexpr auto combine = fathom::combiner::sum;
  static constexpr bool same_for_all_edges = true;

  fathom::edge_offset k;

  FATHOM_CALLABLE value initial_value(auto& v) const { return {v.out_degree(), v.out_degree() >= k}; }
  FATHOM_CALLABLE bool initially_active(auto& v) const { return v.out_degree() < k; }

  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(1); }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& gone) const {
    v.value.edges -= gone < v.value.edges ? gone : v.value.edges;
    if (v.value.stays && v.value.edges < k)
      v.value.stays = false;  // active, to tell it once
    else
      v.vote_to_halt();
  }
};
