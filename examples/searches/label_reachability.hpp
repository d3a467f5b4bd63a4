// Vertices that each source reaches through vertices of allowed labels only, as a visitor of multi_search() that prunes edges.
#pragma once

#include <fathom/visitor/multi_search.hpp>

struct label_reachability {
  struct state {
    fathom::vertex_array<std::uint8_t> reached;
    void arrays(auto&& each) { each(reached, 0, fathom::kept); }
  };
  static constexpr auto visits = fathom::edge_visits::until_vertex_joins;
  static constexpr bool writes_reached_only = true;

  const std::uint8_t* labels;  // 0 to 31, in layout order: see fathom::in_layout_order()
  std::uint32_t allowed;       // one bit per label; the source may have any label

  FATHOM_CALLABLE void init(auto& search) const { search.state.reached[search.source()] = 1; }

  FATHOM_CALLABLE bool visit_vertex(auto& search, fathom::vertex_id, fathom::vertex_id v) const {
    if (!((allowed >> labels[v]) & 1)) return false;
    search.state.reached[v] = 1;
    return true;
  }
};
