// One step of coloring on CPUs (strong_steps.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "bfs/distributed/work_clock.hpp"
#include "components/distributed/reach.hpp"
#include "fathom/control.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective: strong_steps::color(). `backward` searches against the edges.
int color_components(const partitioned_graph& g, std::span<const std::uint64_t> open, std::span<std::uint64_t> colors,
                     std::span<std::uint64_t> members, block_reach& backward, int threads, const run_control& control,
                     work_clock& clock);

}  // namespace fathom::ranks_engine
