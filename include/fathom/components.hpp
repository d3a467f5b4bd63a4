// Which vertices of a graph belong together: connected, weakly and strongly connected components.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace fathom
