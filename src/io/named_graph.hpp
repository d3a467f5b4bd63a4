// Graphs whose format lists vertices and edges apart: the edges with their own direction and weight, and vertices by ids that may
// be any text. Shared by GraphML, GEXF, GML and Pajek.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/formats.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {

/// Edges of a graph that may mix directed and undirected ones, and may give some of them a weight.
class edge_collector {
 public:
  void add(vertex_id source, vertex_id target, std::optional<double> weight, bool directed);
  [[nodiscard]] std::uint64_t size() const noexcept { return sources_.size(); }

  /// The edge list without vertices, with notes. Where directed and undirected edges are mixed, an undirected one becomes two
  /// directed ones, unless `direction` overrides what the edges say. `directed` is the direction of a graph without edges.
  [[nodiscard]] edge_list take(stated_direction direction, bool directed);

 private:
  growing_array<vertex_id> sources_, targets_;
  growing_array<double> weights_;
  std::vector<bool> directed_;
  std::uint64_t weighted_ = 0, num_directed_ = 0;
  bool rounded_ = false;  // some weight may be a whole number that double precision has rounded
};

/// Vertices by id and edges between them, in any order in the file.
class named_graph {
 public:
  /// `file` is for messages.
  explicit named_graph(std::filesystem::path file) : file_(std::move(file)) {}

  /// Adds the vertex of a node element at `line`. Throws error_category::input where it was declared before.
  void declare(std::string_view id, std::uint64_t line);
  void add_edge(std::string_view source, std::string_view target, std::optional<double> weight, bool directed, std::uint64_t line);
  /// The vertex that an edge names: one that is declared before or after it.
  [[nodiscard]] vertex_id end_of_edge(std::string_view id, std::uint64_t line);
  [[nodiscard]] edge_collector& edges() noexcept { return edges_; }

  /// Vertices are numbered in ascending order of their ids where all of these are whole numbers. Otherwise they keep the file's
  /// order, and their ids become labels. Throws error_category::input for an end of an edge that was never declared.
  [[nodiscard]] edge_list take(stated_direction direction, bool directed);

 private:
  struct vertex {
    const std::string* id = nullptr;   // a key of by_id_
    std::uint64_t mentioned_line = 0;  // of the first edge
    bool declared = false;
  };
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;

  std::filesystem::path file_;
  std::unordered_map<std::string, vertex_id> by_id_;
  std::vector<vertex> vertices_;
  edge_collector edges_;
};

}  // namespace fathom::io
