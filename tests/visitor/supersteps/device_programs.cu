#include "device_programs.hpp"

#include "fathom/distributed/edge_vertex.cuh"

namespace fathom::test {

template <class Program>
edge_vertex_result<Program> on_device(const edge_vertex_device_graph& prepared, const Program& program,
                                      const edge_vertex_options& options) {
  return edge_vertex_on_device(prepared, program, options);
}

#define FATHOM_PROGRAM(program) \
  template edge_vertex_result<program> on_device(const edge_vertex_device_graph&, const program&, const edge_vertex_options&);
FATHOM_PROGRAM(::components_program)
FATHOM_PROGRAM(::heat_diffusion)
FATHOM_PROGRAM(::k_core)
FATHOM_PROGRAM(::label_propagation)
FATHOM_PROGRAM(::pagerank_program<float>)
FATHOM_PROGRAM(::pagerank_program<double>)
FATHOM_PROGRAM(::shortest_paths)
FATHOM_PROGRAM(looking)
FATHOM_PROGRAM(looking_at_sources)
FATHOM_PROGRAM(edge_values)
FATHOM_PROGRAM(::transport)
FATHOM_PROGRAM(tolls)
#undef FATHOM_PROGRAM

template <class Program>
rank_edge_vertex_result<Program> on_devices(const graph& g, const Program& program, const edge_vertex_options& options,
                                            const execution& exec) {
  return edge_vertex_on_device(g, program, options, exec);
}

template <class Program>
rank_edge_vertex_result<Program> on_part(const rank_edge_vertex_device_graph& prepared, const Program& program,
                                         const edge_vertex_options& options, const execution& exec) {
  return edge_vertex_on_device(prepared, program, options, exec);
}

#define FATHOM_PROGRAM(program) \
  template rank_edge_vertex_result<program> on_devices(const graph&, const program&, const edge_vertex_options&, const execution&);
FATHOM_PROGRAM(::pagerank_program<double>)
FATHOM_PROGRAM(::shortest_paths)
FATHOM_PROGRAM(looking)
FATHOM_PROGRAM(looking_at_sources)
FATHOM_PROGRAM(edge_values)
FATHOM_PROGRAM(::transport)
FATHOM_PROGRAM(tolls)
#undef FATHOM_PROGRAM

#define FATHOM_PROGRAM(program)                                                                           \
  template rank_edge_vertex_result<program> on_part(const rank_edge_vertex_device_graph&, const program&, \
                                                    const edge_vertex_options&, const execution&);
FATHOM_PROGRAM(::shortest_paths)
FATHOM_PROGRAM(looking)
FATHOM_PROGRAM(looking_at_sources)
#undef FATHOM_PROGRAM

}  // namespace fathom::test
