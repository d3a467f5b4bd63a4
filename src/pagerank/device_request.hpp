// Requests and outcomes of PageRank engines on GPUs.
#pragma once

#include "fathom/array.hpp"
#include "fathom/layout.hpp"
#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

struct device_request {
  vertex_id num_vertices = 0;     ///< of the rows; at least 1
  vertex_id caller_vertices = 0;  ///< n
  edge_offset num_edges = 0;
  bool on_device = false;                   ///< the arrays of `in`, `out` and `to_caller` are in the memory of the device
  layout_adjacency in;                      ///< null: transposed from `out`
  layout_adjacency out;                     ///< null if weighted
  const edge_weight* in_weights = nullptr;  ///< in host memory; null: unweighted
  const double* out_strength = nullptr;     ///< sum of out-weights per vertex, in host memory, if weighted
  const vertex_id* to_caller = nullptr;     ///< id in the rows -> caller's id; null if equal
  const edge_blocks* blocks = nullptr;      ///< edges grouped by target; null: read rows
  bool hubs_first = false;                  ///< most edges come from the vertices with the smallest ids

  double damping = 0.85, tolerance = 0;
  int max_iterations = 0;
  bool single_precision = false;  ///< while that is precise enough
  /// n values in host memory that sum to 1, in the caller's ids; null: uniform, but `dangling` as `personalization`.
  const double *personalization = nullptr, *dangling = nullptr, *start = nullptr;
  bool may_start_by_degree = false;  ///< see may_start_by_degree()
  bool single_result = false;
  run_control control;
};

struct device_scores {
  pagerank_run run;
  array<double> ranks;        ///< n scores in device memory, in the caller's ids; empty for a result in single precision
  array<float> single_ranks;  ///< the same in single precision
  double seconds = 0;         ///< device time, without copies between host and device
};

struct batch_outcome {
  pagerank_run run;    ///< iterations of the seed with most; change of the seed with the largest
  double seconds = 0;  ///< device time, without copies between host and device
};

}  // namespace fathom::pagerank_engine
