// prepare_weighted(): graph -> weighted_layout, what searches along weights read. Each row is in the order of its weights, so that
// a search takes of it what it needs, and no more; where hubs hold many edges, vertices are in degree order as in a layout.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class weight_kind {
  unit,   ///< the graph has no weights: each edge counts 1
  whole,  ///< whole numbers, so small that the sum along any path is exact in a double: below 2^53
  real,   ///< anything else: sums along paths are rounded to double at each edge
};

/// "unit", "whole", "real".
[[nodiscard]] std::string_view to_string(weight_kind kind);

/// An edge to `target`. The weight's bits are those of a float where weights are real, else of an unsigned number; where the layout
/// has weight_values, a position in these.
struct weighted_edge {
  vertex_id target;
  std::uint32_t weight;
};

/// Row v is edges[offsets[v], offsets[v + 1] - 1), by rising weight; the entry behind it has no target and a weight above all
/// others (2^32 - 1, or infinity), so that a walk along a row needs no look at its end.
struct weighted_rows {
  const edge_offset* offsets = nullptr;
  const weighted_edge* edges = nullptr;

  [[nodiscard]] edge_offset degree(vertex_id v) const noexcept { return offsets[v + 1] - offsets[v] - 1; }
  [[nodiscard]] const weighted_edge* begin(vertex_id v) const noexcept { return edges + offsets[v]; }
  [[nodiscard]] const weighted_edge* end(vertex_id v) const noexcept { return edges + offsets[v + 1] - 1; }
};

struct weighted_layout_arrays {
  array<edge_offset> offsets, in_offsets;
  array<weighted_edge> edges, in_edges;
  array<vertex_id> to_caller;    ///< layout id -> caller's id; one entry more than vertices, no_vertex, at the end
  array<vertex_id> to_internal;  ///< caller's id -> layout id; no_vertex for isolated vertices
  array<double> weight_values;
};

/// Immutable, and cheap to copy: copies share the arrays. It needs the graph no longer.
struct weighted_layout {
  vertex_id num_vertices = 0;     ///< in the layout: isolated vertices are not among them in degree order
  vertex_id caller_vertices = 0;  ///< n of the graph
  edge_offset num_edges = 0;
  bool directed = false;
  vertex_order order = vertex_order::caller;
  weight_kind weights = weight_kind::unit;
  double smallest_weight = 0, largest_weight = 0, mean_weight = 0;  ///< of edges; 0 without any
  weighted_rows out;
  weighted_rows in;                        ///< equals `out` for undirected graphs; null without in-edges
  const vertex_id* to_caller = nullptr;    ///< null in the caller's order
  const vertex_id* to_internal = nullptr;  ///< null in the caller's order
  /// The distinct weights, ascending, then infinity, where neither floats nor whole numbers below 2^31 hold them; null elsewhere.
  /// Searches of such a layout run on the CPU.
  const double* weight_values = nullptr;
  std::string reason;                      ///< why this order
  double seconds = 0;                      ///< preparing
  std::uint64_t bytes = 0;
  std::shared_ptr<const weighted_layout_arrays> arrays;
};

struct prepare_weighted_options {
  vertex_order order = vertex_order::automatic;
  device where;  ///< that will search it; the layout lies in host memory, from where a CUDA device is given a copy
  run_control control;
};

/// Throws error_category::input for a weight that is negative or no finite number, naming the edge; error_category::memory
/// (predicted before allocating), ::device, ::cancelled.
[[nodiscard]] weighted_layout prepare_weighted(const graph& g, const prepare_weighted_options& options = {});

}  // namespace fathom
