// Initial state of distributed PageRank in host memory: a process's own vertices, their scores and out-degrees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"
#include "pagerank/distributed/engine.hpp"

namespace fathom::ranks_engine {

class work_clock;

/// Vertices are in the order of their local ids, followed by isolated ones. The delegate ids include delegates owned by other
/// processes and padding ids; these have no position, score or out-degree.
struct ranked_vertices {
  static constexpr std::uint32_t no_position = ~std::uint32_t{0};

  std::vector<std::uint32_t> positions;  ///< in the process's block
  std::vector<double> out;               ///< out-degrees, or sums of weights
  std::vector<double> ranks;             ///< initial scores
  std::vector<double> jump, drop;        ///< distributions of random jumps and of dangling scores; empty: uniform
  double uniform = 0;                    ///< probability of each vertex in a uniform distribution
  array<edge_weight> in_weights;         ///< weights in the order of partitioned_graph::in, if weighted

  [[nodiscard]] std::uint64_t size() const noexcept { return positions.size(); }
  [[nodiscard]] bool is_own(std::uint64_t i) const noexcept { return positions[i] != no_position; }
  /// Bytes for all of this, given this process's numbers of vertices and edges.
  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g, const pagerank_request& request);
};

/// Collective. Throws a rank_error on all processes: error_category::usage if any has a negative weight, ::memory.
[[nodiscard]] ranked_vertices place_vertices(const partitioned_graph& g, const pagerank_request& request, int threads,
                                             work_clock& clock);

/// Collective. For each delegate, the sum over all processes in rank order; `mine` begins with the delegates.
void sum_delegates(const partitioned_graph& g, std::span<double> mine, work_clock& clock);

/// Collective. Sums, in rank order, what the processes of a grid row or column have for each other's own vertices. The result is at
/// the beginning of `theirs`, which must be as large as `mine`.
void sum_at_owners(const partitioned_graph& g, communicator& line, std::span<const double> mine, std::span<double> theirs,
                   work_clock& clock);

}  // namespace fathom::ranks_engine
