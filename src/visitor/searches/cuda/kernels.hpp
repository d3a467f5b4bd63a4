// What a run on a device wants to know of the layout there. For files that are compiled only with CUDA.
#pragma once

#include "gpu/runtime.hpp"
#include "fathom/visitor/device_run.hpp"

namespace fathom::multi_search_engine {

[[nodiscard]] degree_histogram count_degrees(const device_graph& g, const cuda::stream& s);

/// For each edge the vertex that it leaves.
void list_origins(const device_graph& g, vertex_id* origins, const cuda::stream& s);

}  // namespace fathom::multi_search_engine
