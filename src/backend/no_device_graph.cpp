// Stub of visitor/supersteps/cuda/graph.cpp for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"

namespace fathom {

edge_vertex_device_graph prepare_edge_vertex_on_device(const graph&, const edge_vertex_options& options) {
  throw error(error_category::device, to_string(options.where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom
