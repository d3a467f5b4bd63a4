// The examples' programs, and some that check the contract, on a CUDA device: compiled by nvcc in device_programs.cu.
#pragma once

#include "../../../examples/supersteps/components.hpp"
#include "../../../examples/supersteps/heat_diffusion.hpp"
#include "../../../examples/supersteps/k_core.hpp"
#include "../../../examples/supersteps/label_propagation.hpp"
#include "../../../examples/supersteps/pagerank.hpp"
#include "../../../examples/supersteps/shortest_paths.hpp"
#include "edge_state.hpp"
#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/visitor/device_superstep_ranks.hpp"
#include "looking.hpp"

namespace fathom::test {

template <class Program>
edge_vertex_result<Program> on_device(const edge_vertex_device_graph& prepared, const Program& program,
                                      const edge_vertex_options& options);

/// On several devices, each with a part of the graph.
template <class Program>
rank_edge_vertex_result<Program> on_devices(const graph& g, const Program& program, const edge_vertex_options& options,
                                            const execution& exec);
template <class Program>
rank_edge_vertex_result<Program> on_part(const rank_edge_vertex_device_graph& prepared, const Program& program,
                                         const edge_vertex_options& options, const execution& exec);

}  // namespace fathom::test
