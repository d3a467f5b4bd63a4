// Brandes' algorithm as a user program for multi_search(): the forward phase counts paths, the backward phase accumulates
// dependencies.
#pragma once

#include <cstdint>
#include <type_traits>

#include "betweenness/extended_number.hpp"
#include "fathom/visitor/multi_search.hpp"

namespace fathom {

/// `Count` is double, or extended_number if doubles overflow. `Edges` selects edge betweenness as well. `Load` selects load
/// instead, which a vertex divides evenly among its predecessors: it counts these in place of paths, and its dependency is not
/// multiplied.
template <class Count, bool Edges, bool Load = false>
struct betweenness_program {
  static_assert(!(Edges && Load));
  struct state {
    vertex_array<Count> paths;  // from the source
    // Backward phase: first the sum of (1 + dependency) / paths over the vertex's successors, then the vertex's own such term.
    vertex_array<Count> share;
    void arrays(auto&& each) {
      each(paths, Count(0));
      each(share, Count(0));
    }
  };
  struct totals {
    vertex_array<double> vertices;
    edge_array<double> edges;
    total_value<std::uint32_t> overflows;
    void arrays(auto&& each) {
      each(vertices, combiner::sum);
      if constexpr (Edges) each(edges, combiner::sum);
      each(overflows, combiner::maximum);
    }
  };
  static constexpr edge_visits visits = edge_visits::to_next_level;
  static constexpr bool writes_reached_only = true;

  bool endpoints = false;

  FATHOM_CALLABLE void init(auto& search) const { search.state.paths[search.source()] = Count(1); }

  FATHOM_CALLABLE bool visit_vertex(auto& search, vertex_id u, vertex_id v) const {
    search.add(search.state.paths[v], Load ? Count(1) : search.state.paths[u]);
    return true;
  }

  FATHOM_CALLABLE void finalize(auto& search) const {
    const auto& paths = search.state.paths;
    const auto& share = search.state.share;
    const auto vertex = [&](vertex_id u) {
      const double dependency = static_cast<double>(Load ? share[u] : paths[u] * share[u]);
      if constexpr (std::is_same_v<Count, double>) {
        if (!(paths[u] < most_paths)) search.raise_total(*search.totals.overflows, 1);
      }
      share[u] = Count(1 + dependency) / paths[u];
      if (u != search.source()) search.add_total(search.totals.vertices[u], dependency + (endpoints ? 1 : 0));
    };
    if constexpr (Edges) {
      search.retrace(
          [&](vertex_id u, vertex_id v, edge_offset e) {
            search.add(share[u], share[v]);
            search.add_total(search.totals.edges[e], static_cast<double>(paths[u] * share[v]));
          },
          vertex);
    } else {
      search.retrace_sums(
          share, [&](vertex_id v) { return share[v]; }, vertex);
    }
    if (endpoints) {
      search.once([&] { search.add_total(search.totals.vertices[search.source()], static_cast<double>(search.reached()) - 1); });
    }
  }

  // Beyond this the reciprocal of a path count is subnormal and loses precision.
  static constexpr double most_paths = 0x1p960;
};

}  // namespace fathom
