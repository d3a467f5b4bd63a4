// Orientation of an undirected graph by degree in device memory. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"

namespace fathom::triangles_engine {

/// Row x holds entries (entry.hpp) of the distinct neighbors of x of higher degree, or of equal degree and larger id, in the order
/// of the adjacency row. In a graph with m stored edges no row has more than sqrt(m) entries.
struct device_oriented_rows {
  cuda::buffer<edge_offset> starts;  ///< n + 1 entries
  cuda::buffer<vertex_id> targets;
};

/// Bytes that orient_on_device() allocates, including memory that it frees before it returns.
[[nodiscard]] std::uint64_t device_oriented_bytes(vertex_id num_vertices, edge_offset num_edges);

/// `g` is undirected, has at least one edge, sorted rows, and pointers to device memory. Entries are directed if `mutual` is given,
/// one value per edge of g in device memory.
[[nodiscard]] device_oriented_rows orient_on_device(const graph_view& g, const std::uint8_t* mutual, const cuda::stream& s);

}  // namespace fathom::triangles_engine
