// Connected components of an undirected graph, labeled by their smallest vertex, as a visitor of multi_search() from all vertices.
// Searches see the labels found by others, so most of them stop immediately.
#pragma once

#include <fathom/visitor/multi_search.hpp>

struct components {
  struct totals {
    fathom::vertex_array<fathom::vertex_id> label;
    void arrays(auto&& each) { each(label, fathom::combiner::minimum); }
  };
  static constexpr bool sees_totals = true;

  FATHOM_CALLABLE void init(auto& search) const {
    if (search.total(search.totals.label[search.source()]) < search.caller_id(search.source())) search.stop();
  }

  FATHOM_CALLABLE void finalize(auto& search) const {
    if (search.stopped()) return;
    const fathom::vertex_id label = search.caller_id(search.source());
    search.for_each_reached([&](auto v) { search.lower_total(search.totals.label[v], label); });
  }
};
