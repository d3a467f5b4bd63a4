// One value per vertex: result files, and the largest values as text and JSON.
//   FILE.tsv, FILE.csv  a heading, then vertex and value on each line, by label if the graph has labels
//   FILE.npy  float64, or int32 for integers, of shape (k,);
//             the ids of the k vertices in FILE.vertices.npy unless they are 0 to n-1 in this order
//   FILE.txt  the same as text: one number per line
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "output/json.hpp"

namespace fathom::program {

struct vertex_values {
  std::string name;                 ///< "closeness"
  bool whole = false;               ///< the values are integers below 2^31
  std::vector<vertex_id> vertices;  ///< empty: all vertices of the graph, in order
  std::vector<double> values;       ///< one per vertex

  [[nodiscard]] vertex_id vertex(std::size_t i) const { return vertices.empty() ? static_cast<vertex_id>(i) : vertices[i]; }
};

/// Writes the files and returns their names; without a FILE, nothing. Removes files of an earlier result that this one does not
/// have, including FILE.WHAT for each WHAT in `others`. Throws error_category::output; ::usage for an unknown suffix.
std::vector<std::string> write_values(const std::filesystem::path& file, const graph& g, const vertex_values& values,
                                      std::initializer_list<const char*> others = {});

/// The ten largest values with the names of their vertices, as a table. Among equal values, vertices that come first are preferred.
[[nodiscard]] std::string largest_values_text(const graph& g, const vertex_values& values);
/// The same as objects of vertex, label (if any) and value.
[[nodiscard]] json largest_values_json(const graph& g, const vertex_values& values);
/// All values as such objects, in order.
[[nodiscard]] json all_values_json(const graph& g, const vertex_values& values);

}  // namespace fathom::program
