// One value per edge: result files, and the largest values as text. Each edge of an undirected graph appears once.
//   FILE.tsv, FILE.csv  a heading, then source, target, value on each line, by label if the graph has labels
//   FILE.npy  float64 of shape (k,); the endpoint ids of the k edges in FILE.edges.npy, of shape (k, 2)
//   FILE.txt  the same as text: one number per line, and two per line in FILE.edges.txt
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "output/json.hpp"

namespace fathom::program {

struct edge_values {
  struct edge {
    vertex_id source, target;
    double value;
  };
  std::string name;         ///< "betweenness"
  std::vector<edge> edges;  ///< in the graph's order
};

/// `values` has one entry per directed edge as stored.
[[nodiscard]] edge_values make_edge_values(std::string name, const graph& g, std::span<const double> values);

/// Writes the files and returns their names; without a FILE, nothing. Throws error_category::output; ::usage for an unknown suffix.
std::vector<std::string> write_values(const std::filesystem::path& file, const graph& g, const edge_values& values);

/// The ten largest values with the endpoints of their edges, as a table. Among equal values, edges that come first are preferred.
[[nodiscard]] std::string largest_values_text(const graph& g, const edge_values& values);
/// The same as objects of source, target, their labels (if any) and value.
[[nodiscard]] json largest_values_json(const graph& g, const edge_values& values);

}  // namespace fathom::program
