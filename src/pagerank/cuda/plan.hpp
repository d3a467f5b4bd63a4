// Parameters of the PageRank kernels on a CUDA device. A score is gathered from the contributions of in-neighbors; a contribution
// is a score divided by the out-strength of its vertex. Only contributions are stored, since they determine the scores.
#pragma once

#include <cstdint>

#include "fathom/visitor/row_parts.hpp"

namespace fathom::pagerank_engine {

/// Threads per thread block: hub_threads for thread blocks that keep hubs in shared memory and so occupy a multiprocessor,
/// plain_threads for others, of which several run per multiprocessor.
inline constexpr unsigned hub_threads = 1024, plain_threads = 256;
/// Thread blocks per multiprocessor, limited by registers.
[[nodiscard]] constexpr unsigned blocks_together(unsigned threads) { return threads == hub_threads ? 1 : 4; }
inline constexpr unsigned most_blocks_together = 4;

/// Adjacency rows of in-edges.
struct row_sources {
  const edge_offset* offsets = nullptr;
  const vertex_id* sources = nullptr;
  const edge_weight* weights = nullptr;  ///< null: unweighted
};

/// In-edges of all vertices, with their out-strengths and distributions.
struct device_rows : row_sources {
  vertex_id n = 0;
  const double* strength = nullptr;  ///< sum of out-weights per vertex, or out-degree; null: degree of the row
  const double* personalization = nullptr;
  const double* dangling = nullptr;
  double jump = 0, drop = 0;  ///< values of every vertex if these are null
};

/// State of the iteration.
struct iteration_state {
  double a = 0, b = 0;            ///< the next scores are a p[v] + b q[v] + damping * gathered
  double b_before = 0;            ///< b of the last iteration
  double first_change_apart = 0;  ///< change of the isolated vertices outside the layout in the first iteration
  double change = 0;              ///< total change of all scores in the last iteration
  int iterations = 0;             ///< completed iterations
};

/// Constants of the iteration.
struct iteration_rules {
  double damping = 0;
  int most = 0;
  double enough = 0;                      ///< stop below this change: the tolerance, or the limit of single precision
  double apart_jump = 0, apart_drop = 0;  ///< sums over the isolated vertices outside the layout

  [[nodiscard]] __host__ __device__ bool ended(const iteration_state& s) const {
    return s.iterations >= most || (s.iterations > 0 && s.change < enough);
  }
};

struct block_sums {
  double change, dangling;
};

/// One kernel launch, which runs some iterations.
template <class Share>
struct iteration_job {
  device_rows rows;
  iteration_rules rules;
  row_parts cut;
  double* piece_sums = nullptr;
  Share* shares[2] = {nullptr, nullptr};     ///< iteration i, counted from `first`, reads [i % 2] and writes the other
  block_sums* sums[2] = {nullptr, nullptr};  ///< one entry per thread block; iterations alternate
  iteration_state* state = nullptr;
  int first = 0, most = 0;  ///< iterations of this launch
  vertex_id num_hubs = 0;   ///< number of vertices whose contributions each thread block keeps in shared memory
};

}  // namespace fathom::pagerank_engine
