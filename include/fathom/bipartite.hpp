// Two-coloring of a bipartite graph, or an odd cycle of any other graph.
//
// A graph is bipartite if its vertices have two colors such that every edge joins different colors, which is so if and only if no
// cycle has an odd number of edges (Konig, 1936). Directions of edges are ignored, and a self-loop is a cycle of one edge.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct bipartite_options {
  run_control control{};  ///< the search has one thread
};

struct bipartite_report {
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU; the search has one thread
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read
  double seconds_search = 0;
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

struct bipartite_result {
  /// n colors, 0 or 1; empty if the graph is not bipartite. In each component, the first vertex with an out-edge has color 0.
  /// Isolated vertices have color 0.
  array<std::uint8_t> colors;
  std::vector<vertex_id> odd_cycle;  ///< vertices of some cycle of an odd number of edges, in order; empty if there is none
  bipartite_report report;

  [[nodiscard]] bool bipartite() const noexcept { return odd_cycle.empty(); }
};

/// Colors the vertices in O(n + m), or finds an odd cycle. In-edges of a directed graph that was built without them are computed
/// first. Throws error_category::memory, ::cancelled.
[[nodiscard]] bipartite_result two_coloring(const graph& g, const bipartite_options& options = {});

/// Rules that a valid result satisfies.
enum class bipartite_rule {
  none = 0,
  one_color_per_vertex = 1,    ///< n colors, each 0 or 1, if and only if no cycle is given
  edges_join_both_colors = 2,  ///< the endpoints of every edge differ in color
  cycle_is_an_odd_cycle = 3,   ///< distinct vertices, an odd number of them, each adjacent to the next, and the last to the first
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(bipartite_rule rule);

struct bipartite_validation {
  bool valid = false;
  bipartite_rule violated = bipartite_rule::none;  ///< the violated rule with the lowest number
  std::string message;                             ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates a result in O(n + m): colors prove that a graph is bipartite, and an odd cycle that it is not. Throws
/// error_category::memory, ::cancelled.
[[nodiscard]] bipartite_validation validate_two_coloring(const graph& g, const bipartite_result& result,
                                                         const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const bipartite_report& r, Field&& field) {
  field("algorithm", std::string_view("two-coloring"), "text", "two-coloring");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_search", r.seconds_search, "s", "coloring, or finding an odd cycle");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
