// Single-process Graph500 benchmark on the CPU, with the library's own graph and search in 32-bit ids and without MPI.
#pragma once

#include "fathom/graph500.hpp"

namespace fathom {

inline constexpr int largest_scale_single_process = 31;

/// As graph500(), on the CPU. Every tree is validated against the built graph, and the graph is validated once against the
/// generated edges, to which the specification's rules refer.
[[nodiscard]] graph500_result graph500_single_process(const graph500_options& options);

}  // namespace fathom
