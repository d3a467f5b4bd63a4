// Connected components on a CUDA device.
#pragma once

#include "fathom/components.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Finds components, ignoring directions, and fills `result` but for the number of threads and the peak memory. Throws
/// error_category::memory if the device has too little memory, before allocating anything; ::device.
void connected_cuda(const graph& g, const components_options& options, components_result& result);

}  // namespace fathom::components_engine
