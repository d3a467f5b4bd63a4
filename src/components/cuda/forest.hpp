// Union-find forest in device memory. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"

namespace fathom::components_engine {

/// Adjacency rows in device memory for a range of the forest's vertices: row i belongs to vertex first + i.
struct rows_to_link {
  vertex_id num_vertices = 0;  ///< vertices of the forest
  vertex_id first = 0, rows = 0;
  adjacency_view out;
  /// In-edges of the same vertices, or `out` itself if that has each edge in both directions. With these, each edge is in the rows
  /// of both endpoints, here or in a forest that started with the same sample, so that edges within one component can be skipped.
  adjacency_view in;
  bool directed = false;  ///< `in` differs from `out`
};

/// Writes the most frequent label of a sample of n > 0 labels to *label, in stream order. All are in device memory.
void find_frequent_label(vertex_id n, const vertex_id* labels, vertex_id* label, const cuda::stream& s);

/// Piece of a row that is too long for one warp.
struct piece_to_link {
  vertex_id v;
  bool in;  ///< of the row of in-edges
  edge_offset first, last;
};

/// Forest on the current device, used in the order of a stream that must outlive it.
class device_forest {
 public:
  /// `num_edges` is the number of edges per direction.
  device_forest(vertex_id num_vertices, edge_offset num_edges, const cuda::stream& s);

  /// Starts a new forest and links along the edges at the front of these rows.
  void sample(const rows_to_link& g, const cuda::stream& s);
  /// Links along the remaining edges of the same rows.
  void link_rest(const rows_to_link& g, const cuda::stream& s);
  /// Merges the parents() of another forest over the same vertices.
  void merge(const vertex_id* theirs, const cuda::stream& s);

  /// The smallest vertex of each vertex's tree; may be overwritten with another forest.
  [[nodiscard]] const cuda::buffer<vertex_id>& parents() const noexcept { return parent_; }

  /// Device memory that the constructor allocates.
  [[nodiscard]] static std::uint64_t bytes(vertex_id num_vertices, edge_offset num_edges);

 private:
  cuda::buffer<vertex_id> parent_, frequent_;
  cuda::buffer<piece_to_link> pieces_;
  cuda::buffer<unsigned long long> num_pieces_;
};

}  // namespace fathom::components_engine
