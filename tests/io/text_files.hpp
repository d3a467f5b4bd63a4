// Small text files for the tests of the text formats.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "temporary_folder.hpp"

namespace fathom::test {

/// Reads `text` from a file of this name.
inline read_result read_text(const std::string& name, std::string_view text, const read_options& options = {}) {
  const temporary_folder folder;
  return read_graph(folder.put(name, text), options);
}

/// Reads without removing self-loops or duplicates.
inline read_options as_listed() {
  read_options options;
  options.build.loops = self_loops::keep;
  options.build.parallel = parallel_edges::keep;
  return options;
}

/// Reads edges as directed.
inline read_options as_directed() {
  read_options options;
  options.direction = stated_direction::directed;
  return options;
}

using edge = std::tuple<std::uint64_t, std::uint64_t, float>;

/// All stored edges in the input's ids; weight 1 if unweighted.
inline std::vector<edge> edges_of(const graph& g) {
  std::vector<edge> edges;
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      edges.emplace_back(g.original_id(u), g.original_id(out.targets[e]), out.weights ? out.weights[e] : 1);
    }
  }
  return edges;
}

using edge_names = std::vector<std::pair<std::string, std::string>>;

/// All stored edges by the names of their vertices, sorted.
inline edge_names named_edges(const graph& g) {
  edge_names edges;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    const adjacency_view& out = g.view().out;
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) edges.emplace_back(g.name(u), g.name(out.targets[e]));
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

/// The message of the error that reading throws; its category is assigned to `category`.
inline std::string read_error(const std::filesystem::path& file, error_category* category = nullptr,
                              const read_options& options = {}) {
  try {
    static_cast<void>(read_graph(file, options));
  } catch (const error& e) {
    if (category) *category = e.category();
    return e.what();
  }
  return "(no error)";
}

inline bool has_note(const read_result& r, std::string_view part) {
  for (const std::string& note : r.what.notes) {
    if (note.find(part) != note.npos) return true;
  }
  return false;
}

}  // namespace fathom::test
