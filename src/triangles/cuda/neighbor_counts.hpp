// Numbers of distinct neighbors, and sums over vertices, in device memory. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"

namespace fathom::triangles_engine {

/// Sums over the vertices; initially zero.
struct vertex_sums {
  unsigned long long wedges, triangles;  ///< wedges as in triangles_result; triangles[v], three times their number
};

/// Arrays in device memory: `degrees` and, with `edges_in_both_directions` (one per edge of g), `mutual` are as in
/// triangles_result.
struct vertex_counts {
  vertex_id* degrees = nullptr;
  vertex_id* mutual = nullptr;
  const std::uint8_t* edges_in_both_directions = nullptr;
  const std::uint64_t* triangles = nullptr;  ///< input
  vertex_sums* sums = nullptr;
};

/// Stream-ordered. `g` has pointers to device memory; `simple`: without self-loops and parallel edges.
void count_neighbors_on_device(const graph_view& g, bool simple, const vertex_counts& counts, const cuda::stream& s);

}  // namespace fathom::triangles_engine
