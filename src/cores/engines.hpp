// Engine of core numbers on the CPU, by peeling, and outcome of that on a GPU (gpu/backend.hpp).
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/graph.hpp"

namespace fathom::cores_engine {

/// Writes the core numbers of the graph's vertices to core[0, n), or returns early if `stop` is requested. A directed graph must
/// have in-edges. Returns the number of distinct core numbers above 0.
std::uint64_t peel(const graph_view& g, bool has_self_loops, vertex_id* core, int threads, const std::stop_token& stop);

/// Upper bound on the host memory that peel() allocates.
[[nodiscard]] std::uint64_t peel_bytes(vertex_id n, int threads);

struct peel_outcome {
  double seconds = 0;  ///< device time
  std::uint64_t levels = 0, phases = 0;
  vertex_id degeneracy = 0, innermost = 0;  ///< as in cores_result
};

}  // namespace fathom::cores_engine
