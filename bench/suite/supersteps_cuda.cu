// User programs of `fathom bench edge-vertex` on a CUDA device.
#include "bench/suite/supersteps.hpp"
#include "fathom/visitor/edge_vertex.cuh"

namespace fathom::program {

template <class Program>
edge_vertex_result<Program> supersteps_on_device(const graph& g, const Program& program, const edge_vertex_options& options) {
  return edge_vertex_on_device(g, program, options);
}

template edge_vertex_result<pagerank_of_floats> supersteps_on_device(const graph&, const pagerank_of_floats&,
                                                                     const edge_vertex_options&);
template edge_vertex_result<pagerank_of_doubles> supersteps_on_device(const graph&, const pagerank_of_doubles&,
                                                                      const edge_vertex_options&);
template edge_vertex_result<shortest_paths> supersteps_on_device(const graph&, const shortest_paths&, const edge_vertex_options&);
template edge_vertex_result<components_program> supersteps_on_device(const graph&, const components_program&,
                                                                     const edge_vertex_options&);

}  // namespace fathom::program
