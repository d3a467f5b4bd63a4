// What was constructed, for shortest paths. For files that are compiled only with CUDA.
#pragma once

#include "engine/ranks/construct/constructed_part.hpp"
#include "engine/ranks/device/paths_rows.hpp"

namespace fathom::ranks_engine {

/// Collective: of a part with weights, which it keeps. Throws a rank_error on all ranks: error_category::memory.
[[nodiscard]] paths_rows rows_for_paths(const constructed_part& part, const cuda::stream& s);

}  // namespace fathom::ranks_engine
