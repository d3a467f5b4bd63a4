// Topological order of graphs that must be acyclic.
#pragma once

#include <string_view>

#include "fathom/dag.hpp"

namespace fathom {

/// Orders the vertices. Throws error_category::usage for a graph with a cycle: "the graph has a cycle, 'a' -> 'b' -> 'a'; WHY".
[[nodiscard]] topological_order_result order_of_acyclic(const graph& g, std::string_view why, const run_control& control);

}  // namespace fathom
