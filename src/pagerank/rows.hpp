// Inputs of PageRank: adjacency rows of in-edges, and the out-degree or total out-weight of each vertex.
#pragma once

#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "graph/build/rows.hpp"
#include "pagerank/request.hpp"

namespace fathom {

struct pagerank_rows {
  rows reversed;           ///< in-edges of a directed graph built without them
  array<double> strength;  ///< sum of the out-weights of each vertex; empty if unweighted

  /// Whether contributions, which are scores divided by these sums, lie within the range of single precision.
  [[nodiscard]] bool allow_single_precision() const;
};

/// Copy of `g`, which has double-precision weights, with single-precision weights that yield the same scores: each weight is
/// divided by the largest out-weight of its source, since only their proportions matter. References arrays of g. Throws as
/// find_pagerank_rows() does.
[[nodiscard]] graph with_proportions(const graph& g, const run_control& control);

/// Sets the adjacency rows of `request`, which then references the graph (or the layout, if given) and the returned arrays. Throws
/// error_category::usage for a negative weight, ::memory, ::cancelled.
[[nodiscard]] pagerank_rows find_pagerank_rows(const graph& g, const layout* prepared, bool weighted, const run_control& control,
                                               pagerank_engine::pagerank_request& request);

}  // namespace fathom
