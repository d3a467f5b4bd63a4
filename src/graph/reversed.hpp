// A graph with every edge turned round.
#pragma once

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Shares the arrays of `g` and keeps it alive; where a directed graph was built without in-edges they are made here. An undirected
/// graph is its own reverse. Without weights, original ids and labels. Throws error_category::memory, error_category::cancelled.
[[nodiscard]] graph reversed(const graph& g, const run_control& control = {});

}  // namespace fathom
