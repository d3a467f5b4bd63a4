// Single-process Graph500 benchmark on the CPU, with the library's own graph and search in 32-bit ids and without MPI.
#pragma once

#include <memory>

#include "graph500/engine.hpp"

namespace fathom {

inline constexpr int largest_scale_single_process = 31;

/// Every tree is validated against the built graph, and the graph is validated once against the generated edges, to which the
/// specification's rules refer. The options must outlive the result.
[[nodiscard]] std::unique_ptr<graph500_engine> make_single_process_engine(const graph500_options& options);

}  // namespace fathom
