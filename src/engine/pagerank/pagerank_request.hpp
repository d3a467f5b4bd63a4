// What an engine for PageRank is asked and what it answers.
#pragma once

#include <cstdint>
#include <functional>

#include "fathom/control.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/types.hpp"

namespace fathom::pagerank_engine {

struct pagerank_request {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  const edge_offset* in_offsets = nullptr;
  const vertex_id* in_sources = nullptr;
  const edge_weight* in_weights = nullptr;   ///< null: all edges alike
  const edge_offset* out_offsets = nullptr;  ///< null where there are weights
  const double* out_strength = nullptr;      ///< sums of the weights out of each vertex, where there are weights

  double damping = 0.85, tolerance = 0;
  int max_iterations = 0;
  pagerank_method method = pagerank_method::power;  ///< not automatic
  bool single_precision = false;                    ///< while that is precise enough
  double jump = 0;                                  ///< of every vertex, where `personalization` is null
  double drop = 0;                                  ///< likewise `dangling`
  const double* personalization = nullptr;          ///< sum 1 with those apart
  const double* dangling = nullptr;
  bool drops_elsewhere = false;  ///< `dangling` is not `personalization`

  /// Vertices that are not among these, since they are isolated: sums of their ranks, personalization, dangling.
  double apart_rank = 0, apart_jump = 0, apart_drop = 0;
  /// How much the ranks of those apart change when they become a p[v] + b q[v] for the first time. Null where there are none.
  std::function<double(double a, double b)> first_change_apart;

  run_control control;
};

struct pagerank_run {
  int threads = 0, iterations = 0, single_iterations = 0;
  double change = 0;
  bool converged = false;
  double apart_jump = 0, apart_drop = 0;  ///< the rank of a vertex apart is apart_jump p[v] + apart_drop q[v], unless 0 iterations
  std::uint64_t bytes = 0, gathered = 0;
};

}  // namespace fathom::pagerank_engine
