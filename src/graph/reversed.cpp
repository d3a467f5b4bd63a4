#include "graph/reversed.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "fathom/build.hpp"
#include "graph/build/rows.hpp"

namespace fathom {
namespace {

// An array that shares the elements of `lent` and keeps their owner alive.
template <class T>
array<T> shared_with(const std::shared_ptr<const graph>& keeper, const array<T>& lent) {
  // A graph's arrays are only read, which array::adopt() allows.
  return array<T>::adopt(const_cast<T*>(lent.data()), lent.size(), std::const_pointer_cast<graph>(keeper));
}

}  // namespace

graph reversed(const graph& g, const run_control& control) {
  if (!g.directed()) return g;
  const auto keeper = std::make_shared<const graph>(g);
  const graph_arrays& forward = g.arrays();
  const vertex_id n = g.num_vertices();
  graph_arrays backward;
  backward.in_offsets = shared_with(keeper, forward.offsets);
  backward.in_targets = shared_with(keeper, forward.targets);
  if (g.has_in_edges()) {
    backward.offsets = shared_with(keeper, forward.in_offsets);
    backward.targets = shared_with(keeper, forward.in_targets);
  } else {
    require_host_memory(predicted_row_bytes(n, g.num_edges(), false),
                        fmt::format("the in-edges of a graph of {} vertices and {} directed edges", n, g.num_edges()));
    rows in = transpose(n, forward.offsets, forward.targets, {}, control);
    backward.offsets = std::move(in.offsets);
    backward.targets = std::move(in.targets);
  }
  const adjacency_view in_view{backward.in_offsets.data(), backward.in_targets.data(), nullptr};
  backward.properties = measure({backward.offsets.data(), backward.targets.data(), nullptr}, n, &in_view, control);
  // The weights, which are missing here, may be the only asymmetry of a directed graph: without them it would be measured as
  // undirected.
  backward.properties.directed = true;
  return graph(std::move(backward));
}

}  // namespace fathom
