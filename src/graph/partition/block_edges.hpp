// Kernel 1, second exchange: edges are sent to the matrix blocks that they belong to.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/partition/owned_rows.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// An edge of a matrix block: the row id of its target, and the *degree number* of its source. Degree numbers are a permutation of
/// column ids that interleaves the owners of the column, so that vertices of similar degree are adjacent.
struct block_edge {
  local_vertex target;
  local_vertex source;
};
struct weighted_block_edge : block_edge {
  edge_weight weight;
};

inline void set_weight(block_edge&, const array<edge_weight>&, std::uint64_t) {}
inline void set_weight(weighted_block_edge& edge, const array<edge_weight>& weights, std::uint64_t at) {
  edge.weight = weights[at];
}

[[nodiscard]] inline local_vertex degree_number(const partitioned_graph& g, int grid_row, local_vertex local) noexcept {
  return local * static_cast<local_vertex>(g.grid.rows) + static_cast<local_vertex>(grid_row);
}
[[nodiscard]] inline local_vertex column_id(const partitioned_graph& g, local_vertex degree_number) noexcept {
  const auto owners = static_cast<local_vertex>(g.grid.rows);
  return owners == 1 ? degree_number : degree_number % owners * static_cast<local_vertex>(g.stride) + degree_number / owners;
}

/// The degree numbers of the vertices of a process's grid column, stored owner by owner in the caller's order.
class column_names {
 public:
  /// Collective.
  explicit column_names(const partitioned_graph& g);

  /// The position of a vertex in its owner's grid column.
  [[nodiscard]] local_vertex place(global_vertex v, int owner) const noexcept {
    const auto at = static_cast<std::size_t>(owner);
    return bases_[at] + static_cast<local_vertex>(v - firsts_[at]);
  }
  /// The degree number of the vertex at this position of this process's grid column, if it has an edge.
  [[nodiscard]] local_vertex number_at(local_vertex place) const noexcept { return numbers_[place]; }

 private:
  std::vector<std::uint64_t> firsts_;  // by rank
  std::vector<local_vertex> bases_;    // by rank: the position of its first vertex
  array<local_vertex> numbers_;
};

/// Collective: the edges of this process's matrix block. An edge is sent with its source's local id to the owner of its target, and
/// from there along the grid row: each owner renames its own endpoint, so that no process has to query another.
template <class Edge>
[[nodiscard]] array<Edge> send_edges(const owned_rows& rows, partitioned_graph& g, int threads);

/// Collective: the same if every edge has its reverse (g.directed is false). The owner of the target then already has the edge in a
/// row, so it is sent only once, along the grid row, where its source is renamed. With one grid column this is not needed, because
/// there is nothing to send.
template <class Edge>
[[nodiscard]] array<Edge> send_transposed_edges(const owned_rows& rows, partitioned_graph& g, int threads);

}  // namespace fathom
