// build(): conversion of an edge list to a graph, with a receipt of everything that was dropped, added or renumbered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Edges in any order, as read, generated or given by the caller. Edge i leads from sources[i] to targets[i].
struct edge_list {
  std::uint64_t num_vertices = 0;  ///< ids are below this
  array<vertex_id> sources;
  array<vertex_id> targets;
  array<edge_weight> weights;         ///< empty, or one per edge
  array<double> wide_weights;         ///< instead of `weights`; build() stores single precision if that loses nothing
  bool directed = true;               ///< false: each edge stands for both directions, and build() adds the reverse
  array<std::uint64_t> original_ids;  ///< see graph_arrays; empty if vertices were not renumbered
  vertex_labels labels;
  std::vector<std::string> notes;  ///< the reader's decisions and their reasons, for the receipt

  [[nodiscard]] std::size_t size() const noexcept { return sources.size(); }
};

/// Policy for parallel edges, which are edges with the same source and target. In an undirected edge list, a-b and b-a are
/// parallel. Without weights `min`, `sum` and `first` are equivalent: one edge is kept.
enum class parallel_edges {
  min,    ///< keep one edge with the smallest weight, as shortest paths require
  sum,    ///< keep one edge with the sum of the weights, added in double precision in the order of the edge list
  first,  ///< keep the first edge in the order of the edge list
  keep,   ///< keep all
};

/// "min", "sum", "first", "keep".
[[nodiscard]] std::string_view to_string(parallel_edges policy);
/// The policy of that name. Throws error_category::usage listing the names.
[[nodiscard]] parallel_edges parallel_edges_named(std::string_view name);

enum class self_loops { remove, keep };

enum class in_edges {
  automatic,  ///< build in-edges for directed graphs
  none,       ///< do not build in-edges
};

struct build_options {
  bool symmetrize = false;  ///< add the reverse of every edge to a directed edge list
  parallel_edges parallel = parallel_edges::min;
  self_loops loops = self_loops::remove;
  bool keep_weights = true;
  bool exact_weights = false;  ///< double precision if single precision would change any weight; see build()
  in_edges in = in_edges::automatic;
  device where;  ///< a CUDA device sorts the edges if they fit its memory (else a note says why not); the graph is the same
  run_control control{};
};

/// Account of how the input was converted. All counts are of directed edges unless stated otherwise.
struct receipt {
  std::uint64_t edges_read = 0;                   ///< edges in the edge list, as given
  std::uint64_t reverse_edges_added = 0;          ///< because the input is undirected or symmetrize was set
  std::uint64_t self_loops_removed = 0;           ///< edges of the list, as given
  std::uint64_t duplicates_removed = 0;           ///< parallel edges that were merged: directed edges, after adding reverses
  parallel_edges parallel = parallel_edges::min;  ///< policy by which they were merged
  std::uint64_t edges_stored = 0;
  std::uint64_t vertices = 0;
  std::uint64_t isolated = 0;             ///< isolated vertices
  bool renumbered = false;                ///< whether ids in the input differ from vertex ids; output still uses the input's ids
  std::uint64_t largest_original_id = 0;  ///< meaningful only if renumbered
  double seconds = 0;                     ///< time to build, excluding reading
  double seconds_on_device = 0;           ///< part of `seconds`: work on a CUDA device, excluding copies to and from it
  std::vector<std::string> notes;         ///< decisions that the caller may want to know about, with reasons
};

struct build_result {
  graph g;
  receipt what;
};

/// Builds a graph in compressed sparse row (CSR) form in parallel; every adjacency row is sorted. The edge list is consumed: its
/// memory is returned to the system while the graph grows, so that the peak stays below 2.5 times the edge list. The result does
/// not depend on the number of threads.
///
/// Weights are stored in single precision, rounded to nearest: a relative error of 2^-24. If that would change an integer, another
/// number of 2^24 or more, or a number so small that single precision has fewer digits for it, all weights are stored in double
/// precision, and a note in the receipt says so. With exact_weights, any weight that rounding would change has this effect, such as
/// 0.1. Throws error_category::input for an id at or above num_vertices or a weight that
/// is not finite (naming the edge's position), error_category::memory if the predicted peak exceeds the available memory,
/// error_category::cancelled.
[[nodiscard]] build_result build(edge_list edges, const build_options& options = {});

/// Builds a graph from existing CSR rows (a CSR file, SciPy). Checks that offsets ascend from 0 to targets.size(), that targets are
/// below n and that weights are finite; measures the properties; rebuilds the rows only if they do not satisfy the options.
/// `directed` declares the meaning of the rows: false asserts that each edge is stored in both directions. Throws
/// error_category::input if a check fails, and as build() does.
[[nodiscard]] build_result from_csr(graph_arrays rows, bool directed, const build_options& options = {});

/// Measures everything in graph_properties in one pass. `in`, if given, must be the sorted rows of the reversed edges. Whether all
/// reverse edges exist is decided exactly for sorted adjacency rows.
[[nodiscard]] graph_properties measure(const adjacency_view& out, vertex_id num_vertices, const adjacency_view* in = nullptr,
                                       const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const receipt& r, Field&& field) {
  field("edges_read", r.edges_read, "edges", "edges of the input, as given");
  field("reverse_edges_added", r.reverse_edges_added, "edges", "added because the graph is undirected or symmetrized");
  field("self_loops_removed", r.self_loops_removed, "edges", "self-loops removed, counted as given");
  field("duplicates_removed", r.duplicates_removed, "edges", "parallel directed edges that were merged");
  field("parallel_edges", r.parallel, "text", "policy by which they were merged");
  field("edges_stored", r.edges_stored, "edges", "directed edges of the graph");
  field("vertices", r.vertices, "vertices", "number of vertices of the graph");
  field("isolated", r.isolated, "vertices", "vertices without edges");
  field("renumbered", r.renumbered, "flag", "whether ids of the input differ from the graph's ids");
  field("largest_original_id", r.renumbered ? &r.largest_original_id : nullptr, "id", "largest id of the input, if renumbered");
  field("seconds_build", r.seconds, "s", "building the graph, without reading");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_build: work on a CUDA device");
  field("notes", r.notes, "list", "decisions about the input, with reasons");
}

}  // namespace fathom
