// What power iterations by all ranks begin with: a rank's own vertices and what goes out of them, in the host's memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/rank_pagerank.hpp"

namespace fathom::ranks_engine {

class work_clock;

/// Vertices are in the order of their local ids, and isolated ones behind them. Among the first are delegates that other ranks own,
/// and ids that stand for no vertex: they have no position, and neither rank nor anything that goes out.
struct ranked_vertices {
  static constexpr std::uint32_t no_position = ~std::uint32_t{0};

  std::vector<std::uint32_t> positions;  ///< in the rank's block
  std::vector<double> out;               ///< out-degrees, or sums of weights
  std::vector<double> ranks;             ///< that the iterations begin with
  std::vector<double> jump, drop;        ///< where walks go that jump, and from vertices that nothing goes out of; empty: anywhere
  double uniform = 0;                    ///< of each vertex, where these are empty
  array<edge_weight> in_weights;         ///< of the rows in partitioned_graph::in, where edges are not alike

  [[nodiscard]] std::uint64_t size() const noexcept { return positions.size(); }
  [[nodiscard]] bool is_own(std::uint64_t i) const noexcept { return positions[i] != no_position; }
  /// Of all this, where that many vertices and edges are the rank's.
  [[nodiscard]] static std::uint64_t bytes(const partitioned_graph& g, const pagerank_request& request);
};

/// Collective. Throws a rank_error on all ranks: error_category::usage for a negative weight on one, ::memory.
[[nodiscard]] ranked_vertices place_vertices(const partitioned_graph& g, const pagerank_request& request, int threads,
                                             work_clock& clock);

/// Collective: for each delegate the sum of what all ranks have, in their order; `mine` begins with the delegates.
void sum_delegates(const partitioned_graph& g, std::span<double> mine, work_clock& clock);

/// Collective: sums of what the ranks of a row or column have for their own vertices, in the order of the ranks, at the beginning
/// of `theirs`, which is as large as `mine`.
void sum_at_owners(const partitioned_graph& g, communicator& line, std::span<const double> mine, std::span<double> theirs,
                   work_clock& clock);

}  // namespace fathom::ranks_engine
