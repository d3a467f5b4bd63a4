// User programs of `fathom bench edge-vertex` on a CUDA device.
#include "bench/suite/supersteps.hpp"
#include "fathom/visitor/edge_vertex.cuh"

namespace fathom::program {
namespace {

template <class Program>
edge_vertex_result<Program> run(const graph& g, const Program& program, const edge_vertex_options& options) {
  return edge_vertex_on_device(g, program, options);
}

std::function<void()> prepare_run(const graph& g, const pagerank_of_floats& program, const edge_vertex_options& options) {
  return [prepared = prepare_edge_vertex_on_device(g, options), program, options] {
    static_cast<void>(edge_vertex_on_device(prepared, program, options));
  };
}

[[maybe_unused]] const auto set_prepared = prepared_supersteps<pagerank_of_floats> = prepare_run;
[[maybe_unused]] const auto set_floats = supersteps_on_device<pagerank_of_floats> = run;
[[maybe_unused]] const auto set_doubles = supersteps_on_device<pagerank_of_doubles> = run;
[[maybe_unused]] const auto set_paths = supersteps_on_device<shortest_paths> = run;
[[maybe_unused]] const auto set_components = supersteps_on_device<components_program> = run;

}  // namespace
}  // namespace fathom::program
