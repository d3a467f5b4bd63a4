// Stub of device_graph.cpp for a build without CUDA, in which the rest of that file is unreachable.
#include "fathom/error.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"

namespace fathom {

edge_vertex_device_graph prepare_edge_vertex_on_device(const graph&, const edge_vertex_options& options) {
  throw error(error_category::device, to_string(options.where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom
