// Validation of searches whose results lie on many ranks, by the five rules of Graph500, on the edges as they were generated or
// read: duplicates and self-loops are still there. Shares no code with the engines that it judges.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "engine/ranks_validate/edge_rows.hpp"
#include "engine/ranks_validate/rank_verdict.hpp"

namespace fathom::ranks_engine {

class rank_validator {
 public:
  /// Collective. Sends every edge to the owner of its target, of an undirected graph to those of both ends. `blocks` are those of
  /// the graph that was searched.
  rank_validator(communicator& ranks, const vertex_blocks& blocks, const edge_share& share, int threads)
      : ranks_(ranks), edges_(ranks, blocks, share, threads), threads_(threads) {}

  /// Collective. What each rank gives is of its own block of vertices: predecessors (-1 where unreached, the source's itself), and
  /// distances where there are any: then they have to be those of the tree.
  [[nodiscard]] rank_verdict check(global_vertex source, std::span<const std::int64_t> predecessors,
                                   std::span<const hop_count> distances = {},
                                   hop_count depth_limit = std::numeric_limits<hop_count>::max()) const;

  /// Collective. The same of shortest paths along the edges' weights: in float arithmetic each distance is the predecessor's and an
  /// edge's weight together, and no edge would make it shorter; infinite where unreached.
  [[nodiscard]] rank_verdict check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) const;

 private:
  void look_at_vertices(global_vertex source, std::span<const std::int64_t> predecessors, offence& worst) const;
  template <class Judge>
  rank_verdict look_at_edges(std::span<const std::int64_t> predecessors, offence worst, const Judge& judge) const;

  communicator& ranks_;
  edge_rows edges_;
  int threads_;
};

}  // namespace fathom::ranks_engine
