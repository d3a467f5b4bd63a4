// Distributed strongly connected components.
#pragma once

#include <cstdint>
#include <span>

#include "components/distributed/engine.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Limit on the edges among the remaining vertices, below which process 0 finds their components by itself: the average of a
/// process, but at least 2^20 and at most 2^31.
[[nodiscard]] std::uint64_t most_serial_edges(const partitioned_graph& g);

/// Collective. For each of the process's vertices, in the caller's order, the smallest vertex of its strongly connected component.
/// `where` is this process's device. The graph is directed and has no delegates. Throws a rank_error on all processes if memory is
/// insufficient or a stop was requested on any of them.
components_outcome strong_components(const partitioned_graph& g, device where, std::span<std::uint64_t> labels, int threads,
                                     const run_control& control, std::uint64_t most_serial_edges);

}  // namespace fathom::ranks_engine
