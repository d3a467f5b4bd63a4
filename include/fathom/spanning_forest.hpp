// Minimum and maximum spanning forests of an undirected graph. Kruskal, "On the shortest spanning subtree of a graph and the
// traveling salesman problem", Proceedings of the AMS 7(1), 1956; with filtering by Osipov, Sanders, Singler, "The filter-Kruskal
// minimum spanning tree algorithm", ALENEX 2009.
//
// A spanning forest has one tree per connected component. Isolated vertices are trees of their own. Of the spanning forests of
// extreme total weight, the result is the one that Kruskal's algorithm finds if edges of equal weight keep their order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Which total weight a forest has among all spanning forests.
enum class forest_weight { minimum, maximum };

/// "minimum", "maximum".
[[nodiscard]] std::string_view to_string(forest_weight extreme);

struct spanning_forest_options {
  forest_weight total = forest_weight::minimum;
  run_control control{};  ///< the search has one thread
};

struct spanning_forest_report {
  std::string engine;              ///< name of the implementation that ran
  device where;                    ///< the CPU; the search has one thread
  std::uint64_t edges_sorted = 0;  ///< edges that were left to sort after filtering
  double seconds_search = 0;       ///< collecting, filtering and sorting edges, and joining trees
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

struct forest_edge {
  vertex_id from, to;  ///< `from` is the smaller vertex
  double weight;       ///< 1 in a graph without weights

  friend bool operator==(const forest_edge&, const forest_edge&) = default;
};

struct spanning_forest_result {
  /// By ascending weight; for a maximum, by descending weight. Edges of equal weight are in the order of `from`, and then in that
  /// of its adjacency row.
  std::vector<forest_edge> edges;
  double weight = 0;    ///< sum of the weights, added in this order in double precision
  vertex_id trees = 0;  ///< number of connected components
  spanning_forest_report report;
};

/// Finds the forest in O(m log m), and in less where filtering discards most edges unsorted. Weights may be negative; self-loops
/// are ignored; parallel edges are allowed. Throws error_category::usage for a directed graph; ::input for a weight that is not a
/// number;
/// ::memory, ::cancelled.
[[nodiscard]] spanning_forest_result spanning_forest(const graph& g, const spanning_forest_options& options = {});

/// Rules that a valid result satisfies.
enum class spanning_forest_rule {
  none = 0,
  edges_are_of_the_graph = 1,  ///< each edge and its weight are in the graph, and the totals are right
  forest_has_no_cycle = 2,     ///< the edges close no cycle
  trees_span_components = 3,   ///< there is one tree per connected component
  no_edge_improves = 4,        ///< no edge of the graph is better than the worst edge of the path between its endpoints
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(spanning_forest_rule rule);

struct spanning_forest_validation {
  bool valid = false;
  spanning_forest_rule violated = spanning_forest_rule::none;  ///< the violated rule with the lowest number
  std::string message;                                         ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates a forest of the given extreme weight in O(m log n) by the cycle property, which holds for any forest of extreme
/// weight, also where edges of equal weight were chosen otherwise. Shares no code with the engine. Throws error_category::usage for
/// a directed graph; ::memory, ::cancelled.
[[nodiscard]] spanning_forest_validation validate_spanning_forest(const graph& g, const spanning_forest_result& result,
                                                                  forest_weight total = forest_weight::minimum,
                                                                  const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const spanning_forest_report& r, Field&& field) {
  field("algorithm", std::string_view("spanning forest"), "text", "spanning forest");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "collecting, filtering and sorting edges, and joining trees");
  field("edges_sorted", r.edges_sorted, "edges", "edges that were left to sort after filtering");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
