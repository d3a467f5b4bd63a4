// Which vertices of a graph belong together: connected, weakly and strongly connected components.
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
  bool sizes = true;  ///< fill components_result::components and ::largest; labels and count are there without it
  device where{};
  run_control control{};
};

struct component {
  vertex_id label = no_vertex;  ///< its smallest vertex
  vertex_id size = 0;           ///< in vertices

  friend bool operator==(const component&, const component&) = default;
};

struct components_report {
  std::string engine;  ///< which implementation ran
  device where;        ///< that did the work
  int threads = 0;
  double seconds_search =
      0;  ///< finding the labels; on a CUDA device with the way of the labels to the host, without that of the rows there
  double seconds_on_device = 0;  ///< of it, a CUDA device's work
  double seconds_count = 0;      ///< sizes
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_count; }
};

/// The labels are the graph's vertex ids, and the same on any number of threads.
struct components_result {
  array<vertex_id> labels;      ///< for each vertex the smallest vertex of its component
  vertex_id count = 0;          ///< components
  array<component> components;  ///< all of them, by rising label; empty without sizes
  component largest;            ///< of equals the one with the smallest label; no_vertex and 0 without vertices or sizes
  components_report report;
};

/// The parts of an undirected graph that are joined by paths. Throws error_category::usage for a directed graph, which has two
/// answers: see below; error_category::device, ::memory, ::cancelled. A graph without vertices has no components.
[[nodiscard]] components_result connected_components(const graph& g, const components_options& options = {});

/// The same of any graph, the directions of its edges ignored.
[[nodiscard]] components_result weakly_connected_components(const graph& g, const components_options& options = {});

/// The largest sets of vertices each of which reaches all others along the edges' directions. Without in-edges (in_edges::none)
/// one thread of the CPU does all, whatever device is named: the report's `where` says so. Of an undirected graph these are the
/// connected components. A CUDA device leaves to the CPU what would be many rounds with little to do: the report's `engine` says
/// how much.
[[nodiscard]] components_result strongly_connected_components(const graph& g, const components_options& options = {});

enum class component_kind {
  weak,    ///< the directions of edges are ignored
  strong,  ///< each vertex reaches every other along the edges' directions
};

/// "weak" or "strong".
[[nodiscard]] std::string_view to_string(component_kind kind);

struct largest_component_result {
  graph g;                   ///< the component alone; its vertices keep their original ids and labels
  vertex_id components = 0;  ///< of the whole graph
};

/// The subgraph that the largest component's vertices induce; of equally large ones that with the smallest vertex. A graph with
/// one component comes back as it is. Throws what weakly_connected_components() throws.
[[nodiscard]] largest_component_result largest_component(const graph& g, component_kind kind = component_kind::weak,
                                                         const components_options& options = {});

/// The subgraph that `vertices` induce: those vertices, ascending and distinct, and every stored edge between two of them. Vertex
/// i of the subgraph is vertices[i] of `g`, with its original id, label and weights. Throws error_category::usage for a list that
/// does not ascend or a vertex outside the graph; error_category::memory, ::cancelled.
[[nodiscard]] graph induced_subgraph(const graph& g, std::span<const vertex_id> vertices, const run_control& control = {});

}  // namespace fathom
