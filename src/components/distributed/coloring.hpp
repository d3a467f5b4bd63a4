// One step of coloring: Orzan, "On Distributed Verification and Verified Distribution", PhD thesis, VU Amsterdam, 2004.
#pragma once

#include <cstdint>
#include <span>

#include "bfs/distributed/work_clock.hpp"
#include "components/distributed/reach.hpp"
#include "fathom/control.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective. The color of an open vertex is the smallest open vertex that reaches it over open ones. A vertex that has its own
/// color is the smallest of its component, and the component's other vertices are those of this color that reach it. Writes the
/// colors to colors[local id] and one bit per vertex of such a component to `members`; there is at least one if any process has an
/// open vertex. `backward` searches against the edges. Returns the number of exchanges.
int color_components(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<std::uint64_t> colors,
                     std::span<std::uint64_t> members, block_reach& backward, int threads, const run_control& control,
                     work_clock& clock);

}  // namespace fathom::ranks_engine
