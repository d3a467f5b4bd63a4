// graph: immutable compressed sparse row (CSR) adjacency in the caller's vertex ids; and graph_view, its non-owning view for
// kernels.
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

/// Vertex names, concatenated in `text`; the label of vertex v is text[offsets[v], offsets[v + 1]).
struct vertex_labels {
  array<std::uint64_t> offsets;  ///< n + 1 entries; empty if the graph has no labels
  array<char> text;              ///< UTF-8, unless the names of a file are not; no terminators

  [[nodiscard]] bool empty() const noexcept { return offsets.empty(); }
  [[nodiscard]] std::string_view operator[](vertex_id v) const noexcept {
    return {text.data() + offsets[v], static_cast<std::size_t>(offsets[v + 1] - offsets[v])};
  }
};

/// Properties of a graph, measured when it is built.
struct graph_properties {
  static constexpr int histogram_bins = 34;

  bool directed = false;       ///< false if every stored edge (u, v) has its reverse (v, u) with the same weight
  edge_offset self_loops = 0;  ///< stored edges (v, v)
  edge_offset duplicates = 0;  ///< stored edges equal to the one before them in the adjacency row
  vertex_id isolated = 0;      ///< vertices without in-edges or out-edges other than self-loops
  edge_offset max_out_degree = 0;
  vertex_id max_out_degree_vertex = no_vertex;  ///< the smallest id among the maxima; no_vertex for an empty graph
  edge_offset max_in_degree = 0;                ///< 0 if a directed graph was built without in-edges
  bool sorted = true;                           ///< whether every adjacency row is in ascending order
  /// Bin 0 counts vertices of out-degree 0, bin b > 0 those of out-degree 2^(b-1) to 2^b - 1.
  std::array<std::uint64_t, histogram_bins> out_degree_histogram{};
};

/// Adjacency rows in one direction. Trivially copyable and non-owning.
struct adjacency_view {
  const edge_offset* offsets = nullptr;  ///< n + 1 entries
  const vertex_id* targets = nullptr;    ///< offsets[n] entries
  const edge_weight* weights = nullptr;  ///< offsets[n] entries, or null
  /// offsets[n] double-precision weights, or null if single precision suffices. If not null, `weights` holds them rounded.
  const double* wide_weights = nullptr;

  [[nodiscard]] edge_offset degree(vertex_id v) const noexcept { return offsets[v + 1] - offsets[v]; }
  [[nodiscard]] const vertex_id* begin(vertex_id v) const noexcept { return targets + offsets[v]; }
  [[nodiscard]] const vertex_id* end(vertex_id v) const noexcept { return targets + offsets[v + 1]; }
  /// The weight of edge e in the precision of the graph; 1 for a graph without weights.
  [[nodiscard]] double weight(edge_offset e) const noexcept {
    return wide_weights != nullptr ? wide_weights[e] : weights != nullptr ? static_cast<double>(weights[e]) : 1;
  }
};

/// Trivially copyable, non-owning view of a graph. `in` equals `out` for an undirected graph and is null if a directed graph was
/// built without in-edges.
struct graph_view {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;  ///< directed edges as stored
  bool directed = false;
  adjacency_view out;
  adjacency_view in;
};

/// Adjacency rows in the memory of a CUDA device.
struct rows_on_device {
  array<edge_offset> offsets;  ///< n + 1 entries
  array<vertex_id> targets;    ///< offsets[n] entries
};

/// The arrays of a graph of n vertices and m stored edges. build() is the usual way to create a graph.
struct graph_arrays {
  array<edge_offset> offsets;     ///< n + 1 entries
  array<vertex_id> targets;       ///< m entries
  array<edge_weight> weights;     ///< m entries; empty for an unweighted graph
  array<edge_offset> in_offsets;  ///< n + 1 entries; empty for an undirected graph or without in-edges
  array<vertex_id> in_targets;    ///< m entries, or empty
  array<edge_weight> in_weights;  ///< m entries, or empty
  /// Double-precision weights, m entries each; empty if single precision suffices. `weights` and `in_weights` then hold the rounded
  /// values. from_csr() accepts wide_weights instead of `weights`.
  array<double> wide_weights, in_wide_weights;
  array<std::uint64_t> original_ids;  ///< n entries, ascending: the input's id of each vertex; empty if vertices keep their ids
  vertex_labels labels;
  graph_properties properties;
  /// Copies of the rows, without weights, in the memory of a CUDA device: for a graph that was built there, or from with_rows_on().
  /// Work on that device copies no rows then. `device_in` is empty for an undirected graph and without in-edges.
  rows_on_device device_out, device_in;
};

