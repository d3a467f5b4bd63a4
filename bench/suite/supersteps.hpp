// User programs of `fathom bench edge-vertex`: the three of the paper's Figures 7 to 9, on a CUDA device or the CPU.
#pragma once

#include <functional>
#include <supersteps/components.hpp>
#include <supersteps/pagerank.hpp>
#include <supersteps/shortest_paths.hpp>

#include "fathom/visitor/edge_vertex.hpp"

namespace fathom::program {

using pagerank_of_floats = pagerank_program<float>;
using pagerank_of_doubles = pagerank_program<double>;

/// A program on a CUDA device. Set by supersteps_cuda.cu; null in a build without CUDA, in which no device can be chosen.
template <class Program>
inline edge_vertex_result<Program> (*supersteps_on_device)(const graph& g, const Program& program,
                                                           const edge_vertex_options& options) = nullptr;

/// Prepares the graph, and returns a function that runs the program on it. Null like supersteps_on_device.
template <class Program>
inline std::function<void()> (*prepared_supersteps)(const graph& g, const Program& program,
                                                    const edge_vertex_options& options) = nullptr;

}  // namespace fathom::program
