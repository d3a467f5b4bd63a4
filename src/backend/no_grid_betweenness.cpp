// Stub of betweenness/cuda/grid_betweenness.cpp for builds without CUDA, in which no device can be selected.
#include "betweenness/cuda/grid_betweenness.hpp"
#include "fathom/error.hpp"

namespace fathom::betweenness_engine {

std::string grid_unavailable_reason(const layout&, const grid_request& request) {
  return to_string(request.where) + ": this build of fathom has no CUDA support";
}

grid_result betweenness_grid(const graph&, const layout& prepared, const grid_request& request) {
  throw error(error_category::device, grid_unavailable_reason(prepared, request) + "; use the device cpu");
}

}  // namespace fathom::betweenness_engine
