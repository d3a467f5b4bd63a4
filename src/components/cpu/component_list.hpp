// Components and their sizes from labels, on the CPU.
#pragma once

#include "fathom/components.hpp"
#include "fathom/types.hpp"

namespace fathom::components_engine {

/// Sets result.count and, with `sizes`, result.components (ascending label) and result.largest from labels[0, n), each the smallest
/// vertex of its component.
void list_components(const vertex_id* labels, vertex_id n, bool sizes, int threads, components_result& result);

}  // namespace fathom::components_engine
