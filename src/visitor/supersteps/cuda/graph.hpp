// prepare_edge_vertex_on_device() on a CUDA device.
#pragma once

#include "fathom/visitor/device_superstep_graph.hpp"

namespace fathom {

[[nodiscard]] edge_vertex_device_graph prepare_edge_vertex_cuda(const graph& g, const edge_vertex_options& options);

}  // namespace fathom
