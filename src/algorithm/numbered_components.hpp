// Components with numbers, in an order that bounds of eccentricities need.
#pragma once

#include <vector>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Connected components, or of a directed graph the strongly connected ones: numbered so that an edge out of a component leads to
/// one with a smaller number.
struct numbered_components {
  std::vector<vertex_id> of;     ///< the component of each vertex
  std::vector<vertex_id> sizes;  ///< in vertices
  vertex_id largest = 0;         ///< of equals, the one with the smallest vertex
};

[[nodiscard]] numbered_components number_components(const graph& g, const run_control& control);

}  // namespace fathom
