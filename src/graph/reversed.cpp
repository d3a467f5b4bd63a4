#include "fathom/reversed.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "fathom/build.hpp"
#include "graph/build/rows.hpp"
#include "graph/build/transpose.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/shared_arrays.hpp"

namespace fathom {
namespace {

// Computes the out-edges of the reverse, for a graph without in-edges.
void add_transposed(const graph& g, graph_arrays& backward, const run_control& control) {
  const graph_arrays& forward = g.arrays();
  const vertex_id n = g.num_vertices();
  const bool wide = g.has_wide_weights();
  require_host_memory(predicted_row_bytes(n, g.num_edges(), g.weighted(), wide),
                      fmt::format("the in-edges of a graph of {} vertices and {} directed edges", n, g.num_edges()));
  rows in = wide ? transpose_wide(n, forward.offsets, forward.targets, forward.wide_weights, control)
                 : transpose(n, forward.offsets, forward.targets, forward.weights, control);
  backward.offsets = std::move(in.offsets);
  backward.targets = std::move(in.targets);
  backward.weights = wide ? rounded_to_single(in.wide_weights, control) : std::move(in.weights);
  backward.wide_weights = std::move(in.wide_weights);
}

}  // namespace

graph reversed(const graph& g, const run_control& control) {
  if (!g.directed()) return g;
  const auto keeper = std::make_shared<const graph>(g);
  const graph_arrays& forward = g.arrays();
  graph_arrays backward;
  backward.in_offsets = shared_with(keeper, forward.offsets);
  backward.in_targets = shared_with(keeper, forward.targets);
  backward.in_weights = shared_with(keeper, forward.weights);
  backward.in_wide_weights = shared_with(keeper, forward.wide_weights);
  if (g.has_in_edges()) {
    backward.offsets = shared_with(keeper, forward.in_offsets);
    backward.targets = shared_with(keeper, forward.in_targets);
    backward.weights = shared_with(keeper, forward.in_weights);
    backward.wide_weights = shared_with(keeper, forward.in_wide_weights);
  } else {
    add_transposed(g, backward, control);
  }
  backward.original_ids = shared_with(keeper, forward.original_ids);
  backward.labels = {shared_with(keeper, forward.labels.offsets), shared_with(keeper, forward.labels.text)};
  const adjacency_view in_view{backward.in_offsets.data(), backward.in_targets.data(), nullptr};
  backward.properties = measure({backward.offsets.data(), backward.targets.data(), nullptr}, g.num_vertices(), &in_view, control);
  // The weights, which were not measured, may be the only asymmetry of a directed graph.
  backward.properties.directed = true;
  return graph(std::move(backward));
}

}  // namespace fathom
