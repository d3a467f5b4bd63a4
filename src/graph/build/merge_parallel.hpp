// Merging of parallel edges in adjacency rows into the first edge or the sum of their weights.
#pragma once

#include "fathom/build.hpp"
#include "graph/build/rows.hpp"

namespace fathom {

/// `all` are sorted rows with weights, parallel edges in the order of the edge list; `policy` is sum or first. Adds to
/// duplicates_removed. If single precision cannot represent the sums, they are in wide_weights instead of `weights`.
/// Throws error_category::input if a sum is not finite, ::memory.
[[nodiscard]] rows merge_parallel(rows all, parallel_edges policy, bool exact, const run_control& control);

}  // namespace fathom
