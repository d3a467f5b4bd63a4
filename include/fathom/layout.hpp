// prepare(): graph -> layout, where speed is bought once. A layout holds what the traversal engines read, in ids of its own where
// that is faster; results never show them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class vertex_order {
  automatic,  ///< from the degree histogram; layout.reason says which and why
  caller,     ///< the caller's ids; adjacency shared with the graph
  degree,     ///< falling out-degree, isolated vertices dropped, each adjacency in that order: hubs come first
};

/// What a layout shall be searched by: joined searches gain by hubs that come first where single ones do not yet.
enum class search_kind {
  single,  ///< bfs()
  joined,  ///< multi_bfs(), and what is built on it
};

struct prepare_options {
  vertex_order order = vertex_order::automatic;
  device where;  ///< where the layout shall lie; on a CUDA device only that device can search it
  run_control control;
  search_kind searches = search_kind::single;
};

/// Adjacency in the layout's ids. The arrays may be shared with the graph.
struct layout_adjacency {
  const edge_offset* offsets = nullptr;  ///< num_vertices + 1 entries
  const vertex_id* targets = nullptr;
};

struct layout_arrays {
  array<edge_offset> offsets, in_offsets;
  array<vertex_id> targets, in_targets;
  array<vertex_id> heads;
  array<vertex_id> to_caller;    ///< layout id -> caller's id; one entry more than vertices, no_vertex, at the end
  array<vertex_id> to_internal;  ///< caller's id -> layout id; no_vertex for isolated vertices; always in host memory
};

/// Immutable, and cheap to copy: copies share the arrays. Keeps the graph alive only where it shares arrays with it.
struct layout {
  device where;                   ///< whose memory everything but `to_internal` points to
  vertex_id num_vertices = 0;     ///< in the layout: isolated vertices are not among them in degree order
  vertex_id caller_vertices = 0;  ///< n of the graph
  edge_offset num_edges = 0;
  bool directed = false;
  vertex_order order = vertex_order::caller;
  int head_width = 0;
  layout_adjacency out;
  layout_adjacency in;  ///< equals `out` for undirected graphs; null without in-edges
  /// The first `head_width` neighbours of each vertex in `in`, one row a vertex; a shorter adjacency is filled up with its last
  /// neighbour, an empty one with the vertex itself. Bottom-up steps look here before they touch offsets and targets.
  const vertex_id* heads = nullptr;
  const vertex_id* to_caller = nullptr;    ///< null in the caller's order
  const vertex_id* to_internal = nullptr;  ///< null in the caller's order
  edge_offset hub_degree = 0;              ///< Enterprise's tau: a hub has an out-degree of at least this
  vertex_id num_hubs = 0;                  ///< hubs are the vertices 0 to num_hubs - 1 in degree order
  std::string reason;                      ///< why this order
  double seconds = 0;                      ///< preparing
  double seconds_on_device = 0;            ///< of them, a CUDA device's work without the copies to it
  std::uint64_t bytes = 0;                 ///< beyond what the graph holds

  graph source;  ///< empty in degree order
  std::shared_ptr<const layout_arrays> arrays;
};

/// Where a CUDA device has too little memory for the work, the CPU does it and the layout lies in host memory; its reason says so.
/// Throws error_category::memory (predicted before allocating), error_category::device, error_category::cancelled.
[[nodiscard]] layout prepare(const graph& g, const prepare_options& options = {});

/// The order that vertex_order::automatic means for a graph with these properties, and why.
struct order_choice {
  vertex_order order = vertex_order::caller;
  std::string reason;
};
[[nodiscard]] order_choice choose_order(const graph_properties& properties, vertex_id num_vertices, edge_offset num_edges,
                                        search_kind searches = search_kind::single);

}  // namespace fathom
