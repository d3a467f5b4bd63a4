// Connected components by all ranks of a partitioned graph, directions of edges ignored.
#pragma once

#include <cstdint>
#include <span>

#include "distributed/partitioned_graph.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom::ranks_engine {

struct components_outcome {
  int rounds = 0;
  double seconds_on_device = 0;  ///< from the edges in the device's memory to the labels there
  rank_work work;                ///< bytes and seconds
};

/// Collective: for each of the rank's vertices, in the caller's order, the smallest vertex that it is joined to. Throws a
/// rank_error on all ranks where memory does not suffice on one, or one was told to stop.
components_outcome rank_components(const partitioned_graph& g, std::span<std::uint64_t> labels, int threads,
                                   const run_control& control);

/// Collective: the same by the ranks' CUDA devices, rounds being how often forests were merged. Throws a rank_error on all ranks:
/// error_category::usage where all ranks have 2^32 vertices with edges, ::memory, ::device, ::cancelled.
components_outcome components_on_device(const partitioned_graph& g, device where, std::span<std::uint64_t> labels,
                                        const run_control& control);

}  // namespace fathom::ranks_engine
