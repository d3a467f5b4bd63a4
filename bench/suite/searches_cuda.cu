// User program of `fathom bench multi-search` on a CUDA device.
#include "bench/suite/searches.hpp"
#include "fathom/visitor/multi_search.cuh"

namespace fathom::program {
namespace {

multi_search_result<distances_program> run(const layout& prepared, std::span<const vertex_id> sources,
                                           const distances_program& program, const multi_search_options& options) {
  return multi_search_on_device(prepared, sources, program, options);
}

[[maybe_unused]] const auto set_distances = distances_on_device = run;

}  // namespace
}  // namespace fathom::program
