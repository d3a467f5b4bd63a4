// Values of vertices in the caller's ids, in device memory. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/layout.hpp"
#include "gpu/runtime.hpp"

namespace fathom::betweenness_engine {

/// Stream-ordered: writes values[v] of all vertices of the graph, 0 for those that are not in the layout. `inside` has the values
/// in the layout's ids; both are in device memory.
void map_values(const layout& l, const double* inside, double* values, const cuda::stream& s);

/// Adds added[i] to values[vertices[i]] for distinct vertices; `values` is in device memory, the others in host memory.
void add_to_values(std::span<const vertex_id> vertices, std::span<const double> added, double* values, const cuda::stream& s);

}  // namespace fathom::betweenness_engine
