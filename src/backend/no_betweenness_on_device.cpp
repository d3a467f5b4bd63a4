// Stub of betweenness/cuda/program.cu for builds without CUDA, in which no device can be selected.
#include "betweenness/cuda/program.hpp"
#include "fathom/error.hpp"

namespace fathom {

template <class Count, bool Edges>
multi_search_result<betweenness_program<Count, Edges>> betweenness_on_device(const graph&, const layout&,
                                                                             std::span<const vertex_id>,
                                                                             const betweenness_program<Count, Edges>&,
                                                                             const multi_search_options& options) {
  throw error(error_category::device, to_string(options.where) + ": this build of fathom has no CUDA support; use the device cpu");
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
