// Triangles of a graph, and how often two neighbours of a vertex are neighbours themselves.
// Clustering coefficients: Watts, Strogatz, "Collective dynamics of 'small-world' networks", Nature 393, 1998.
#pragma once

#include <cstdint>
#include <string>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct triangles_options {
  device where{};  ///< checked; the CPU does the work, whatever is named
  run_control control{};
};

struct triangles_report {
  std::string engine;  ///< which implementation ran
  device where;        ///< that did the work
  int threads = 0;
  double seconds_prepare = 0;  ///< turning each edge to its end of the higher degree
  double seconds_count = 0;
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_count; }
};

/// The same on any number of threads. Parallel edges count as one, and self-loops not at all.
struct triangles_result {
  array<std::uint64_t> triangles;  ///< for each vertex those that it is a corner of
  array<vertex_id> degrees;        ///< for each vertex its neighbours: other vertices, each once
  std::uint64_t count = 0;         ///< triangles of the graph: a third of the sum over the vertices
  std::uint64_t wedges = 0;        ///< pairs of neighbours of a vertex, over all vertices: d (d - 1) / 2 each
  triangles_report report;

  /// The share of v's pairs of neighbours that are joined; 0 where there is no pair.
  [[nodiscard]] double clustering(vertex_id v) const noexcept;
  /// The mean of that over all vertices; 0 where there are none.
  [[nodiscard]] double average_clustering() const noexcept;
  /// The share of all pairs of neighbours of a vertex that are joined, which are three for a triangle; 0 where there is no pair.
  [[nodiscard]] double transitivity() const noexcept;
};

/// Counts the triangles of an undirected graph. Throws error_category::usage for a directed one, ::device, ::memory, ::cancelled.
[[nodiscard]] triangles_result count_triangles(const graph& g, const triangles_options& options = {});

}  // namespace fathom
