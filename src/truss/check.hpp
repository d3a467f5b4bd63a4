// Checks of the arguments of all functions of trusses.
#pragma once

#include <span>

#include "base/fail_usage.hpp"
#include "fathom/graph.hpp"

namespace fathom::truss_engine {

/// Throws error_category::usage for a directed graph, and for one whose adjacency rows are not ascending.
void require_edges(const graph& g);

/// Throws error_category::usage unless there is a truss number per stored edge.
inline void require_numbers(const graph& g, std::span<const vertex_id> truss_numbers) {
  if (truss_numbers.size() != g.num_edges())
    fail_usage("there are {} truss numbers for {} directed edges; give one per edge", truss_numbers.size(), g.num_edges());
}

}  // namespace fathom::truss_engine
