// prepare(): conversion of a graph to a layout, the form that traversal engines read. A layout may renumber vertices for speed;
// results are always in the caller's ids.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class vertex_order {
  automatic,  ///< chosen from the degree histogram; layout.reason gives the choice and its reason
  caller,     ///< the caller's ids; adjacency shared with the graph
  degree,     ///< descending out-degree, isolated vertices dropped, adjacency rows sorted in that order: hubs come first
};

/// "auto", "caller", "degree".
[[nodiscard]] std::string_view to_string(vertex_order order);

/// Intended use of a layout. Degree order speeds up multi-source BFS on some graphs on which it does not help single searches.
enum class search_kind {
  single,    ///< bfs() from many sources
  few,       ///< searches from at most most_few_searches sources: on a CPU in the caller's order, which is prepared fastest
  joined,    ///< multi_bfs() and functions built on it
  pagerank,  ///< pagerank(): in the memory of a CUDA device, a large layout also has its edges grouped by target
};

/// Up to this number, searches of a CPU take no longer in the caller's order than in degree order with the time to prepare it.
inline constexpr std::uint64_t most_few_searches = 8;
/// `few`, or `many` for more searches than that.
[[nodiscard]] constexpr search_kind kind_of_searches(std::uint64_t searches, search_kind many) noexcept {
  return searches <= most_few_searches ? search_kind::few : many;
}

struct prepare_options {
  vertex_order order = vertex_order::automatic;
  device where;  ///< memory for the layout; a layout on a CUDA device can be searched only by that device
  run_control control{};
  search_kind searches = search_kind::single;
};

/// Adjacency in the layout's ids. The arrays may be shared with the graph.
struct layout_adjacency {
  const edge_offset* offsets = nullptr;  ///< num_vertices + 1 entries
  const vertex_id* targets = nullptr;    ///< offsets[num_vertices] entries
};

/// Memory that a layout owns; see `layout` for the meaning and shape of the arrays.
struct layout_arrays {
  array<edge_offset> offsets, in_offsets;
  array<vertex_id> targets, in_targets;
  array<vertex_id> heads;
  array<vertex_id> to_caller;    ///< layout id -> caller's id; num_vertices + 1 entries, the last of which is no_vertex
  array<vertex_id> to_internal;  ///< caller's id -> layout id; no_vertex for isolated vertices; always in host memory
};

/// Edges grouped by blocks of targets, in device memory. Opaque: pagerank() reads them.
struct edge_blocks;

/// Immutable and cheap to copy, because copies share the arrays. Keeps the graph alive only if it shares arrays with it.
struct layout {
  device where;                   ///< device whose memory all pointers except `to_internal` point to
  vertex_id num_vertices = 0;     ///< vertices in the layout; degree order drops isolated ones
  vertex_id caller_vertices = 0;  ///< n, the vertices of the graph
  edge_offset num_edges = 0;
  bool directed = false;
  vertex_order order = vertex_order::caller;
  search_kind searches = search_kind::single;  ///< use that it was prepared for
  int head_width = 0;                          ///< columns of `heads`
  layout_adjacency out;
  layout_adjacency in;  ///< equals `out` for undirected graphs; null without in-edges
  /// (num_vertices, head_width) array of the first neighbors of each vertex in `in`. A shorter adjacency row is padded with its
  /// last neighbor, an empty one with the vertex itself. Bottom-up steps check these before they read offsets and targets.
  const vertex_id* heads = nullptr;
  const vertex_id* to_caller = nullptr;    ///< layout id -> caller's id; null in the caller's order
  const vertex_id* to_internal = nullptr;  ///< caller's id -> layout id; null in the caller's order
  edge_offset hub_degree = 0;              ///< Enterprise's tau, the minimum out-degree of a hub
  vertex_id num_hubs = 0;                  ///< in degree order, hubs are the vertices 0 to num_hubs - 1
  std::string reason;                      ///< reason for the order
  double seconds = 0;                      ///< time to prepare
  double seconds_on_device = 0;            ///< part of `seconds`: work on a CUDA device, excluding copies to it
  std::uint64_t bytes = 0;                 ///< memory in addition to the graph's

  graph source;  ///< empty in degree order
  std::shared_ptr<const layout_arrays> arrays;
  std::shared_ptr<const edge_blocks> blocks;  ///< null unless prepared for pagerank() on a CUDA device
};

/// Prepares a layout. If a CUDA device has too little memory, the CPU does the work, the layout is in host memory, and its reason
/// says so. Throws error_category::memory (predicted before allocating), error_category::device, error_category::cancelled.
[[nodiscard]] layout prepare(const graph& g, const prepare_options& options = {});

struct order_choice {
  vertex_order order = vertex_order::caller;
  std::string reason;
};
/// The order that vertex_order::automatic selects on a CPU for a graph with these properties, with the reason. On CUDA devices
/// search_kind::few is the same as `single`.
[[nodiscard]] order_choice choose_order(const graph_properties& properties, vertex_id num_vertices, edge_offset num_edges,
                                        search_kind searches = search_kind::single);

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const layout& l, Field&& field) {
  field("device", l.where, "text", "device whose memory holds the layout");
  field("order", l.order, "text", "vertex order: caller or degree");
  field("order_reason", l.reason, "text", "vertex order in words, with the reason");
  field("seconds", l.seconds, "s", "preparing the layout");
  field("seconds_on_device", l.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("bytes", l.bytes, "bytes", "memory in addition to the graph's");
}

}  // namespace fathom
