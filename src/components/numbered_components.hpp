// Components numbered in the order that eccentricity bounds need.
#pragma once

#include <vector>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Connected components, or strongly connected components of a directed graph, numbered so that edges out of a component lead to
/// smaller numbers.
struct numbered_components {
  std::vector<vertex_id> of;     ///< the component of each vertex
  std::vector<vertex_id> sizes;  ///< in vertices
  vertex_id largest = 0;         ///< ties: the one with the smallest vertex
};

[[nodiscard]] numbered_components number_components(const graph& g, const run_control& control);

}  // namespace fathom
