// Triangle counts and clustering coefficients.
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
  device where{};
  run_control control{};
};

struct triangles_report {
  std::string engine;  ///< implementation that ran
  device where;        ///< device that did the work
  int threads = 0;
  double seconds_copy = 0;       ///< copying the adjacency rows to a CUDA device, unless the graph was built there
  double seconds_prepare = 0;    ///< orienting each edge toward its endpoint of higher degree
  double seconds_count = 0;      ///< counting; on a CUDA device also copying the counts to the host
  double seconds_on_device = 0;  ///< part of seconds_prepare and seconds_count: work on a CUDA device
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_copy + seconds_prepare + seconds_count; }
};

/// Identical on any device and number of threads. Parallel edges count once and self-loops are ignored.
struct triangles_result {
  array<std::uint64_t> triangles;  ///< n entries: triangles that contain the vertex
  array<vertex_id> degrees;        ///< n entries: number of distinct neighbors of the vertex
  std::uint64_t count = 0;         ///< triangles of the graph: a third of the sum over vertices
  std::uint64_t wedges = 0;        ///< pairs of neighbors of a vertex, d (d - 1) / 2, summed over vertices
  triangles_report report;

  /// Local clustering coefficient: the fraction of pairs of neighbors of v that are connected; 0 if there is no pair.
  [[nodiscard]] double clustering(vertex_id v) const noexcept;
  /// Mean of the local clustering coefficients; 0 for a graph without vertices.
  [[nodiscard]] double average_clustering() const noexcept;
  /// Global clustering coefficient: 3 * count / wedges; 0 if there is no wedge.
  [[nodiscard]] double transitivity() const noexcept;
};

/// Counts the triangles of an undirected graph. Throws error_category::usage for a directed one, ::device, ::memory, ::cancelled.
[[nodiscard]] triangles_result count_triangles(const graph& g, const triangles_options& options = {});

}  // namespace fathom
