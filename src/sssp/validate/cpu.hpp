// Shortest-path validator on the CPU, which describes the first violation; multithreaded.
#pragma once

#include <span>

#include "fathom/control.hpp"
#include "fathom/sssp.hpp"

namespace fathom {

/// The arguments must be valid. Does not set the result's seconds.
[[nodiscard]] sssp_validation validate_sssp_on_cpu(const graph& g, vertex_id source, std::span<const double> distances,
                                                   std::span<const vertex_id> predecessors, double cutoff,
                                                   const run_control& control);

}  // namespace fathom
