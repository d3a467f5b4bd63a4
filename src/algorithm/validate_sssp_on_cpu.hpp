// The validator of shortest paths that names what is wrong, on any number of threads.
#pragma once

#include <span>

#include "fathom/control.hpp"
#include "fathom/sssp.hpp"

namespace fathom {

/// The arguments must have been checked. Leaves the seconds to the caller.
[[nodiscard]] sssp_validation validate_sssp_on_cpu(const graph& g, vertex_id source, std::span<const double> distances,
                                                   std::span<const vertex_id> predecessors, double cutoff,
                                                   const run_control& control);

}  // namespace fathom
