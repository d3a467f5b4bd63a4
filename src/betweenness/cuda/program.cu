#include "fathom/betweenness.hpp"
#include "gpu/backend.hpp"

#include "betweenness/run_program.hpp"
#include "fathom/visitor/multi_search.cuh"

namespace fathom {

bool block_betweenness_cuda(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                            const betweenness_options& options, const execution& exec, bool wide, betweenness_result& result) {
  return run_betweenness(g, prepared, sources, options, exec, wide, result,
                         [](const auto&... arguments) { return multi_search_on_device(arguments...); });
}

}  // namespace fathom
