// Replacement for the files in cuda/ in builds without CUDA, in which no device can be chosen.
#include "betweenness/cuda/grid_betweenness.hpp"
#include "fathom/error.hpp"

namespace fathom::betweenness_engine {

std::string why_no_grid(const layout&, const grid_request& request) {
  return to_string(request.where) + ": this build of fathom has no CUDA support";
}

grid_result search_by_grid(const graph&, const layout& prepared, const grid_request& request) {
  throw error(error_category::device, why_no_grid(prepared, request) + "; use the device cpu");
}

}  // namespace fathom::betweenness_engine
