// Strongly connected components of the few vertices that remain, found by one process.
#pragma once

#include <cstdint>
#include <span>

#include "bfs/distributed/work_clock.hpp"
#include "fathom/control.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective. `open` has one bit per own vertex; edges to and from other vertices do not count. Writes the smallest vertex of its
/// component to labels[local id] of each open vertex. Each of them has an edge to another one.
void label_serially(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<std::uint64_t> labels, int threads,
                    const run_control& control, work_clock& clock);

}  // namespace fathom::ranks_engine
