// build(): edge list -> graph, with a receipt of everything that was dropped, added or renumbered on the way.
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

/// Edges in any order, as read, generated or given. Edge i runs from sources[i] to targets[i].
struct edge_list {
  std::uint64_t num_vertices = 0;  ///< ids are below this
  array<vertex_id> sources;
  array<vertex_id> targets;
  array<edge_weight> weights;         ///< empty, or one for each edge
  array<double> wide_weights;         ///< in place of `weights`; build() keeps them in single precision where that loses nothing
  bool directed = true;               ///< false: each edge stands for both directions and build() adds the reverse
  array<std::uint64_t> original_ids;  ///< see graph_arrays; empty where nothing was renumbered
  vertex_labels labels;
  std::vector<std::string> notes;  ///< what the reader decided and why, for the receipt

  [[nodiscard]] std::size_t size() const noexcept { return sources.size(); }
};

/// What becomes of parallel edges: edges with the same source and target. In an undirected edge list a-b and b-a are parallel.
/// Without weights `min`, `sum` and `first` are the same: one edge stays.
enum class parallel_edges {
  min,    ///< one edge with the smallest weight, as shortest paths need it
  sum,    ///< one edge with the sum of the weights, added up in double precision in the order of the edge list
  first,  ///< the first in the order of the edge list
  keep,   ///< all
};

/// "min", "sum", "first", "keep".
[[nodiscard]] std::string_view to_string(parallel_edges policy);
/// The policy of that name. Throws error_category::usage listing the names.
[[nodiscard]] parallel_edges parallel_edges_named(std::string_view name);

enum class self_loops { remove, keep };

enum class in_edges {
  automatic,  ///< for directed graphs
  none,
};

struct build_options {
  bool symmetrize = false;  ///< add the reverse of every edge of a directed edge list
  parallel_edges parallel = parallel_edges::min;
  self_loops loops = self_loops::remove;
  bool keep_weights = true;
  in_edges in = in_edges::automatic;
  device where;  ///< a CUDA device sorts edges that fit its memory (a note says why not); the graph is the same
  run_control control;
};

/// What became of the input. All counts are of directed edges unless said otherwise.
struct receipt {
  std::uint64_t edges_read = 0;           ///< edges in the edge list, as given
  std::uint64_t reverse_edges_added = 0;  ///< because the input is undirected or symmetrize was asked for
  std::uint64_t self_loops_removed = 0;   ///< edges of the list, as given
  std::uint64_t duplicates_removed = 0;   ///< parallel edges that were merged: directed edges, after adding reverses
  parallel_edges parallel = parallel_edges::min;  ///< how
  std::uint64_t edges_stored = 0;
  std::uint64_t vertices = 0;
  std::uint64_t isolated = 0;
  bool renumbered = false;                ///< ids in the input differ from vertex ids; results still speak in the input's
  std::uint64_t largest_original_id = 0;  ///< meaningful where renumbered
  double seconds = 0;                     ///< building alone
  double seconds_on_device = 0;           ///< of them, a CUDA device's work without the copies to it and from it
  std::vector<std::string> notes;
};

struct build_result {
  graph g;
  receipt what;
};

/// Builds compressed sparse rows in parallel; every adjacency comes out sorted. The edge list is consumed: its memory is given
/// back while the graph grows, so the peak stays under 2.5 times the edge list. The result is the same on any number of threads.
///
/// Weights are stored in single precision, rounded to the nearest: a relative error of 2^-24. Where that would change a whole
/// number, another number of 2^24 or more, or one that is so small that single precision has fewer digits for it, all are stored in
/// double precision, and a note in the receipt says so. Throws error_category::input for an id at or above num_vertices or a weight
/// that is not finite (naming the edge's position), error_category::memory where the predicted peak exceeds what the machine has,
/// error_category::cancelled.
[[nodiscard]] build_result build(edge_list edges, const build_options& options = {});

/// A graph from rows that exist already (a CSR file, SciPy). Checks that offsets ascend from 0 to targets.size() and that targets
/// are below n; measures the properties; rebuilds only where the options ask for something that the rows are not. `directed` states
/// what the rows mean: false asserts that each edge is stored in both directions (checked: error_category::input).
[[nodiscard]] build_result from_csr(graph_arrays rows, bool directed, const build_options& options = {});

/// Measures everything in graph_properties. Whether reverse edges are all there is decided exactly for sorted adjacencies.
[[nodiscard]] graph_properties measure(const adjacency_view& out, vertex_id num_vertices, const adjacency_view* in = nullptr,
                                       const run_control& control = {});

}  // namespace fathom
