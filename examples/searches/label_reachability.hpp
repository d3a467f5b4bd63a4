// Which vertices each source reaches along vertices of allowed labels alone: a program of multi_search() that prunes.
#pragma once

#include <fathom/program/multi_search.hpp>

struct label_reachability {
  struct state {
    fathom::vertex_array<std::uint8_t> reached;
    void arrays(auto&& each) { each(reached, 0, fathom::kept); }
  };
  static constexpr auto visits = fathom::edge_visits::until_vertex_joins;
  static constexpr bool writes_reached_only = true;

  const std::uint8_t* labels;  // 0 to 31, of the layout's vertices: see fathom::in_layout_order()
  std::uint32_t allowed;       // a bit a label; the source may have any

  FATHOM_CALLABLE void init(auto& search) const { search.state.reached[search.source()] = 1; }

  FATHOM_CALLABLE bool visit_vertex(auto& search, fathom::vertex_id, fathom::vertex_id v) const {
    if (!((allowed >> labels[v]) & 1)) return false;
    search.state.reached[v] = 1;
    return true;
  }
};
