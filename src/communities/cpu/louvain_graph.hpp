// Graphs of the Louvain and Leiden methods: the rows of the input or of a coarser level, with weighted degrees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom::communities_engine {

/// Entries (v, v) of `rows` are ignored: `within` has their weight.
struct louvain_graph {
  adjacency_view rows;
  std::vector<double> within;   ///< twice the weight of self-loops of each vertex: edges within a community of the level before
  std::vector<double> degrees;  ///< of each vertex: sum of the weights of its row, and `within`
  // Arrays behind `rows`, for a coarser level.
  array<edge_offset> offsets;
  array<vertex_id> targets;
  array<double> weights;

  [[nodiscard]] vertex_id num_vertices() const noexcept { return static_cast<vertex_id>(degrees.size()); }
  [[nodiscard]] edge_offset num_edges() const noexcept { return rows.offsets[degrees.size()]; }
};

/// The graph of the first level, which borrows the rows of `g`. Throws error_category::usage for a weight that is negative or not
/// finite.
[[nodiscard]] louvain_graph first_level(const graph& g, bool weighted, int threads);

/// The graph whose vertices are the communities 0 to `count` - 1, with the weights between them.
[[nodiscard]] louvain_graph coarsened(const louvain_graph& g, std::span<const vertex_id> labels, vertex_id count, int threads,
                                      const run_control& control);

/// At least the number of neighbors of each vertex: length of the longest row, or the number of vertices.
[[nodiscard]] std::uint64_t most_neighbors(const louvain_graph& g);

/// Modularity of the partition in which every vertex is a community of its own. `all` is the sum of the degrees.
[[nodiscard]] double modularity_of_vertices(const louvain_graph& g, double all, double resolution);

/// Modularity of the communities `labels`, numbers below n.
[[nodiscard]] double modularity_of(const louvain_graph& g, std::span<const vertex_id> labels, double all, double resolution);

}  // namespace fathom::communities_engine
