// Stubs for the user programs of `fathom bench edge-vertex` in builds without CUDA, where no CUDA device can be chosen.
#include "bench/suite/supersteps.hpp"
#include "fathom/error.hpp"

namespace fathom::program {

template <class Program>
edge_vertex_result<Program> supersteps_on_device(const graph&, const Program&, const edge_vertex_options&) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use --device cpu");
}

template edge_vertex_result<pagerank_of_floats> supersteps_on_device(const graph&, const pagerank_of_floats&,
                                                                     const edge_vertex_options&);
template edge_vertex_result<pagerank_of_doubles> supersteps_on_device(const graph&, const pagerank_of_doubles&,
                                                                      const edge_vertex_options&);
template edge_vertex_result<shortest_paths> supersteps_on_device(const graph&, const shortest_paths&, const edge_vertex_options&);
template edge_vertex_result<components_program> supersteps_on_device(const graph&, const components_program&,
                                                                     const edge_vertex_options&);

}  // namespace fathom::program
