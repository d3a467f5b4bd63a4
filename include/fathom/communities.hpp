// Communities by semi-synchronous label propagation. Raghavan, Albert, Kumara, "Near linear time algorithm to detect community
// structures in large-scale networks", Physical Review E 76, 2007; Cordasco, Gargano, "Community Detection via Semi-Synchronous
// Label Propagation Algorithms", 2010.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct label_propagation_options {
  run_control control{};
};

struct communities_report {
  std::string engine;                 ///< name of the implementation that ran
  device where;                       ///< the CPU
  int threads = 1;                    ///< CPU threads that ran
  std::uint64_t communities = 0;      ///< their number
  double modularity = 0;              ///< of the communities, without weights; see modularity()
  std::uint64_t rounds = 0;           ///< times that all vertices were updated
  std::uint64_t colors = 0;           ///< of the coloring: vertices of one color are updated at once
  std::uint64_t edges_inspected = 0;  ///< adjacency entries read by the updates
  double seconds_color = 0;           ///< coloring the vertices
  double seconds_search = 0;          ///< updating labels
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_color + seconds_search; }
};

struct communities_result {
  array<vertex_id> labels;  ///< n numbers of communities, from 0 in the order of their first vertices
  communities_report report;
};

/// Finds communities of an undirected graph. Each vertex begins with its own position as label. The vertices are colored greedily
/// in the order of decreasing degree, with the first color that no neighbor has. Color by color, each vertex takes the most
/// frequent label of its neighbors; it keeps its own if that is among the most frequent, and otherwise takes the largest of them.
/// The search ends when no label changes, which it does because each change adds edges within communities. The result is that of
/// `label_propagation_communities` of NetworkX, for any number of threads.
///
/// A self-loop counts its vertex as a neighbor, and parallel edges that were kept count each. Weights are ignored. Throws
/// error_category::usage for a directed graph; ::memory, ::cancelled.
[[nodiscard]] communities_result label_propagation(const graph& g, const label_propagation_options& options = {});

struct modularity_options {
  bool weighted = false;  ///< edges count by their weights, if the graph has weights
  double resolution = 1;  ///< factor of the expected edges: above 1 favors smaller communities
};

/// Modularity (Newman, "Modularity and community structure in networks", PNAS 103, 2006) of communities of an undirected graph,
/// numbered below n: the fraction of edges within communities, less the resolution times the sum of the squares of the fractions of
/// edge endpoints in each (Reichardt, Bornholdt, Physical Review E 74, 2006). A self-loop has two endpoints at its vertex. 0 for a
/// graph without edges.
[[nodiscard]] double modularity(const graph& g, std::span<const vertex_id> labels, const modularity_options& options = {});

/// Rules that valid communities satisfy.
enum class communities_rule {
  none = 0,
  communities_are_numbered = 1,     ///< n numbers, from 0 in the order of the first vertices
  labels_are_most_frequent = 2,     ///< no community has more neighbors of a vertex than the vertex's own
  isolated_vertices_are_alone = 3,  ///< a vertex without edges is the only one of its community
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(communities_rule rule);

struct communities_validation {
  bool valid = false;
  communities_rule violated = communities_rule::none;  ///< the violated rule with the lowest number
  std::string message;                                 ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates that `labels` are a state in which label propagation ends. Many partitions are. Throws error_category::memory,
/// ::cancelled.
[[nodiscard]] communities_validation validate_communities(const graph& g, std::span<const vertex_id> labels,
                                                          const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const communities_report& r, Field&& field) {
  field("algorithm", std::string_view("label propagation"), "text", "label propagation");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads that ran");
  field("communities", r.communities, "communities", "number of communities");
  field("modularity", r.modularity, "modularity", "modularity of the communities, without weights");
  field("rounds", r.rounds, "rounds", "times that all vertices were updated");
  field("colors", r.colors, "colors", "colors of the vertices, which are updated color by color");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_color", r.seconds_color, "s", "coloring the vertices");
  field("seconds_search", r.seconds_search, "s", "updating labels");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries read by the updates");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
