// Connected components of an undirected graph: every vertex gets the smallest vertex of its component as its label. A program of
// multi_search() from all vertices, in which searches see what others have found, and most end at once.
#pragma once

#include <fathom/program/multi_search.hpp>

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
