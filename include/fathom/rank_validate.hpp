// Validation of searches whose graph and results lie on many ranks: no rank has either as a whole.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "fathom/graph.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/types.hpp"
#include "fathom/validate.hpp"

namespace fathom {

/// By the five rules of Graph500, as bfs_validator has them, on the edges as each rank was given a share of them: duplicates and
/// self-loops are still there. Shares no code with the engines that it judges.
class rank_bfs_validator {
 public:
  /// Collective: `share` is what `g` was constructed from (rank_read_result), and is needed no more afterwards. Messages call
  /// vertices as `names` does, or by their numbers. `g` must outlive it. Throws a rank_error of ::memory on all ranks.
  rank_bfs_validator(const rank_graph& g, const edge_share& share, graph names = {});
  ~rank_bfs_validator();
  rank_bfs_validator(rank_bfs_validator&&) noexcept;
  rank_bfs_validator& operator=(rank_bfs_validator&&) noexcept;

  /// Collective: each rank gives what a search has found of its own vertices, as rank_bfs leaves it where `gather` is false; the
  /// predecessor of the source may be no_vertex or the source itself. All ranks have the same verdict; its `edges_traversed` are of
  /// those given, undirected ones once. Throws error_category::usage for a source outside the graph or arrays of another length.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors,
                                     hop_count depth_limit = std::numeric_limits<hop_count>::max()) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom
