// A value for each vertex: in a file, and the largest of them for people.
//   FILE.tsv  a heading, then vertex and value on each line, by label where there are labels
//   FILE.npy  float64, or int32 for whole numbers, of shape (k,); the ids of the k vertices in FILE.vertices.npy where they are not
//   0
//             to n-1 in this order
//   FILE.txt  the same as text: a number a line
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "fathom/graph.hpp"
#include "json.hpp"

namespace fathom::program {

struct vertex_values {
  std::string name;                 ///< "closeness"
  bool whole = false;               ///< the values are whole numbers below 2^31
  std::vector<vertex_id> vertices;  ///< empty: all of the graph, in its order
  std::vector<double> values;       ///< one for each

  [[nodiscard]] vertex_id vertex(std::size_t i) const { return vertices.empty() ? static_cast<vertex_id>(i) : vertices[i]; }
};

/// All files that write_values() makes for FILE. Throws error_category::usage for an unknown suffix.
[[nodiscard]] std::vector<std::filesystem::path> value_files(const std::filesystem::path& file, const graph& g, bool some_vertices);
/// Writes them, and removes those of an earlier result that this one does not have, also FILE.WHAT for each of `others`. Throws
/// error_category::output.
void write_values(const std::filesystem::path& file, const graph& g, const vertex_values& values,
                  std::initializer_list<const char*> others = {});

/// The largest values with the names of their vertices, as a table; ten at most, of equals the vertices that come first.
[[nodiscard]] std::string largest_values_text(const graph& g, const vertex_values& values);
/// The same as objects of vertex, label (where there are labels) and value.
[[nodiscard]] json largest_values_json(const graph& g, const vertex_values& values);
/// Likewise all of them, in their order.
[[nodiscard]] json all_values_json(const graph& g, const vertex_values& values);

}  // namespace fathom::program
