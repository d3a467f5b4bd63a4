// From where a part was constructed to where all engines read it. For files that are compiled only with CUDA.
#pragma once

#include "engine/ranks/construct/constructed_part.hpp"

namespace fathom::ranks_engine {

/// Collective: the part's graph with its rows in the host's memory, as partition() leaves it, but that a row of `in` may have
/// columns of about the same degree in another order. Throws a rank_error on all ranks: error_category::memory.
[[nodiscard]] partitioned_graph rows_on_host(constructed_part part, int threads, const cuda::stream& s);

}  // namespace fathom::ranks_engine
