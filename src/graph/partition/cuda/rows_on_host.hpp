// Copy of a graph constructed on devices to host memory. Include only in files that are compiled with CUDA.
#pragma once

#include "graph/partition/cuda/constructed_part.hpp"

namespace fathom::ranks_engine {

/// Collective. The part's graph with its adjacency rows in host memory, as partition() builds it, except that columns of about the
/// same degree may be in another order within a row of `in`. Throws a rank_error on all processes: error_category::memory.
[[nodiscard]] partitioned_graph rows_on_host(constructed_part part, int threads, const cuda::stream& s);

}  // namespace fathom::ranks_engine
