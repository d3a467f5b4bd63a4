// Reversed graphs: every edge changes direction.
#pragma once

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// The graph with every edge reversed, with its weights, original ids and labels. Shares the arrays of `g` and keeps them alive;
/// in-edges that a directed graph was built without are computed here. An undirected graph is its own reverse. Throws
/// error_category::memory, error_category::cancelled.
[[nodiscard]] graph reversed(const graph& g, const run_control& control = {});

}  // namespace fathom
