// Connected components on a CUDA device.
#pragma once

#include "base/timer.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Finds the smallest vertex of each vertex's component, ignoring directions: labels[0, n) in host memory. Restarts `clock` once
/// the graph is on the device. Returns device seconds. Throws error_category::memory if the device has too little memory, before
/// allocating anything; ::device.
double connected_cuda(const graph& g, device where, vertex_id* labels, timer& clock);

}  // namespace fathom::components_engine
