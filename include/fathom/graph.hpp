// graph: an immutable adjacency structure (compressed sparse rows) in the caller's ids. graph_view: what kernels are handed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Names of vertices, one after another in `text`; vertex v is text[offsets[v], offsets[v + 1]).
struct vertex_labels {
  array<std::uint64_t> offsets;  ///< n + 1 entries; empty where the graph has no labels
  array<char> text;              ///< UTF-8, no terminators

  [[nodiscard]] bool empty() const noexcept { return offsets.empty(); }
  [[nodiscard]] std::string_view operator[](vertex_id v) const noexcept {
    return {text.data() + offsets[v], static_cast<std::size_t>(offsets[v + 1] - offsets[v])};
  }
};

/// Measured when a graph is built, never guessed.
struct graph_properties {
  static constexpr int histogram_bins = 34;

  bool directed = false;       ///< false where every stored edge (u, v) has its reverse (v, u)
  edge_offset self_loops = 0;  ///< stored edges (v, v)
  edge_offset duplicates = 0;  ///< stored edges equal to the one before them
  vertex_id isolated = 0;      ///< vertices without an edge in or out, self-loops apart
  edge_offset max_out_degree = 0;
  vertex_id max_out_degree_vertex = no_vertex;  ///< the smallest id among the maxima; no_vertex for an empty graph
  edge_offset max_in_degree = 0;                ///< 0 where in-edges were not built for a directed graph
  bool sorted = true;                           ///< every adjacency is in ascending order
  /// Bin 0 counts vertices of out-degree 0, bin b > 0 those of out-degree 2^(b-1) to 2^b - 1.
  std::array<std::uint64_t, histogram_bins> out_degree_histogram{};
};

/// Adjacency in one direction. Trivially copyable; borrows everything.
struct adjacency_view {
  const edge_offset* offsets = nullptr;  ///< n + 1 entries
  const vertex_id* targets = nullptr;    ///< offsets[n] entries
  const edge_weight* weights = nullptr;  ///< offsets[n] entries, or null
  /// offsets[n] entries, or null where single precision holds the weights; else `weights` are these, rounded.
  const double* wide_weights = nullptr;

  [[nodiscard]] edge_offset degree(vertex_id v) const noexcept { return offsets[v + 1] - offsets[v]; }
  [[nodiscard]] const vertex_id* begin(vertex_id v) const noexcept { return targets + offsets[v]; }
  [[nodiscard]] const vertex_id* end(vertex_id v) const noexcept { return targets + offsets[v + 1]; }
  /// The weight of edge e in the precision that the graph has it in; 1 without weights.
  [[nodiscard]] double weight(edge_offset e) const noexcept {
    return wide_weights != nullptr ? wide_weights[e] : weights != nullptr ? static_cast<double>(weights[e]) : 1;
  }
};

/// Trivially copyable; borrows everything. `in` equals `out` for an undirected graph and is null where a directed graph
/// was built without in-edges.
struct graph_view {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;  ///< directed edges as stored
  bool directed = false;
  adjacency_view out;
  adjacency_view in;
};

/// Rows in the memory of a CUDA device.
struct rows_on_device {
  array<edge_offset> offsets;
  array<vertex_id> targets;
};

/// What a graph is made of; see build() for the usual way to make one.
struct graph_arrays {
  array<edge_offset> offsets;
  array<vertex_id> targets;
  array<edge_weight> weights;     ///< empty for an unweighted graph
  array<edge_offset> in_offsets;  ///< empty for an undirected graph, or where in-edges were not asked for
  array<vertex_id> in_targets;
  array<edge_weight> in_weights;
  /// Empty where single precision holds the weights; else the weights, which `weights` and `in_weights` hold rounded. from_csr()
  /// takes wide_weights in place of `weights`.
  array<double> wide_weights, in_wide_weights;
  array<std::uint64_t> original_ids;  ///< ascending; what the input called vertex v. Empty where it called it v.
  vertex_labels labels;
  graph_properties properties;
  /// Of a graph that was built on a device: the rows once more, there, so that preparing it there copies nothing. `device_in` is
  /// empty for an undirected graph.
  rows_on_device device_out, device_in;
};

/// Immutable, and cheap to copy: copies share the arrays.
class graph {
 public:
  graph();
  /// Takes arrays that are known to be consistent (offsets ascending from 0, targets below n). build(), from_csr() and the
  /// readers check; this does not.
  explicit graph(graph_arrays arrays);

  [[nodiscard]] vertex_id num_vertices() const noexcept { return view_.num_vertices; }
  [[nodiscard]] edge_offset num_edges() const noexcept { return view_.num_edges; }
  [[nodiscard]] bool directed() const noexcept { return view_.directed; }
  [[nodiscard]] bool weighted() const noexcept { return view_.out.weights != nullptr; }
  /// Whether the weights are stored in double precision.
  [[nodiscard]] bool has_wide_weights() const noexcept { return view_.out.wide_weights != nullptr; }
  [[nodiscard]] bool has_in_edges() const noexcept { return view_.in.offsets != nullptr; }
  [[nodiscard]] const graph_properties& properties() const noexcept { return arrays_->properties; }
  [[nodiscard]] const graph_arrays& arrays() const noexcept { return *arrays_; }
  [[nodiscard]] const graph_view& view() const noexcept { return view_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

  /// What the input called vertex v: v itself unless the input was renumbered.
  [[nodiscard]] std::uint64_t original_id(vertex_id v) const noexcept;
  /// The vertex that the input called `id`; nothing where it named none.
  [[nodiscard]] std::optional<vertex_id> find_vertex(std::uint64_t id) const noexcept;
  /// The vertex with this label; nothing where there is none, or the graph has no labels. Linear in n.
  [[nodiscard]] std::optional<vertex_id> find_label(std::string_view label) const noexcept;
  /// The label of v, or its original id in digits.
  [[nodiscard]] std::string name(vertex_id v) const;

 private:
  std::shared_ptr<const graph_arrays> arrays_;
  graph_view view_;
};

}  // namespace fathom
