// What PageRank reads of a graph: the rows of in-edges, and how much goes out of each vertex.
#pragma once

#include "engine/pagerank/pagerank_request.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "graph/rows.hpp"

namespace fathom {

struct pagerank_rows {
  rows reversed;           ///< in-edges of a directed graph that was built without them
  array<double> strength;  ///< sums of the weights out of each vertex; empty where all edges are alike
};

/// `g` with weights in single precision that give the same ranks: each divided by the largest out of its source, whose walk goes by
/// their proportions alone. Borrows from g, which has its weights in double precision. Throws as find_pagerank_rows() does.
[[nodiscard]] graph with_proportions(const graph& g, const run_control& control);

/// Sets the rows of `request`, which then borrows from the graph (or the layout, where there is one) and from what is returned.
/// Throws error_category::usage for a negative weight, ::memory, ::cancelled.
[[nodiscard]] pagerank_rows find_pagerank_rows(const graph& g, const layout* prepared, bool weighted, const run_control& control,
                                               pagerank_engine::pagerank_request& request);

}  // namespace fathom
