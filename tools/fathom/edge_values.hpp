// A value for each edge: in a file, and the largest of them for people. Of an undirected graph each edge stands once.
//   FILE.tsv  a heading, then source, target, value on each line, by label where there are labels
//   FILE.npy  float64 of shape (k,); the ids of the k edges' ends in FILE.edges.npy, of shape (k, 2)
//   FILE.txt  the same as text: a number a line, and two in FILE.edges.txt
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "json.hpp"

namespace fathom::program {

struct edge_values {
  struct edge {
    vertex_id source, target;
    double value;
  };
  std::string name;         ///< "betweenness"
  std::vector<edge> edges;  ///< in the order of the graph's
};

/// Takes one value for each directed edge as stored.
[[nodiscard]] edge_values make_edge_values(std::string name, const graph& g, std::span<const double> values);

/// All files that write_values() makes for FILE. Throws error_category::usage for an unknown suffix.
[[nodiscard]] std::vector<std::filesystem::path> edge_value_files(const std::filesystem::path& file);
/// Writes them. Throws error_category::output.
void write_values(const std::filesystem::path& file, const graph& g, const edge_values& values);

/// The largest values with the ends of their edges, as a table; ten at most, of equals the edges that come first.
[[nodiscard]] std::string largest_values_text(const graph& g, const edge_values& values);
/// The same as objects of source, target, their labels (where there are labels) and value.
[[nodiscard]] json largest_values_json(const graph& g, const edge_values& values);

}  // namespace fathom::program
