// Distributed PageRank by power iteration.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/graph.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct pagerank_request {
  double damping = 0.85, tolerance = 0;
  int max_iterations = 0;
  bool weighted = false;          ///< by weight; all processes must have weights then
  bool single_precision = false;  ///< contributions in single precision while that is precise enough
  /// Indexed by the process's vertices in the caller's order; each sums to 1 over all processes. Empty: uniform.
  std::span<const double> personalization, dangling, start;
  run_control control;
};

/// Sums over the scores of a set of vertices.
struct rank_sums {
  double change = 0, dangling = 0, rank = 0;
  double stopped = 0;  ///< processes on which a stop was requested

  void add(const rank_sums& more) { change += more.change, dangling += more.dangling, rank += more.rank, stopped += more.stopped; }
};

struct pagerank_outcome {
  int iterations = 0, single_iterations = 0;
  double change = 0;
  bool converged = false;
  std::uint64_t planned_bytes = 0;  ///< of this process
  std::uint64_t bytes = 0;          ///< lower bound on the bytes that this process's iterations read and write
  std::uint64_t gathered = 0;       ///< edges inspected by this process
  double seconds_prepare = 0;       ///< of this process
  double seconds_iterate = 0;       ///< iterations only
  rank_work work;                   ///< bytes and seconds
};

/// Collective. Computes the scores of this process's vertices, in the caller's order, on the CPU or this process's CUDA device.
/// Throws a rank_error on all processes if a weight is negative, memory is insufficient or a stop was requested on any of them;
/// error_category::device.
pagerank_outcome rank_pagerank(const partitioned_graph& g, const pagerank_request& request, device where, std::span<double> ranks,
                               int threads);

}  // namespace fathom::ranks_engine
