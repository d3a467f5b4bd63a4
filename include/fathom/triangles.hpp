// Triangle counts and clustering coefficients.
// Clustering coefficients: Watts, Strogatz, "Collective dynamics of 'small-world' networks", Nature 393, 1998; of directed graphs:
// Fagiolo, "Clustering in complex directed networks", Physical Review E 76, 2007.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Role of the edges' directions.
enum class triangle_directions {
  ignored,  ///< two vertices are neighbors if there is an edge in either direction
  counted,  ///< a triangle counts once for each choice of one edge per pair of its vertices: 1, 2, 4 or 8 times
};

/// "ignored" or "counted".
[[nodiscard]] std::string_view to_string(triangle_directions directions);

struct triangles_options {
  /// Required for a directed graph. An undirected graph has each edge in both directions if they are counted, so that all its
  /// triangles count 8 times. At most 2^31 - 1 vertices if directions are counted.
  std::optional<triangle_directions> directions = {};
  device where{};
  run_control control{};
  bool gather = true;           ///< distributed: true: every process gets the counts of all vertices; false: only those of its own
  bool keep_on_device = false;  ///< leave the arrays of the result in the memory of the CUDA device
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

/// Identical on any device and number of threads. Parallel edges count once and self-loops are ignored. Arrays are in host memory
/// unless keep_on_device was set; then where() names the device and data() is a device address.
struct triangles_result {
  array<std::uint64_t> triangles;  ///< n entries: triangles that contain the vertex
  /// n entries: number of distinct neighbors of the vertex; with counted directions the sum of those of in-edges and of out-edges.
  array<vertex_id> degrees;
  array<vertex_id> mutual;   ///< n entries with counted directions, else empty: neighbors with edges in both directions
  std::uint64_t count = 0;   ///< triangles of the graph: a third of the sum over vertices
  std::uint64_t wedges = 0;  ///< possible triangles of a vertex, as in clustering(), summed over vertices
  triangles_report report;

  /// Local clustering coefficient: triangles of v divided by its possible triangles; 0 if there are none. These are d (d - 1) / 2
  /// pairs of neighbors, or d (d - 1) - 2 `mutual` with counted directions. Requires arrays in host memory.
  [[nodiscard]] double clustering(vertex_id v) const noexcept;
  /// Mean of the local clustering coefficients; 0 for a graph without vertices. Copies arrays in device memory to
  /// the host.
  [[nodiscard]] double average_clustering() const;
  /// Global clustering coefficient: 3 * count / wedges; 0 if there is no wedge.
  [[nodiscard]] double transitivity() const noexcept;
};

/// Counts triangles. Throws error_category::usage for a directed graph without triangles_options::directions, and for
/// keep_on_device on the CPU; ::device, ::memory, ::cancelled.
[[nodiscard]] triangles_result count_triangles(const graph& g, const triangles_options& options = {});

/// The same, shared by the processes of execution::ranks, or by several devices of execution::devices: each has a copy of the
/// graph, of the oriented edges and of the counts, finds a part of the triangles, and receives the sum, which is that of one
/// process. A graph that does not fit each of them has to be partitioned (distributed/triangles.hpp), which only CPUs support. Also
/// throws error_category::usage for `where` and `control` in the options, whose place is `exec`, for arguments that differ between
/// processes, and for keep_on_device with several processes or devices.
[[nodiscard]] triangles_result count_triangles(const graph& g, const triangles_options& options, const execution& exec);

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const triangles_report& r, Field&& field) {
  field("algorithm", std::string_view("triangles"), "text", "triangles");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call: copying, preparing and counting");
  field("seconds_copy", r.seconds_copy, "s", "copying the adjacency rows to a device");
  field("seconds_prepare", r.seconds_prepare, "s", "orienting each edge toward its endpoint of higher degree");
  field("seconds_count", r.seconds_count, "s", "counting triangles, and copying the counts from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
