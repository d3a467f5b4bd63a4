// PageRank of a graph that lies on many ranks.
#pragma once

#include <vector>

#include "fathom/array.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom {

struct rank_pagerank_options {
  /// As for pagerank(); distributions have an entry for every vertex of the whole graph, on every rank. By power iterations; the
  /// threads are the graph's. Of several ranks on a host the first takes the CUDA device and each the next.
  pagerank_options ranking;
  bool gather = true;  ///< all ranks get the values of all vertices; else each those of its own
};

struct rank_pagerank_result {
  array<double> ranks;  ///< of all vertices, whose sum is 1, or of this rank's
  /// The same on all ranks; seconds are those of the slowest, bytes are of all together. seconds_on_device are the iterations.
  pagerank_report report;
  double seconds_gather = 0;  ///< values to all ranks
  std::vector<rank_work> by_rank;
};

/// Collective: what pagerank() computes, and to the same precision. On one grid of ranks the result is the same in all runs, bit
/// for bit, whatever the number of threads; on another grid, and on devices, sums are added up in another order, which changes the
/// last digits: below 1e-13 of a rank where pagerank() promises that for rounding, below 4e-7 else, and by what the tolerance
/// leaves open where that makes one of them stop an iteration earlier.
///
/// Throws what pagerank() throws; error_category::usage for Gauss-Seidel iterations, and for options that are not the same on all
/// ranks.
[[nodiscard]] rank_pagerank_result rank_pagerank(const rank_graph& g, const rank_pagerank_options& options = {});

}  // namespace fathom
