// Core numbers on the CPU, by peeling.
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/graph.hpp"

namespace fathom::cores_engine {

/// Writes the core numbers of the graph's vertices to core[0, n), or returns early if `stop` is requested. A directed graph must
/// have in-edges. Returns the number of distinct core numbers above 0.
std::uint64_t peel(const graph_view& g, bool has_self_loops, vertex_id* core, int threads, const std::stop_token& stop);

/// Upper bound on the host memory that this allocates.
[[nodiscard]] std::uint64_t peel_bytes(vertex_id n, int threads);

}  // namespace fathom::cores_engine
