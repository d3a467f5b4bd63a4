#include "betweenness/cuda/program.hpp"

#include "fathom/visitor/multi_search.cuh"

namespace fathom {

template <class Count, bool Edges>
multi_search_result<betweenness_program<Count, Edges>> betweenness_on_device(const graph& g, const layout& prepared,
                                                                             std::span<const vertex_id> sources,
                                                                             const betweenness_program<Count, Edges>& program,
                                                                             const multi_search_options& options) {
  return multi_search_on_device(g, prepared, sources, program, options);
}

// clang-format off
#define FATHOM_KIND(count, edges)                                                             \
  template multi_search_result<betweenness_program<count, edges>> betweenness_on_device(      \
      const graph&, const layout&, std::span<const vertex_id>, const betweenness_program<count, edges>&, \
      const multi_search_options&);
// clang-format on
FATHOM_KIND(double, false)
FATHOM_KIND(double, true)
FATHOM_KIND(extended_number, false)
FATHOM_KIND(extended_number, true)
#undef FATHOM_KIND

}  // namespace fathom
