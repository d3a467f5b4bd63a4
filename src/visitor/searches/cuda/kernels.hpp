// Kernels that prepare a layout on a device for searches. Include only in files that are compiled with CUDA.
#pragma once

#include "fathom/visitor/device_run.hpp"
#include "gpu/runtime.hpp"

namespace fathom::multi_search_engine {

[[nodiscard]] degree_histogram count_degrees(const device_graph& g, const cuda::stream& s);

/// Source vertex of each edge.
void list_origins(const device_graph& g, vertex_id* origins, const cuda::stream& s);

}  // namespace fathom::multi_search_engine
