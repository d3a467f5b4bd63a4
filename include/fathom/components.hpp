// Connected, weakly connected and strongly connected components.
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

struct components_options {
  bool sizes = true;  ///< fill components_result::components and ::largest; labels and count are always filled
  /// 0: list all components by ascending label. Otherwise list at most this many, by descending size, then ascending label; a graph
  /// can have as many components as vertices.
  vertex_id most_components = 0;
  bool keep_on_device = false;  ///< leave the labels and a list of all components in the memory of the CUDA device
  bool gather = true;           ///< distributed: true: every process gets the labels of all vertices; false: only those of its own
  device where{};
  run_control control{};
};

struct component {
  vertex_id label = no_vertex;  ///< smallest vertex of the component
  vertex_id size = 0;           ///< number of vertices

  friend bool operator==(const component&, const component&) = default;
};

struct components_report {
  std::string engine;  ///< name of the implementation that ran
  device where;        ///< device that did the work
  int threads = 0;
  double seconds_copy = 0;       ///< copying the adjacency rows to a CUDA device, unless they are there, and allocating
  double seconds_search = 0;     ///< finding the labels, and copying them from a CUDA device
  double seconds_count = 0;      ///< counting components and sizes, and copying them from a CUDA device
  double seconds_on_device = 0;  ///< part of seconds(): work on a CUDA device, without copies to and from the host
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_copy + seconds_search + seconds_count; }
};

/// Labels are vertex ids of the graph and do not depend on the number of threads. Arrays are in host memory unless keep_on_device
/// was set; then where() names the device and data() is a device address. A list that most_components limits is always in host
/// memory.
struct components_result {
  array<vertex_id> labels;      ///< n entries: the smallest vertex of each vertex's component
  vertex_id count = 0;          ///< number of components
  array<component> components;  ///< in the order that most_components selects; empty without sizes
  component largest;            ///< on ties the one with the smallest label; no_vertex and 0 without vertices or sizes
  components_report report;
};

/// Connected components of an undirected graph. Throws error_category::usage for a directed graph, which has two kinds of
/// components (see below), for keep_on_device on the CPU, and for most_components without sizes; error_category::device, ::memory,
/// ::cancelled. A graph without vertices has no components.
[[nodiscard]] components_result connected_components(const graph& g, const components_options& options = {});

/// Connected components of any graph, ignoring the directions of edges. Throws as connected_components() does.
[[nodiscard]] components_result weakly_connected_components(const graph& g, const components_options& options = {});

/// Strongly connected components: maximal sets of vertices that all reach each other along the edges' directions. For an undirected
/// graph they are the connected components. Without in-edges (in_edges::none) one CPU thread does all the work on any device; the
/// report's `where` says so. A CUDA device leaves the part that would take many rounds with little work to the CPU; the report's
/// `engine` states how much. Throws as connected_components() does.
[[nodiscard]] components_result strongly_connected_components(const graph& g, const components_options& options = {});

enum class component_kind {
  weak,    ///< directions of edges are ignored
  strong,  ///< all vertices reach each other along the edges' directions
};

/// "weak" or "strong".
[[nodiscard]] std::string_view to_string(component_kind kind);

struct largest_component_result {
  graph g;                   ///< the component's subgraph; its vertices keep their original ids and labels
  vertex_id components = 0;  ///< number of components of the whole graph
};

/// The subgraph induced by the largest component; on ties, the component with the smallest vertex. A graph with one component is
/// returned unchanged. Throws what weakly_connected_components() throws.
[[nodiscard]] largest_component_result largest_component(const graph& g, component_kind kind = component_kind::weak,
                                                         const components_options& options = {});

/// The subgraph induced by `vertices`, which must be ascending and distinct: those vertices and every stored edge between two of
/// them. Vertex i of the subgraph is vertices[i] of `g`, with its original id, label and weights. Throws error_category::usage for
/// a list that is not strictly ascending or a vertex outside the graph; error_category::memory, ::cancelled.
[[nodiscard]] graph induced_subgraph(const graph& g, std::span<const vertex_id> vertices, const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const components_report& r, Field&& field) {
  field("algorithm", std::string_view("components"), "text", "components");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call: copying, finding and counting");
  field("seconds_copy", r.seconds_copy, "s", "copying the adjacency rows to a device, and allocating there");
  field("seconds_search", r.seconds_search, "s", "finding each vertex's component, and copying the labels from a device");
  field("seconds_count", r.seconds_count, "s", "counting components and sizes, and copying them from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
