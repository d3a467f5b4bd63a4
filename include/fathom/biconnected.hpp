// Biconnected components, bridges and articulation points of an undirected graph. Hopcroft and Tarjan, "Algorithm 447: efficient
// algorithms for graph manipulation", Communications of the ACM 16(6), 1973.
//
// A biconnected component is a maximal set of edges in which any two lie on a common simple cycle; an edge on no cycle, a bridge,
// is a component of its own. An articulation point is a vertex of two or more components: removing it disconnects its neighbors, as
// removing a bridge disconnects its endpoints. Self-loops belong to no component. Of parallel edges, none is a bridge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct biconnected_options {
  bool list_edges = false;  ///< also list the edges of each component
  run_control control{};    ///< the search has one thread
};

struct biconnected_report {
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU; the search has one thread
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read by the depth-first search
  double seconds_search = 0;          ///< depth-first search, and listing what it found
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

/// An undirected edge.
struct vertex_pair {
  vertex_id from, to;

  friend bool operator==(const vertex_pair&, const vertex_pair&) = default;
};

/// Components are in the order in which a depth-first search completes them that begins at each vertex in turn and reads adjacency
/// rows in their order.
struct biconnected_result {
  std::vector<edge_offset>
      offsets;  ///< one entry per component and one more: component i has the vertices [offsets[i], offsets[i + 1])
  /// Vertices of the components. The first of each is the vertex at which the search entered the component, which is an
  /// articulation point or the smallest vertex of its connected component. The others follow in the order of their discovery.
  std::vector<vertex_id> vertices;
  std::vector<vertex_pair> bridges;            ///< `from` is the smaller vertex; by `from`, then in the order of its adjacency row
  std::vector<vertex_id> articulation_points;  ///< ascending
  /// With list_edges: one entry per component and one more, and the edges in the order in which the search met them, each once.
  /// Tree edges lead away from the root of the search, the others back towards it.
  std::vector<edge_offset> edge_offsets;
  std::vector<vertex_pair> edges;
  biconnected_report report;

  [[nodiscard]] std::size_t components() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] std::span<const vertex_id> vertices_of(std::size_t component) const noexcept {
    return std::span(vertices).subspan(offsets[component], offsets[component + 1] - offsets[component]);
  }
  [[nodiscard]] std::span<const vertex_pair> edges_of(std::size_t component) const noexcept {
    return std::span(edges).subspan(edge_offsets[component], edge_offsets[component + 1] - edge_offsets[component]);
  }
};

/// Finds all of them in O(n + m) by one depth-first search without recursion. Throws error_category::usage for a directed graph;
/// ::memory, ::cancelled.
[[nodiscard]] biconnected_result biconnected_components(const graph& g, const biconnected_options& options = {});

/// Rules that a valid result satisfies.
enum class biconnected_rule {
  none = 0,
  lists_are_well_formed = 1,           ///< offsets ascend, vertices are in the graph, no component lists a vertex twice
  components_are_blocks = 2,           ///< each component has the vertices of one block of the graph, and each block is a component
  bridges_are_cuts = 3,                ///< the bridges are the edges that are on no cycle
  articulation_points_are_shared = 4,  ///< the articulation points are the vertices of two or more components
  edges_are_in_their_blocks = 5,       ///< listed edges are the graph's edges, each in the component of its block
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(biconnected_rule rule);

struct biconnected_validation {
  bool valid = false;
  biconnected_rule violated = biconnected_rule::none;  ///< the violated rule with the lowest number
  std::string message;                                 ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates a result in nearly linear time, with sorting of edges if they are listed. Instead of a depth-first search it joins
/// the edges of a breadth-first tree along the cycles that the other edges close, and shares no code with the engine. Throws
/// error_category::usage for a directed graph; ::memory, ::cancelled.
[[nodiscard]] biconnected_validation validate_biconnected(const graph& g, const biconnected_result& result,
                                                          const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const biconnected_report& r, Field&& field) {
  field("algorithm", std::string_view("biconnected components"), "text", "biconnected components");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "depth-first search, and listing what it found");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
