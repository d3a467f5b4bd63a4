// Topological order, longest path and transitive reduction of a directed acyclic graph. Kahn, "Topological sorting of large
// networks", Communications of the ACM 5(11), 1962; Aho, Garey, Ullman, "The Transitive Reduction of a Directed Graph", 1972.
//
// A generation has the vertices whose in-edges come from earlier generations only, at least one of them from the generation before:
// the index of a vertex's generation is the number of edges of the longest path to it. Edges are those stored: an undirected edge
// is a cycle of two, and a self-loop is a cycle.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/shortest_path.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct topological_order_options {
  run_control control{};  ///< the search has one thread
};

struct dag_report {
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read after counting in-degrees
  double seconds_search = 0;          ///< counting in-degrees, ordering, and finding a cycle, a longest path or a reduction
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

struct topological_order_result {
  /// Vertices generation by generation. The first generation is ascending; in others, vertices are in the order in which their last
  /// in-edge is met if rows are read in this order. Without the vertices of cycles and all that they reach.
  std::vector<vertex_id> order;
  std::vector<vertex_id> offsets;  ///< one entry per generation and one more: generation i is order[offsets[i], offsets[i + 1])
  std::vector<vertex_id> cycle;    ///< vertices of some cycle, along its edges; empty if the graph is acyclic
  dag_report report;

  [[nodiscard]] bool acyclic() const noexcept { return cycle.empty(); }
  [[nodiscard]] std::size_t generations() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] std::span<const vertex_id> generation(std::size_t i) const noexcept {
    return std::span(order).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// Orders the vertices in O(n + m), or finds a cycle. Throws error_category::memory, ::cancelled.
[[nodiscard]] topological_order_result topological_order(const graph& g, const topological_order_options& options = {});

struct longest_path_options {
  path_length length = path_length::hops;
  run_control control{};  ///< the search has one thread
};

struct longest_path_result {
  double length = 0;                ///< number of edges, or sum of weights, added from the first vertex on
  std::vector<vertex_id> vertices;  ///< of the path; empty for a graph without vertices
  dag_report report;
};

/// Finds a path of the largest length in O(n + m). With weights, a path of negative length is never continued, so that a path of
/// one vertex is the longest if all edges are negative. Of paths of equal length, the first predecessor in its row of in-edges is
/// preferred, and the end that comes first in topological order. For a graph without in-edges they are computed first. Throws
/// error_category::usage for a graph with a cycle, naming it; ::memory, ::cancelled.
[[nodiscard]] longest_path_result longest_path(const graph& g, const longest_path_options& options = {});

struct transitive_reduction_options {
  run_control control{};
};

struct transitive_reduction_result {
  graph reduced;  ///< the same vertices, names and weights of edges
  dag_report report;
};

/// Removes the edges of an acyclic graph whose endpoints are also joined by a longer path. The result is the only smallest graph in
/// which the same vertices reach each other. Of parallel edges that were kept, the first is kept. The time is that of a search from
/// each vertex that ends at its last neighbor in topological order, along edges that are kept; the vertices of a generation are
/// divided among the threads. Throws error_category::usage for a graph with a cycle, naming it; ::memory, ::cancelled.
[[nodiscard]] transitive_reduction_result transitive_reduction(const graph& g, const transitive_reduction_options& options = {});

/// Rules that a valid topological order, and a valid transitive reduction, satisfy.
enum class dag_rule {
  none = 0,
  order_lists_vertices_once = 1,        ///< offsets ascend, and the order lists vertices of the graph, each once
  edges_lead_to_later_generations = 2,  ///< an edge to a listed vertex comes from an earlier generation
  generations_are_earliest = 3,         ///< each vertex has an in-edge from the generation before its own
  cycle_is_a_cycle = 4,                 ///< the cycle's edges are edges of the graph; there is none if all vertices are listed
  unlisted_follow_cycles = 5,           ///< each vertex that is not listed has an in-edge from one that is not listed
  kept_edges_are_edges = 6,             ///< the reduction has the vertices of the graph, and edges of the graph, each once
  removed_edges_have_paths = 7,         ///< the reduction has a path between the endpoints of each edge of the graph
  kept_edges_have_no_detour = 8,        ///< no edge of the reduction has another path between its endpoints
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(dag_rule rule);

struct dag_validation {
  bool valid = false;
  dag_rule violated = dag_rule::none;  ///< the violated rule with the lowest number
  std::string message;                 ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates an order in O(n + m): the rules hold for the true generations only. Throws error_category::memory, ::cancelled.
[[nodiscard]] dag_validation validate_topological_order(const graph& g, const topological_order_result& result,
                                                        const run_control& control = {});

/// Validates a reduction of an acyclic graph by sets of 64 vertices that reach a vertex. Takes O(n + m) for every 64 vertices, from
/// them to their last neighbors in topological order. Throws error_category::usage for a graph with a cycle; ::memory, ::cancelled.
[[nodiscard]] dag_validation validate_transitive_reduction(const graph& g, const graph& reduced, const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const dag_report& r, Field&& field) {
  field("algorithm", std::string_view("topological order"), "text", "topological order");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "counting in-degrees, ordering, and finding a cycle or a longest path");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read after counting in-degrees");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
