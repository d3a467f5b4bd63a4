// Graph builder for formats that list vertices and edges separately: each edge has its own direction and weight, and vertex ids may
// be any text. Shared by GraphML, GEXF, GML and Pajek.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/formats/formats.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {

/// Collects edges, which may be both directed and undirected, with or without weights.
class edge_collector {
 public:
  void add(vertex_id source, vertex_id target, std::optional<double> weight, bool directed);
  [[nodiscard]] std::uint64_t size() const noexcept { return sources_.size(); }

  /// The edge list without vertices, with notes. If directed and undirected edges are mixed, an undirected edge becomes two
  /// directed edges, unless `direction` overrides the edges' own direction. `directed` applies to a graph without edges.
  [[nodiscard]] edge_list take(stated_direction direction, bool directed);

 private:
  growing_array<vertex_id> sources_, targets_;
  growing_array<double> weights_;
  std::vector<bool> directed_;
  std::uint64_t weighted_ = 0, num_directed_ = 0;
  bool rounded_ = false;  // double precision may have rounded an integer weight
};

/// Numbers the vertices in ascending order of their names if all are integers; returns false. Otherwise the names become labels, in
/// their order; returns true.
bool name_vertices(edge_list& list, std::span<const std::string_view> names);

/// Labels of vertices, which name them if all have one and no two are equal.
class vertex_labels {
 public:
  void set(vertex_id v, std::string label);
  /// Whether the labels name all `vertices`; afterwards note() explains the decision.
  [[nodiscard]] bool name_all(std::size_t vertices);
  [[nodiscard]] const std::string& operator[](std::size_t v) const { return *labels_[v]; }
  /// Empty if no vertex has a label.
  [[nodiscard]] const std::string& note() const noexcept { return note_; }

 private:
  std::vector<std::optional<std::string>> labels_;
  std::size_t given_ = 0;
  std::string note_;
};

/// Note about data of edges that were not read; empty if there are none.
[[nodiscard]] std::string unread_data_note(const std::set<std::string>& names);

/// Vertices, identified by id, and edges between them, in any order in the file.
class named_graph {
 public:
  /// `file` is used in messages.
  explicit named_graph(std::filesystem::path file) : file_(std::move(file)) {}

  /// Adds the vertex of a node element at `line`. Throws error_category::input if it was declared before.
  void declare(std::string_view id, std::uint64_t line);
  void label(std::string_view id, std::string text, std::uint64_t line) { labels_.set(end_of_edge(id, line), std::move(text)); }
  void add_edge(std::string_view source, std::string_view target, std::optional<double> weight, bool directed, std::uint64_t line);
  /// The vertex of an edge's endpoint, which may be declared before or after the edge.
  [[nodiscard]] vertex_id end_of_edge(std::string_view id, std::uint64_t line);
  [[nodiscard]] edge_collector& edges() noexcept { return edges_; }

  /// Names the vertices by their labels if vertex_labels allows it, otherwise by their ids, as name_vertices() does. Throws
  /// error_category::input for an endpoint that was never declared.
  [[nodiscard]] edge_list take(stated_direction direction, bool directed);

 private:
  struct vertex {
    const std::string* id = nullptr;   // a key of by_id_
    std::uint64_t mentioned_line = 0;  // line of the first edge that refers to it
    bool declared = false;
  };

  std::filesystem::path file_;
  std::unordered_map<std::string, vertex_id> by_id_;
  std::vector<vertex> vertices_;
  vertex_labels labels_;
  edge_collector edges_;
};

}  // namespace fathom::io