/// Immutable graph. Cheap to copy, because copies share the arrays.
class graph {
 public:
  /// A graph without vertices.
  graph();
  /// Takes arrays that are known to be consistent (offsets ascending from 0, targets below n) without checking them. build(),
  /// from_csr() and the readers check.
  explicit graph(graph_arrays arrays);

  [[nodiscard]] vertex_id num_vertices() const noexcept { return view_.num_vertices; }
  [[nodiscard]] edge_offset num_edges() const noexcept { return view_.num_edges; }
  [[nodiscard]] bool directed() const noexcept { return view_.directed; }
  [[nodiscard]] bool weighted() const noexcept { return view_.out.weights != nullptr; }
  /// Whether the weights are also stored in double precision.
  [[nodiscard]] bool has_wide_weights() const noexcept { return view_.out.wide_weights != nullptr; }
  [[nodiscard]] bool has_in_edges() const noexcept { return view_.in.offsets != nullptr; }
  [[nodiscard]] const graph_properties& properties() const noexcept { return arrays_->properties; }
  [[nodiscard]] const graph_arrays& arrays() const noexcept { return *arrays_; }
  [[nodiscard]] const graph_view& view() const noexcept { return view_; }
  /// Edges as other programs count them: those of an undirected graph once, although both directions are stored.
  [[nodiscard]] edge_offset num_edges_once() const noexcept {
    return directed() ? num_edges() : (num_edges() + properties().self_loops) / 2;
  }
  /// Host memory of all arrays, in bytes.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

  /// The input's id of vertex v, which is v unless the input was renumbered.
  [[nodiscard]] std::uint64_t original_id(vertex_id v) const noexcept;
  /// The vertex with this id in the input, or nothing if there is none. Labels without ids name vertices alone: then always
  /// nothing.
  [[nodiscard]] std::optional<vertex_id> find_vertex(std::uint64_t id) const noexcept;
  /// The vertex with this label, or nothing if there is none. Takes time linear in n.
  [[nodiscard]] std::optional<vertex_id> find_label(std::string_view label) const noexcept;
  /// The label of v, or its original id in decimal.
  [[nodiscard]] std::string name(vertex_id v) const;

 private:
  std::shared_ptr<const graph_arrays> arrays_;
  graph_view view_;
};

/// The graph with copies of its adjacency rows in the memory of a CUDA device, so that repeated calls on that device do not copy
/// them. Shares the other arrays of `g` and keeps them alive; the copies live as long as the result and its copies. Returns `g` if
/// its rows are there already, and for the CPU. Throws error_category::memory if the device has too little memory, ::device.
[[nodiscard]] graph with_rows_on(const graph& g, device where);

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const graph_properties& p, Field&& field) {
  field("directed", p.directed, "flag", "whether an edge may lack its reverse");
  field("self_loops", p.self_loops, "edges", "stored edges from a vertex to itself");
  field("duplicates", p.duplicates, "edges", "stored edges equal to the one before them in the adjacency row");
  field("isolated", p.isolated, "vertices", "vertices without edges other than self-loops");
  field("max_out_degree", p.max_out_degree, "edges", "largest out-degree");
  field("max_out_degree_vertex", p.max_out_degree_vertex, "vertex", "the first vertex with that out-degree");
  field("max_in_degree", p.max_in_degree, "edges", "largest in-degree; 0 without in-edges");
  field("sorted", p.sorted, "flag", "whether every adjacency row is in ascending order");
  field("out_degree_histogram", p.out_degree_histogram, "list",
        "numbers of vertices: entry 0 of out-degree 0, entry b of out-degree 2^(b-1) to 2^b - 1");
}

}  // namespace fathom
