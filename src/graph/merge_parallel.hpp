// Parallel edges of rows that have kept them all become one: the first, or their sum.
#pragma once

#include "fathom/build.hpp"
#include "graph/rows.hpp"

namespace fathom {

/// `all` are sorted rows with weights, parallel edges in the order of the edge list; `policy` is sum or first. Adds to
/// duplicates_removed. Sums that single precision does not hold are in wide_weights, in place of `weights`.
/// Throws error_category::input where a sum is not finite, ::memory.
[[nodiscard]] rows merge_parallel(rows all, parallel_edges policy, const run_control& control);

}  // namespace fathom
