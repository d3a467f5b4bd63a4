// prepare_weighted(): conversion of a graph to a weighted_layout, the form that shortest-path engines read. Adjacency rows are
// sorted by weight, so that a search reads only the part of a row that it needs. If hubs hold many edges, vertices are in degree
// order, as in a layout.
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
  unit,   ///< no weights: each edge counts 1
  whole,  ///< integers so small that the sum along any path is exact in a double: below 2^53
  real,   ///< any others: sums along paths are rounded to double at each edge
};

/// "unit", "whole", "real".
[[nodiscard]] std::string_view to_string(weight_kind kind);

/// Edge to `target`. `weight` holds the bits of a float if weights are real, else an unsigned integer. If the layout has
/// weight_values, it is an index into these.
struct weighted_edge {
  vertex_id target;
  std::uint32_t weight;
};

/// Row v is edges[offsets[v], offsets[v + 1] - 1) by ascending weight. A sentinel entry follows each row, with no target and a
/// weight above all others (2^32 - 1 or infinity), so that a scan along a row needs no bounds check.
struct weighted_rows {
  const edge_offset* offsets = nullptr;
  const weighted_edge* edges = nullptr;

  [[nodiscard]] edge_offset degree(vertex_id v) const noexcept { return offsets[v + 1] - offsets[v] - 1; }
  [[nodiscard]] const weighted_edge* begin(vertex_id v) const noexcept { return edges + offsets[v]; }
  [[nodiscard]] const weighted_edge* end(vertex_id v) const noexcept { return edges + offsets[v + 1] - 1; }
};

/// Memory that a weighted_layout owns; see there for the meaning of the arrays.
struct weighted_layout_arrays {
  array<edge_offset> offsets, in_offsets;
  array<weighted_edge> edges, in_edges;
  array<vertex_id> to_caller;    ///< layout id -> caller's id; num_vertices + 1 entries, the last of which is no_vertex
  array<vertex_id> to_internal;  ///< caller's id -> layout id; no_vertex for isolated vertices
  array<double> weight_values;
  /// Copies of the out-edges, of the ids and of the weight values in the memory of a CUDA device; empty without.
  array<edge_offset> device_offsets;
  array<weighted_edge> device_edges;
  array<vertex_id> device_to_caller, device_to_internal;
  array<double> device_weight_values;
};

struct contracted_layout;

/// Immutable and cheap to copy, because copies share the arrays. Does not refer to the graph.
struct weighted_layout {
  vertex_id num_vertices = 0;     ///< vertices in the layout; degree order drops isolated ones
  vertex_id caller_vertices = 0;  ///< n, the vertices of the graph
  edge_offset num_edges = 0;
  bool directed = false;
  vertex_order order = vertex_order::caller;
  weight_kind weights = weight_kind::unit;
  double smallest_weight = 0, largest_weight = 0, mean_weight = 0;  ///< over all edges; 0 if there are none
  weighted_rows out;
  weighted_rows in;                        ///< equals `out` for undirected graphs; null without in-edges
  const vertex_id* to_caller = nullptr;    ///< layout id -> caller's id; null in the caller's order
  const vertex_id* to_internal = nullptr;  ///< caller's id -> layout id; null in the caller's order
  /// If neither floats nor integers below 2^31 can represent the weights: the distinct weights, ascending, then infinity. Otherwise
  /// null.
  const double* weight_values = nullptr;
  /// CUDA device whose memory also holds the out-edges, so that searches there copy nothing to it; the CPU if there is none.
  device where;
  std::string reason;  ///< reason for the order
  double seconds = 0;  ///< time to prepare
  std::uint64_t bytes = 0;
  std::shared_ptr<const weighted_layout_arrays> arrays;
  /// The graph without its trees and chains, which searches on a CPU read instead; null where that does not pay.
  std::shared_ptr<const contracted_layout> contracted;
  vertex_id contracted_vertices = 0;  ///< vertices in these trees and chains
};

struct prepare_weighted_options {
  vertex_order order = vertex_order::automatic;
  device where;  ///< device that will search; the layout is in host memory, and a CUDA device gets a copy
  run_control control{};
  search_kind searches = search_kind::single;  ///< or `few`
  /// Whether to contract trees and chains of an undirected graph with whole weights if these hold two fifths of the vertices. Takes
  /// about as long as a search and halves the time of later ones. Not for `few` searches, nor on a GPU.
  bool contract = true;
};

/// Prepares a layout for shortest paths. Throws error_category::input for a weight that is negative or not finite, naming the edge;
/// error_category::memory (predicted before allocating, also on a device), ::device, ::cancelled.
[[nodiscard]] weighted_layout prepare_weighted(const graph& g, const prepare_weighted_options& options = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const weighted_layout& l, Field&& field) {
  field("device", l.where, "text", "CUDA device that has a copy of the out-edges, or cpu");
  field("order", l.order, "text", "vertex order: caller or degree");
  field("order_reason", l.reason, "text", "vertex order in words, with the reason");
  field("weights", l.weights, "text", "unit (no weights), whole or real");
  field("smallest_weight", l.smallest_weight, "weight", "smallest weight of an edge");
  field("largest_weight", l.largest_weight, "weight", "largest weight of an edge");
  field("mean_weight", l.mean_weight, "weight", "mean weight of the edges");
  field("contracted_vertices", l.contracted_vertices, "vertices",
        "in trees and chains, which searches leave out; 0 if not contracted");
  field("seconds", l.seconds, "s", "preparing the layout");
  field("bytes", l.bytes, "bytes", "memory in addition to the graph's");
}

}  // namespace fathom
