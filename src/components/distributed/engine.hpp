// Distributed connected components; edge directions are ignored.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/graph.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct components_outcome {
  int rounds = 0;
  double seconds_on_device = 0;  ///< from edges in device memory to labels in device memory
  rank_work work;                ///< bytes and seconds
};

/// Collective. For each of the process's vertices, in the caller's order, the smallest vertex of its component. Throws a rank_error
/// on all processes if memory is insufficient or a stop was requested on any of them.
components_outcome weak_components(const partitioned_graph& g, std::span<std::uint64_t> labels, int threads,
                                   const run_control& control);

/// Collective: same on the processes' CUDA devices; `rounds` counts forest merges. Throws a rank_error on all processes:
/// error_category::usage if there are 2^32 or more vertices with edges, ::memory, ::device, ::cancelled.
components_outcome components_on_device(const partitioned_graph& g, device where, std::span<std::uint64_t> labels,
                                        const run_control& control);

}  // namespace fathom::ranks_engine
