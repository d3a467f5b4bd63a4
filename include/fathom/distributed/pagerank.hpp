// PageRank of a distributed graph.
#pragma once

#include <vector>

#include "fathom/array.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/pagerank.hpp"

namespace fathom {

struct rank_pagerank_options {
  /// Options of pagerank(). Distributions have an entry for every vertex of the whole graph, on every process. Only power iteration
  /// is supported, and the graph's threads are used. The first process on each host uses the CUDA device and each further process
  /// the next one.
  pagerank_options ranking;
  bool gather = true;  ///< true: every process gets the scores of all vertices; false: only those of its own vertices
};

struct rank_pagerank_result {
  array<double> scores;  ///< scores of all n vertices, whose sum is 1, or of this process's own vertices
  /// Identical on all processes. Times are those of the slowest process, bytes are totals, and seconds_on_device covers the
  /// iterations.
  pagerank_report report;
  double seconds_gather = 0;  ///< gathering scores on all processes
  std::vector<rank_work> by_rank;
};

/// Collective: computes the scores of pagerank() to the same precision. On a given process grid results are identical in all runs,
/// bit for bit, on any number of threads. On another grid and on devices, sums are added in another order, which changes the last
/// digits: by less than 1e-13 of a score where pagerank() guarantees that rounding error, by less than 4e-7 otherwise. If it makes
/// one run stop an iteration earlier, scores also differ within the tolerance.
///
/// Throws as pagerank() does, and error_category::usage for Gauss-Seidel and for options that differ between processes.
[[nodiscard]] rank_pagerank_result rank_pagerank(const rank_graph& g, const rank_pagerank_options& options = {});

}  // namespace fathom
