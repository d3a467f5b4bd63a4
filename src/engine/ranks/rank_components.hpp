// Connected components by all ranks of a partitioned graph, directions of edges ignored.
#pragma once

#include <cstdint>
#include <span>

#include "distributed/partitioned_graph.hpp"
#include "fathom/control.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom::ranks_engine {

struct components_outcome {
  int rounds = 0;
  rank_work work;  ///< bytes and seconds
};

/// Collective: for each of the rank's vertices, in the caller's order, the smallest vertex that it is joined to. Throws a
/// rank_error on all ranks where memory does not suffice on one, or one was told to stop.
components_outcome rank_components(const partitioned_graph& g, std::span<std::uint64_t> labels, int threads,
                                   const run_control& control);

}  // namespace fathom::ranks_engine
