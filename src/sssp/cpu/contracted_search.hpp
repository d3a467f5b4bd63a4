// Shortest paths on the CPU in a graph with trees and chains: a search of what remains without them, then the distances of the
// others.
#pragma once

#include <vector>

#include "graph/layout/contraction.hpp"
#include "sssp/cpu/window_search.hpp"

namespace fathom::sssp_engine {

/// Has the interface of window_search; distances are the same, since sums of whole numbers do not depend on their order.
class contracted_search {
 public:
  using distance = whole_32::distance;

  /// `prepared` must have a contraction.
  contracted_search(const weighted_layout& prepared, int threads);

  /// Whether the distances of a search to all vertices were asked for.
  [[nodiscard]] static bool can_run(const request& r) noexcept { return r.target == no_vertex && r.cutoff == unreachable_distance; }

  /// Requires can_run(r). Throws error_category::cancelled.
  outcome run(const request& r);

  /// Distances of the last run, with one extra entry, infinity, at the end.
  [[nodiscard]] const array<distance>& distances() const noexcept { return distances_; }
  [[nodiscard]] int threads() const noexcept { return search_.threads(); }

 private:
  void climb(vertex_id source);
  void start_in_chain(vertex_id v, distance from_source);
  void write_remaining();
  void write_chains();
  void write_trees();
  void correct_chain_of_source();
  void correct_tree_of_source();
  void count(outcome& o) const;

  [[nodiscard]] bool is_in_tree(vertex_id v) const noexcept { return contracted_.places[v] >= first_in_tree_; }
  [[nodiscard]] const contracted_layout::tree_vertex& tree_vertex_of(vertex_id v) const noexcept {
    return contracted_.tree_vertices[contracted_.places[v] - first_in_tree_];
  }

  const weighted_layout& layout_;
  const contracted_layout& contracted_;
  const vertex_id first_in_chain_, first_in_tree_;  // places
  window_search<whole_32> search_;
  array<distance> distances_;

  // How the search starts.
  std::vector<window_search<whole_32>::queued_vertex> starts_;  // in the ids of the remaining vertices
  std::vector<vertex_id> way_to_root_;                          // vertices of a tree, from the source to its root
  vertex_id root_ = no_vertex;                                  // of the source; the source itself unless it in_tree
  distance to_root_ = 0;                                        // distance from the source to it
  const contracted_layout::chain* chain_ = nullptr;             // of the root
};

}  // namespace fathom::sssp_engine
