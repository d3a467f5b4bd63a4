// Trees of vertices that edges join, in the memory of a device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Rows in the device's memory, of some of the forest's vertices: row i is of vertex first + i.
struct rows_to_link {
  vertex_id num_vertices = 0;  ///< of the forest
  vertex_id first = 0, rows = 0;
  adjacency_view out;
  /// Of the same vertices; `out` itself where that has each edge both ways. With these each edge is in rows of both its ends, here
  /// or in a forest that began with the same sample, so that those within one component may go unlooked at.
  adjacency_view in;
  bool directed = false;  ///< `in` is not `out`
};

/// What is left of a row that is too long for one warp.
struct row_piece {
  vertex_id v;
  bool in;  ///< of its in-edges
  edge_offset first, last;
};

/// On the current device, in the order of a stream that outlives it.
class device_forest {
 public:
  /// For rows of so many edges in each direction.
  device_forest(vertex_id num_vertices, edge_offset num_edges, const cuda::stream& s);

  /// From nothing: what the edges at the front of these rows join.
  void sample(const rows_to_link& g, const cuda::stream& s);
  /// And what the others of the same rows do.
  void link_rest(const rows_to_link& g, const cuda::stream& s);
  /// And what another forest of so many vertices does, whose parents() these are.
  void merge(const vertex_id* theirs, const cuda::stream& s);

  /// Of each vertex the smallest of its tree; another forest may be copied to its place.
  [[nodiscard]] const cuda::buffer<vertex_id>& parents() const noexcept { return parent_; }

  /// What the constructor asks for.
  [[nodiscard]] static std::uint64_t bytes(vertex_id num_vertices, edge_offset num_edges);

 private:
  cuda::buffer<vertex_id> parent_, frequent_;
  cuda::buffer<row_piece> pieces_;
  cuda::buffer<unsigned long long> num_pieces_;
};

}  // namespace fathom::components_engine
