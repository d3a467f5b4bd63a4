// Power iterations by all ranks of a partitioned graph.
#pragma once

#include <cstdint>
#include <span>

#include "distributed/partitioned_graph.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom::ranks_engine {

struct pagerank_request {
  double damping = 0.85, tolerance = 0;
  int max_iterations = 0;
  bool weighted = false;          ///< by weight; all ranks have weights then
  bool single_precision = false;  ///< of what is handed on, while that is precise enough
  /// By the rank's vertices in the caller's order; each sums up to 1 over all ranks. Empty: all vertices alike.
  std::span<const double> personalization, dangling, start;
  run_control control;
};

/// Of the ranks of some vertices.
struct rank_sums {
  double change = 0, dangling = 0, rank = 0;
  double stopped = 0;  ///< ranks that were told to stop

  void add(const rank_sums& more) { change += more.change, dangling += more.dangling, rank += more.rank, stopped += more.stopped; }
};

struct pagerank_outcome {
  int iterations = 0, single_iterations = 0;
  double change = 0;
  bool converged = false;
  std::uint64_t planned_bytes = 0;  ///< of this rank
  std::uint64_t bytes = 0;          ///< that this rank's iterations read and write at least
  std::uint64_t gathered = 0;       ///< edges that it looked at
  double seconds_prepare = 0;       ///< of this rank
  double seconds_iterate = 0;       ///< of the iterations alone
  rank_work work;                   ///< bytes and seconds
};

/// Collective: the ranks of this rank's vertices, in the caller's order, by the CPU or this rank's CUDA device. Throws a rank_error
/// on all ranks for a negative weight, where memory does not suffice on one, and where one was told to stop;
/// error_category::device.
pagerank_outcome rank_pagerank(const partitioned_graph& g, const pagerank_request& request, device where, std::span<double> ranks,
                               int threads);

}  // namespace fathom::ranks_engine
