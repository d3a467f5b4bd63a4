// Core numbers, k-cores and onion layers. Seidman, "Network structure and minimum degree", Social Networks 5(3), 1983.
//
// The k-core is the largest subgraph whose vertices have at least k neighbors within it. The core number of a vertex is the largest
// k such that the vertex is in the k-core. In a directed graph, in-neighbors and out-neighbors both count, as in NetworkX; a pair
// of opposite edges counts twice. Parallel edges count one by one; self-loops do not count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct cores_options {
  bool keep_on_device = false;  ///< leave the core numbers in the memory of the CUDA device
  bool gather = true;  ///< distributed: true: every process gets the core numbers of all vertices; false: only those of its own
  device where{};
  run_control control{};
};

struct cores_report {
  std::string engine;  ///< name of the implementation that ran
  device where;        ///< device that did the work
  int threads = 0;
  /// Time to find the core numbers. On a CUDA device this includes copying them to the host, but not copying the rows to the
  /// device.
  double seconds_search = 0;
  double seconds_on_device = 0;  ///< part of seconds_search: work on a CUDA device
  std::uint64_t levels = 0;      ///< number of distinct core numbers above 0
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search; }
};

/// The same on every device and number of threads.
struct cores_result {
  array<vertex_id> core_numbers;  ///< n entries; with keep_on_device in the memory of the device that where() names
  vertex_id degeneracy = 0;       ///< the largest core number; 0 for a graph without vertices
  vertex_id innermost = 0;        ///< number of vertices whose core number is the degeneracy
  cores_report report;
};

/// Core numbers of all vertices. For a directed graph without in-edges they are computed first. Throws error_category::usage for a
/// vertex with 2^32 - 1 or more neighbors, and for keep_on_device on the CPU; ::device, ::memory, ::cancelled.
[[nodiscard]] cores_result core_numbers(const graph& g, const cores_options& options = {});

/// The k-core: the subgraph induced by the vertices whose core number is at least k. Its vertices keep their original ids, labels
/// and weights; a graph that is its own k-core is returned unchanged. Throws what core_numbers() throws.
[[nodiscard]] graph k_core(const graph& g, vertex_id k, const cores_options& options = {});

/// The same from core numbers of `g`. Throws error_category::usage unless there are n; error_category::memory, ::cancelled.
[[nodiscard]] graph k_core(const graph& g, vertex_id k, std::span<const vertex_id> core_numbers, const run_control& control = {});

/// Rules that valid core numbers satisfy.
enum class cores_rule {
  none = 0,
  core_is_large_enough = 1,  ///< every vertex with core number c has at least c neighbors of core number c or more
  core_is_not_larger = 2,    ///< removing vertices with at most c such neighbors one after another removes all with core number c
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(cores_rule rule);

struct cores_validation {
  bool valid = false;
  cores_rule violated = cores_rule::none;  ///< the violated rule with the lowest number
  vertex_id vertex = no_vertex;            ///< the smallest vertex that violates it
  std::string message;                     ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates the core numbers of all vertices in O(n + m) on one CPU thread. The first rule bounds them from below, the second from
/// above, so that only the true core numbers satisfy both. Shares no code with the engines. Throws error_category::usage unless
/// there are n numbers; error_category::memory, ::cancelled.
[[nodiscard]] cores_validation validate_cores(const graph& g, std::span<const vertex_id> core_numbers,
                                              const run_control& control = {});

/// The same on any number of threads.
struct onion_result {
  array<vertex_id> layers;  ///< n entries: the layer of each vertex, from 1
  vertex_id count = 0;      ///< number of layers
  cores_report report;
};

/// Onion decomposition of an undirected graph (Hebert-Dufresne, Grochow, Allard, "Multi-scale structure and topological anomaly
/// detection via a new network statistic: the onion decomposition", Scientific Reports 6, 2016). The core rises to the smallest
/// number of remaining neighbors whenever that is larger; then all vertices with at most as many remaining neighbors as the core
/// form the next layer, and are removed. So layers refine core numbers. On the CPU, with one thread. Throws error_category::usage
/// for a directed graph; ::memory, ::cancelled.
[[nodiscard]] onion_result onion_layers(const graph& g, const run_control& control = {});

/// Rules that valid onion layers satisfy.
enum class onion_rule {
  none = 0,
  layers_are_numbered = 1,  ///< the numbers are 1, 2, ..., each of at least one vertex
  layers_are_outermost =
      2,  ///< once all lower layers are removed, a layer has the vertices with at most as many neighbors as the core
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(onion_rule rule);

struct onion_validation {
  bool valid = false;
  onion_rule violated = onion_rule::none;  ///< the violated rule with the lowest number
  vertex_id vertex = no_vertex;            ///< a vertex that violates it
  std::string message;                     ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates the layers of all vertices in O(n log n + m log n) on one CPU thread, by removing them in order. Shares no code with
/// the engine. Throws error_category::usage unless there are n, and for a directed graph; ::memory, ::cancelled.
[[nodiscard]] onion_validation validate_onion_layers(const graph& g, std::span<const vertex_id> layers,
                                                     const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const cores_report& r, Field&& field) {
  field("algorithm", std::string_view("cores"), "text", "cores");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call, without copying the adjacency rows to a device");
  field("seconds_search", r.seconds_search, "s", "finding the core numbers, and copying them from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("distinct_core_numbers", r.levels, "levels", "number of distinct core numbers above 0");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
