// Stands in for device_graph.cpp in a build without CUDA. Programs of such a build do not meet the rest of it.
#include "fathom/error.hpp"
#include "fathom/visitor/device_superstep_graph.hpp"

namespace fathom {

edge_vertex_device_graph prepare_edge_vertex_on_device(const graph&, const edge_vertex_options& options) {
  throw error(error_category::device, to_string(options.where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom
