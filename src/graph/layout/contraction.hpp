// Graph without its trees and chains: what remains of a road network has two fifths of its vertices, and the distances of the
// others follow from those of its vertices.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {

/// Vertices are in the layout's ids unless stated otherwise; self-loops do not count as edges. Three kinds of vertices:
/// - Those of trees: removed one after another, each while it had one edge to those left.
/// - Those of chains: with two edges to vertices outside trees. A chain leads from a remaining vertex to another or itself.
/// - Those that remain: all others, one of each component that is a tree, and one of each cycle without any.
struct contracted_layout {
  /// An edge stands for an edge between remaining vertices, or for a chain, with the sum of its weights. A chain that ends where it
  /// begins is a self-loop. Its rows are `offsets` and `edges`.
  weighted_layout remaining;
  std::vector<edge_offset> offsets;
  std::vector<weighted_edge> edges;

  struct chain {
    vertex_id begin, end;  ///< ids in `remaining`
    vertex_id first;       ///< index of its first vertex in chain_vertices
    std::uint32_t length;  ///< sum of the weights from begin to end
  };
  struct chain_vertex {
    vertex_id v;
    std::uint32_t from_begin;
  };
  struct tree_vertex {
    vertex_id v, parent;
    vertex_id root;       ///< the last vertex on its way to the others: one of a chain, or a remaining one
    std::uint32_t depth;  ///< distance from the root
  };
  std::vector<chain> chains;  ///< one more entry at the end, whose `first` is the number of chain vertices
  std::vector<chain_vertex> chain_vertices;
  std::vector<tree_vertex> tree_vertices;  ///< parents before their children
  std::vector<vertex_id> to_layout;        ///< id in `remaining` -> v
  /// v -> place: first the vertices of `remaining`, then those of chain_vertices, then those of tree_vertices.
  std::vector<vertex_id> places;

  std::uint32_t longest_chain = 0, greatest_depth = 0;  ///< largest chain::length and tree_vertex::depth

  [[nodiscard]] vertex_id num_removed() const noexcept {
    return static_cast<vertex_id>(chain_vertices.size() + tree_vertices.size());
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
};

/// Contracts an undirected layout with whole weights. Returns null for any other layout, if less than two fifths of the vertices
/// would be removed, if sums along chains or trees exceed 31 bits, or without enough memory. Uses up to `threads` threads. Throws
/// error_category::cancelled.
[[nodiscard]] std::shared_ptr<const contracted_layout> contract(const weighted_layout& l, int threads, const run_control& control);

}  // namespace fathom
