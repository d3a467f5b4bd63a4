// Distances from every source, as a visitor of multi_search().
#pragma once

#include <fathom/visitor/multi_search.hpp>

struct distances {
  struct state {
    fathom::vertex_array<fathom::hop_count> distance;
    void arrays(auto&& each) { each(distance, fathom::unreachable, fathom::kept); }
  };
  static constexpr auto visits = fathom::edge_visits::until_vertex_joins;
  static constexpr bool writes_reached_only = true;

  FATHOM_CALLABLE void init(auto& search) const { search.state.distance[search.source()] = 0; }

  FATHOM_CALLABLE bool visit_vertex(auto& search, fathom::vertex_id, fathom::vertex_id v) const {
    search.state.distance[v] = search.level() + 1;
    return true;
  }
};
