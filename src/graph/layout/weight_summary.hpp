// Statistics of the weights of a graph, and the check that shortest paths need.
#pragma once

#include <limits>

#include "fathom/graph.hpp"

namespace fathom {

struct weight_summary {
  bool whole = true;  ///< whether all weights are integers
  double smallest = std::numeric_limits<double>::infinity(), largest = 0, sum = 0;
};

/// Summarizes the weights of all edges. Throws error_category::input for a weight that is negative or not finite, naming the edge.
[[nodiscard]] weight_summary summarize_weights(const graph& g, int threads);

}  // namespace fathom
