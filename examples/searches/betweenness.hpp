// Unnormalized betweenness centrality by Brandes' algorithm, as a visitor of multi_search(). fathom::betweenness() has more
// options.
#pragma once

#include <fathom/visitor/multi_search.hpp>

struct betweenness {
  struct state {
    fathom::vertex_array<double> paths, share;
    void arrays(auto&& each) {
      each(paths, 0);
      each(share, 0);
    }
  };
  struct totals {
    fathom::vertex_array<double> centrality;
    void arrays(auto&& each) { each(centrality, fathom::combiner::sum); }
  };
  static constexpr auto visits = fathom::edge_visits::to_next_level;
  static constexpr bool writes_reached_only = true;

  FATHOM_CALLABLE void init(auto& search) const { search.state.paths[search.source()] = 1; }

  FATHOM_CALLABLE bool visit_vertex(auto& search, fathom::vertex_id u, fathom::vertex_id v) const {
    search.add(search.state.paths[v], search.state.paths[u]);
    return true;
  }

  FATHOM_CALLABLE void finalize(auto& search) const {
    const auto& paths = search.state.paths;
    const auto& share = search.state.share;
    search.retrace([&](auto u, auto v) { search.add(share[u], share[v]); },
                   [&](auto u) {
                     const double dependency = paths[u] * share[u];
                     share[u] = (1 + dependency) / paths[u];
                     if (u != search.source()) search.add_total(search.totals.centrality[u], dependency);
                   });
  }
};
