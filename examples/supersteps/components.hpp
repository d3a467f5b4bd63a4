// Connected components of an undirected graph, labeled by their smallest id (HCC), as a superstep program of edge_vertex().
// Kang, Tsourakakis, Faloutsos, "PEGASUS", ICDM 2009.
#pragma once

#include <fathom/visitor/edge_vertex.hpp>

struct components_program {
  using value = fathom::vertex_id;
  using message = fathom::vertex_id;
  static constexpr auto combine = fathom::combiner::minimum;
  static constexpr bool same_for_all_edges = true;

  FATHOM_CALLABLE value initial_value(auto& v) const { return v.id(); }

  FATHOM_CALLABLE void edge_compute(auto& e) const { e.send(e.source_value()); }

  FATHOM_CALLABLE void vertex_compute(auto& v, const message& smallest) const {
    if (!(smallest < v.value)) return v.vote_to_halt();
    v.value = smallest;
  }
};
