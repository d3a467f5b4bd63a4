// Request and result of a PageRank engine.
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
  const edge_weight* in_weights = nullptr;   ///< null: unweighted
  const edge_offset* out_offsets = nullptr;  ///< null if weighted
  const double* out_strength = nullptr;      ///< sum of out-weights per vertex, if weighted

  double damping = 0.85, tolerance = 0;
  int max_iterations = 0;
  pagerank_method method = pagerank_method::power;  ///< not automatic
  bool single_precision = false;                    ///< while that is precise enough
  double jump = 0;                                  ///< value of every vertex if `personalization` is null
  double drop = 0;                                  ///< value of every vertex if `dangling` is null
  const double* personalization = nullptr;          ///< sums to 1, including the isolated vertices below
  const double* dangling = nullptr;
  bool drops_elsewhere = false;  ///< `dangling` differs from `personalization`

  /// Sums of scores, personalization and dangling values over the isolated vertices, which are not part of the layout.
  double apart_rank = 0, apart_jump = 0, apart_drop = 0;
  /// Total change of the scores of these isolated vertices when they first become a p[v] + b q[v]. Null if there are none.
  std::function<double(double a, double b)> first_change_apart;

  run_control control;
};

struct pagerank_run {
  int threads = 0, iterations = 0, single_iterations = 0;
  double change = 0;
  bool converged = false;
  double unit = 1;  ///< engine of a CPU: the scores of rows are stored in this unit
  double apart_jump = 0,
         apart_drop = 0;  ///< isolated vertices have score apart_jump p[v] + apart_drop q[v] after at least one iteration
  std::uint64_t bytes = 0, gathered = 0;
  std::uint64_t planned_bytes = 0;  ///< of device memory
  bool reads_blocks = false;        ///< iterated over edges grouped by target
  bool from_degrees = false;        ///< began with scores in proportion to degrees; engines on a device
};

/// A vertex to which all jumps lead.
struct pagerank_seed {
  vertex_id caller = 0;       ///< the caller's id
  vertex_id row = no_vertex;  ///< id in the rows; no_vertex if it is isolated and has none
};

/// Scores of n vertices for each of k seeds, in the caller's ids: (k, n) arrays of which one is null. For an engine on a device
/// they are in the memory of the device or of the host.
struct batch_output {
  double* ranks = nullptr;
  float* single_ranks = nullptr;
};

/// Lower bound on the memory traffic of a batch of seeds: per iteration the adjacency rows once, and the contributions of all
/// columns once read and once written.
[[nodiscard]] constexpr std::uint64_t batch_traffic(std::uint64_t num_vertices, std::uint64_t num_edges, bool weighted,
                                                    std::uint64_t columns, int iterations, int single_iterations) {
  const auto all = static_cast<std::uint64_t>(iterations), single = static_cast<std::uint64_t>(single_iterations);
  const std::uint64_t edge = sizeof(vertex_id) + (weighted ? sizeof(edge_weight) : 0);
  return all * (num_edges * edge + num_vertices * sizeof(edge_offset)) +
         num_vertices * columns * 2 * (single * sizeof(float) + (all - single) * sizeof(double));
}

}  // namespace fathom::pagerank_engine
