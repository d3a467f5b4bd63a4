// Distributed validation of search results: no process needs the whole graph or the whole result.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "fathom/distributed/graph.hpp"
#include "fathom/graph.hpp"
#include "fathom/sssp.hpp"
#include "fathom/types.hpp"
#include "fathom/validate.hpp"

namespace fathom {

/// Validates by the five rules of Graph500, as bfs_validator does, on the original edge slices, including duplicates and
/// self-loops. Shares no code with the engines that it validates.
class rank_bfs_validator {
 public:
  /// Collective: `share` is the edge slice from which `g` was constructed (rank_read_result); it is not needed afterward. Messages
  /// use the vertex names of `names`, or vertex numbers. `g` must outlive this object. Throws a rank_error of ::memory on all
  /// processes.
  rank_bfs_validator(const rank_graph& g, const edge_slice& share, graph names = {});
  ~rank_bfs_validator();
  rank_bfs_validator(rank_bfs_validator&&) noexcept;
  rank_bfs_validator& operator=(rank_bfs_validator&&) noexcept;

  /// Collective: each process passes the results for its own vertices, as rank_bfs returns them without `gather`, one entry per
  /// owned vertex. The predecessor of the source may be no_vertex or the source itself. All processes get the same result; its
  /// `edges_traversed` counts the original edges, undirected ones once. Throws error_category::usage for a source outside the graph
  /// or arrays of the wrong length.
  [[nodiscard]] bfs_validation check(vertex_id source, std::span<const hop_count> distances,
                                     std::span<const vertex_id> predecessors,
                                     hop_count depth_limit = std::numeric_limits<hop_count>::max()) const;

  /// Collective: the same for distances without predecessors, as rank_multi_bfs returns them. Rules 1, 2 and 5 become: every
  /// reached vertex but the source has an in-neighbor one level closer.
  [[nodiscard]] bfs_validation check_distances(vertex_id source, std::span<const hop_count> distances,
                                               hop_count depth_limit = std::numeric_limits<hop_count>::max()) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Validates shortest paths along weights by the rules of sssp_validator, on the original edge slices. Shares no code with the
/// engine that it validates. The edges of `share` are searched as they are: of parallel edges the lightest counts, so results on a
/// graph that adds their weights (parallel_edges::sum) are not valid.
class rank_sssp_validator {
 public:
  /// Collective; see rank_bfs_validator.
  rank_sssp_validator(const rank_graph& g, const edge_slice& share, graph names = {});
  ~rank_sssp_validator();
  rank_sssp_validator(rank_sssp_validator&&) noexcept;
  rank_sssp_validator& operator=(rank_sssp_validator&&) noexcept;

  /// Collective: each process passes the results for its own vertices, as rank_sssp returns them without `gather`. `cutoff` is that
  /// of the search, or the distance of its target if that is less. All processes get the same result; see
  /// rank_bfs_validator::check().
  [[nodiscard]] sssp_validation check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                                      double cutoff = unreachable_distance) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom
