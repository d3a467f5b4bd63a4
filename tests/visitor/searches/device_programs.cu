#include "device_programs.hpp"

#include "fathom/visitor/multi_search.cuh"

namespace fathom::test {

template <class Program>
multi_search_result<Program> on_device(const layout& prepared, std::span<const vertex_id> sources, const Program& program,
                                       const multi_search_options& options) {
  return multi_search_on_device(prepared, sources, program, options);
}

template <class Program>
multi_search_result<Program> on_devices(const layout& prepared, std::span<const vertex_id> sources, const Program& program,
                                        const execution& exec) {
  return multi_search_on_device(prepared, sources, program, {}, exec);
}

#define FATHOM_PROGRAM(program)                                                                              \
  template multi_search_result<program> on_device(const layout&, std::span<const vertex_id>, const program&, \
                                                  const multi_search_options&);
FATHOM_PROGRAM(::betweenness)
FATHOM_PROGRAM(::components)
FATHOM_PROGRAM(::distances)
FATHOM_PROGRAM(::k_hop_counts)
FATHOM_PROGRAM(::label_reachability)
#undef FATHOM_PROGRAM

template multi_search_result<::betweenness> on_devices(const layout&, std::span<const vertex_id>, const ::betweenness&,
                                                       const execution&);
template multi_search_result<::distances> on_devices(const layout&, std::span<const vertex_id>, const ::distances&,
                                                     const execution&);
template multi_search_result<source_positions> on_devices(const layout&, std::span<const vertex_id>, const source_positions&,
                                                          const execution&);

}  // namespace fathom::test
