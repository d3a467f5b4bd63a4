// The validator that names what is wrong, on any number of threads.
#pragma once

#include <span>

#include "fathom/control.hpp"
#include "fathom/validate.hpp"

namespace fathom {

/// The arguments must have been checked, and the arrays lie in host memory. Leaves the seconds to the caller.
[[nodiscard]] bfs_validation validate_on_cpu(const graph& g, vertex_id source, std::span<const hop_count> distances,
                                             std::span<const vertex_id> predecessors, hop_count depth_limit,
                                             const run_control& control);

}  // namespace fathom
