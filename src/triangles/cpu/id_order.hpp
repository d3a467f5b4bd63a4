// Triangle counting in the adjacency rows themselves, for graphs whose degrees vary little.
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "triangles/neighbor_counts.hpp"

namespace fathom::triangles_engine {

/// Whether orientation by degree would shorten the rows so little that it does not pay off. False for a graph with parallel edges.
[[nodiscard]] bool suits_id_order(const graph& g);

/// Memory per thread, in bytes.
[[nodiscard]] std::uint64_t id_order_bytes(const graph& g);

struct id_order_counts {
  array<std::uint64_t> triangles;  ///< of each vertex
  neighbor_counts neighbors;       ///< without `mutual`
  std::uint64_t count = 0;         ///< triangles of the graph
};

/// `g` is undirected with sorted rows and without parallel edges; self-loops are ignored. Incomplete if `stop` is requested.
[[nodiscard]] id_order_counts count_in_id_order(const graph& g, int threads, const std::stop_token& stop);

}  // namespace fathom::triangles_engine
