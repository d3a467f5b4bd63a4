// The parts of a graph within which every vertex reaches every other.
#pragma once

#include <vector>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"

namespace fathom {

/// Connected components, or of a directed graph the strongly connected ones: numbered so that an edge out of a component leads to
/// one with a smaller number.
struct components {
  std::vector<vertex_id> of;     ///< the component of each vertex
  std::vector<vertex_id> sizes;  ///< in vertices
  vertex_id largest = 0;         ///< of equals, the one with the smallest vertex
};

/// `prepared` is a layout of g: the largest part of an undirected graph is found by a search.
[[nodiscard]] components find_components(const graph& g, const layout& prepared, const run_control& control);

}  // namespace fathom
