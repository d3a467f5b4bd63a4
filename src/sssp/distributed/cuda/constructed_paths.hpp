// Shortest-path input from a graph constructed on devices. Include only in files that are compiled with CUDA.
#pragma once

#include "graph/partition/cuda/constructed_part.hpp"
#include "sssp/distributed/cuda/paths_rows.hpp"

namespace fathom::ranks_engine {

/// Collective. `part` must have weights and is left unchanged. Throws a rank_error on all processes: error_category::memory.
[[nodiscard]] paths_rows rows_for_paths(const constructed_part& part, const cuda::stream& s);

}  // namespace fathom::ranks_engine
