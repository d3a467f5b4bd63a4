// Reversed graphs: every edge changes direction.
#pragma once

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Reverses `g`. Shares the arrays of `g` and keeps it alive; in-edges that a directed graph was built without are computed here.
/// An undirected graph is its own reverse. The reverse of a directed graph has no weights, original ids or labels. Throws
/// error_category::memory, error_category::cancelled.
[[nodiscard]] graph reversed(const graph& g, const run_control& control = {});

}  // namespace fathom
