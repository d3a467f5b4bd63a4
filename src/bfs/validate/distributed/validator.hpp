// Validation of searches with distributed results by the five rules of Graph500, against the edges as generated or read, including
// duplicates and self-loops. Shares no code with the engines that it validates.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "bfs/validate/distributed/edge_rows.hpp"
#include "bfs/validate/distributed/verdict.hpp"

namespace fathom::ranks_engine {

class rank_validator {
 public:
  /// Collective. Sends every edge to the owner of its target, in an undirected graph to the owners of both endpoints. `blocks` are
  /// those of the searched graph.
  rank_validator(communicator& ranks, const vertex_blocks& blocks, const edge_slice& share, int threads)
      : ranks_(ranks), edges_(ranks, blocks, share, threads), threads_(threads) {}

  /// Collective. Each process passes the results of its own vertex block: predecessors (-1 if unreached, and the source is its
  /// own), and optionally distances, which must then be those of the tree.
  [[nodiscard]] rank_verdict check(global_vertex source, std::span<const std::int64_t> predecessors,
                                   std::span<const hop_count> distances = {},
                                   hop_count depth_limit = std::numeric_limits<hop_count>::max()) const;

  /// Collective. The same for distances only: a vertex without an in-neighbor one level closer violates rule 2.
  [[nodiscard]] rank_verdict check_distances(global_vertex source, std::span<const hop_count> distances,
                                             hop_count depth_limit) const;

  /// Collective. The same for shortest paths along edge weights: in float arithmetic, each distance must be the predecessor's plus
  /// an edge's weight, and no edge may shorten it; infinite if unreached.
  [[nodiscard]] rank_verdict check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const float> distances) const;
  /// The same in double arithmetic, for searches that leave vertices beyond `cutoff` unreached. A predecessor without an edge of
  /// the right weight violates rule 2 instead of 5, as the rules of sssp_validator require.
  [[nodiscard]] rank_verdict check_paths(global_vertex source, std::span<const std::int64_t> predecessors,
                                         std::span<const double> distances, double cutoff) const;

 private:
  void check_vertices(global_vertex source, std::span<const std::int64_t> predecessors, offence& worst) const;
  template <class Distance>
  [[nodiscard]] rank_verdict check_lengths(global_vertex source, std::span<const std::int64_t> predecessors,
                                           std::span<const Distance> distances, Distance cutoff, bfs_rule without_edge) const;
  template <class Check_edge>
  rank_verdict check_edges(std::span<const std::int64_t> predecessors, offence worst, bfs_rule without_edge,
                           const Check_edge& check_edge) const;

  communicator& ranks_;
  edge_rows edges_;
  int threads_;
};

}  // namespace fathom::ranks_engine
