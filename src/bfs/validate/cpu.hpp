// BFS validator on the CPU, which describes the first violation; multithreaded.
#pragma once

#include <span>

#include "fathom/control.hpp"
#include "fathom/validate.hpp"

namespace fathom {

/// The arguments must be valid and the arrays in host memory. Does not set the result's seconds.
[[nodiscard]] bfs_validation validate_on_cpu(const graph& g, vertex_id source, std::span<const hop_count> distances,
                                             std::span<const vertex_id> predecessors, hop_count depth_limit,
                                             const run_control& control);

}  // namespace fathom
