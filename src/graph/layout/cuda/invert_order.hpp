// Inverse of a vertex order in device memory. For files that are compiled only with CUDA.
#pragma once

#include "fathom/types.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

/// to_internal[to_caller[v]] = v for `kept` vertices, in stream order. Leaves other entries as they are.
void invert_order(const vertex_id* to_caller, vertex_id kept, vertex_id* to_internal, const cuda::stream& s);

/// A new array of n entries, the inverse of to_caller; no_vertex for vertices that the order leaves out. Cheaper than a copy from
/// the host.
[[nodiscard]] cuda::buffer<vertex_id> inverse_order(const vertex_id* to_caller, vertex_id kept, vertex_id n, const cuda::stream& s);

}  // namespace fathom
