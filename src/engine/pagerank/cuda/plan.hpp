// What the kernels of PageRank on a CUDA device share. A rank is gathered from the shares of in-neighbours, a share being a rank by
// what goes out of its vertex; shares alone are kept, since a rank is its share times that.
#pragma once

#include <cstdint>

#include "fathom/program/row_parts.hpp"

namespace fathom::pagerank_engine {

/// Of a block that keeps hubs with it, and so has a multiprocessor for itself; of others there are some on each.
inline constexpr unsigned hub_threads = 1024, plain_threads = 256;
/// Blocks on a multiprocessor, as many as registers are enough for.
template <class Share>
[[nodiscard]] constexpr unsigned blocks_together(bool weighted, unsigned threads) {
  return threads == hub_threads ? 1 : sizeof(Share) == sizeof(float) && !weighted ? 5 : 4;
}
inline constexpr unsigned most_blocks_together = 5;
inline constexpr std::size_t hub_bytes = 200 * 1024;  ///< of shared memory, for shares of the first vertices

/// In-edges by row.
struct row_sources {
  const edge_offset* offsets = nullptr;
  const vertex_id* sources = nullptr;
  const edge_weight* weights = nullptr;  ///< null: all edges alike
};

/// Those of each vertex, and what goes out of it.
struct device_rows : row_sources {
  vertex_id n = 0;
  const double* strength = nullptr;  ///< sums of the weights out of each vertex, or out-degrees; null: those of the rows
  const double* personalization = nullptr;
  const double* dangling = nullptr;
  double jump = 0, drop = 0;  ///< of every vertex, where these are null
};

/// How far the iterations are.
struct iteration_state {
  double a = 0, b = 0;            ///< in the next one a rank will be a p[v] + b q[v] + damping * what is gathered
  double b_before = 0;            ///< in the last one
  double first_change_apart = 0;  ///< in the first, of the ranks of vertices that are not among these
  double change = 0;              ///< of all ranks together, in the last
  int iterations = 0;             ///< that have ended
};

/// The rest of an iteration's rules.
struct iteration_rules {
  double damping = 0;
  int most = 0;
  double enough = 0;                      ///< ends with a change below: the tolerance, or what single precision is too coarse for
  double apart_jump = 0, apart_drop = 0;  ///< sums over the vertices that are not among these

  [[nodiscard]] __host__ __device__ bool ended(const iteration_state& s) const {
    return s.iterations >= most || (s.iterations > 0 && s.change < enough);
  }
};

struct block_sums {
  double change, dangling;
};

/// A launch: some iterations.
template <class Share>
struct iteration_job {
  device_rows rows;
  iteration_rules rules;
  row_parts cut;
  double* piece_sums = nullptr;
  Share* shares[2] = {nullptr, nullptr};     ///< iteration i reads [i % 2] and writes the other, i counted from `first`
  block_sums* sums[2] = {nullptr, nullptr};  ///< of each block; likewise
  iteration_state* state = nullptr;
  int first = 0, most = 0;  ///< iterations of this launch
  vertex_id num_hubs = 0;   ///< vertices whose shares each block keeps with it
};

}  // namespace fathom::pagerank_engine
