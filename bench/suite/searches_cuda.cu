// User program of `fathom bench multi-search` on a CUDA device.
#include "bench/suite/searches.hpp"
#include "fathom/visitor/multi_search.cuh"

namespace fathom::program {

multi_search_result<distances_program> distances_on_device(const layout& prepared, std::span<const vertex_id> sources,
                                                           const distances_program& program, const multi_search_options& options) {
  return multi_search_on_device(prepared, sources, program, options);
}

}  // namespace fathom::program
