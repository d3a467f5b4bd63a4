// Graphs that a command has read or generated.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fathom/components.hpp"
#include "options/machine_options.hpp"
#include "session.hpp"

namespace fathom::program {

inline constexpr std::string_view generated_origin = "generated";

/// Record of a graph reduced by --largest-component.
struct component_cut {
  component_kind kind = component_kind::weak;
  vertex_id components = 0;        ///< of the whole graph
  vertex_id vertices_before = 0;   ///< of the whole graph
  edge_offset edges_before = 0;    ///< directed edges of the whole graph, as stored
  std::uint64_t bytes_before = 0;  ///< of the whole graph
  double seconds = 0;              ///< finding and extracting the component
};

struct loaded_graph {
  std::string name;    ///< as the command line gave it
  std::string origin;  ///< the format's name, or `generated_origin`
  graph g;
  receipt what;
  std::optional<layout> prepared;  ///< if the file contains one
  std::uint64_t file_bytes = 0;    ///< 0 if the graph was generated or read from a pipe
  double seconds_read = 0;         ///< or to generate
  double seconds_build = 0;
  int threads = 0;  ///< that read and built the graph
  std::optional<component_cut> cut;

  [[nodiscard]] bool generated() const { return origin == generated_origin; }
};

/// Generates `spec`, and builds it.
[[nodiscard]] loaded_graph generate_graph(const std::string& spec, const graph_arguments& arguments, const run_control& control);
/// Reads or generates `name`, and builds it.
[[nodiscard]] loaded_graph load_graph(const std::string& name, const graph_arguments& arguments, const run_control& control);
/// The same for the graph of the arguments, and starts the command's GPU in the meantime. For a command of a single process: of
/// several, each would start the first process's GPU.
[[nodiscard]] loaded_graph load_graph(const graph_arguments& arguments, const run_control& control);
/// Copies the adjacency rows to a CUDA device unless they are there, so that repeated runs do not. Returns the seconds it took.
double copy_rows_to(device where, loaded_graph& loaded);
/// Throws error_category::usage if the graph is directed. `what` is plural: "spanning forests".
void require_undirected(const loaded_graph& loaded, std::string_view what);

/// The vertex named `text`: by label in a graph with labels, else by its id in the file.
/// Throws error_category::usage with `what` ("source") and the graph's range of ids.
[[nodiscard]] vertex_id find_vertex(const graph& g, const std::string& text, std::string_view what);

}  // namespace fathom::program
