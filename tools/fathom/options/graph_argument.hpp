// Graph arguments of the command line: a file, a generator's spec, or GAP's -f, -g, -u; and how they are loaded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/device.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "session.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

/// The forms of a generator's spec, for messages and help (fathom/generate.hpp).
inline constexpr std::string_view generator_forms =
    "kron:SCALE[:K[:A:B:C]], rmat:SCALE[:K[:A:B:C]], uniform:SCALE[:K], random:N:DEGREE, grid:WxH, rgg:SCALE, "
    "delaunay:SCALE, small-world:N:DEGREE:P, "
    "path:N, star:N, complete:N, tree:N";

struct graph_arguments {
  std::string name;  ///< a file or a generator's spec
  std::string file;  ///< -f
  int kronecker_scale = -1, uniform_scale = -1;
  int degree = 0;  ///< -k; 0 if not given
  std::string format = "auto";
  std::string source_column, target_column, weight_column;  ///< of a table; empty if not given
  std::string separator, header;                            ///< as given, see table_settings()
  bool directed = false, undirected = false, symmetrize = false;
  std::string largest_component;                          ///< "weak" or "strong"; empty for the whole graph
  std::string parallel;                                   ///< --parallel-edges; empty if not given
  parallel_edges default_parallel = parallel_edges::min;  ///< the command's default
  bool keep_duplicates = false, keep_self_loops = false, no_weights = false, exact_weights = false, trust = false;
  bool keep_id_gaps = false;
  std::optional<std::uint64_t> vertices;  ///< --vertices, or --num-vertices
  bool vertices_is_list = false;          ///< the command's --vertices takes a list, so that only --num-vertices is the number
  std::uint64_t seed = 27491095;          ///< of generators and random sources; GAP's default
  int threads = 0;
  bool threads_are_list = false;   ///< the command's --threads takes a list, for measurements with several numbers
  std::vector<int> thread_counts;  ///< that list, ascending and without duplicates; `threads` is the largest. Empty if not given.
  std::string device = "auto";
  std::string devices;                ///< --devices, in commands that have it; empty if not given
  bool partitions = false;            ///< --devices partitions the graph: a device may hold several parts, and CPUs may, too
  bool copies = false;                ///< each of --devices searches on a thread of its own: as above, with copies of the graph
  bool searching = false;             ///< the command searches: "auto" may mean a GPU, whose start-up other commands avoid
  const CLI::App* command = nullptr;  ///< the command with these options; null disables the check for options without effect
  std::function<bool()> draws;        ///< whether the command itself uses --seed with these arguments; empty: never

  /// Whether the command line contains this option; false if the command does not have it.
  [[nodiscard]] bool gives(const char* option) const;
};

/// The device of the command. Throws as choose_device() does.
[[nodiscard]] device working_device(const graph_arguments& arguments);
/// All devices that the command searches on: those of --devices, else working_device(). Throws as choose_device() does, and
/// error_category::usage if the list contains a device twice and does not partition the graph. If there are several processes and
/// no device was named, returns all CUDA devices; the processes take them in turn.
[[nodiscard]] std::vector<device> working_devices(const graph_arguments& arguments, int ranks = 1);
/// Whether the command line or FATHOM_DEVICE names a device. No other device may replace a named one.
[[nodiscard]] bool names_device(const graph_arguments& arguments);
/// Why a search without a named device runs on the CPU; empty if it does not, or in a build without CUDA.
[[nodiscard]] std::string why_cpu(const graph_arguments& arguments);

/// Devices on which a command searched.
struct search_place {
  std::vector<device> devices;
  std::string why_cpu;  ///< see why_cpu(), or the error of a GPU with too little memory

  /// "cuda:0, cuda:1", "cpu (no NVIDIA driver found)".
  [[nodiscard]] std::string text() const;
};

/// Calls search(devices). If a GPU that was not named has too little memory, calls search(cpu) instead. All of `ranks` processes
/// make the same calls, since they throw together.
template <class Search>
search_place search_where_it_fits(const graph_arguments& arguments, const Search& search, int ranks = 1) {
  search_place place{working_devices(arguments, ranks), why_cpu(arguments)};
  try {
    search(place.devices);
    return place;
  } catch (const error& e) {
    const bool may_fall_back = place.devices.front().kind == device_kind::cuda && !names_device(arguments);
    if (!may_fall_back || e.category() != error_category::memory) throw;
    place.why_cpu = e.what();
  }
  place.devices = {device{}};
  search(place.devices);
  return place;
}

/// Adds the options of every command with a graph, and the positional GRAPH if `positional`.
void add_graph_options(CLI::App& command, graph_arguments& arguments, bool positional = true);
/// Adds --devices, for a command that can spread its searches over several devices, or partition the graph over them if
/// `partitions` is set.
void add_devices_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads.
void add_threads_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads and --device.
void add_machine_options(CLI::App& command, graph_arguments& arguments);

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
  std::optional<component_cut> cut;

  [[nodiscard]] bool generated() const { return origin == generated_origin; }
};

/// The policy for parallel edges: from --parallel-edges or --keep-duplicates, else the command's default. Throws
/// error_category::usage for an unknown name and for contradictory options.
[[nodiscard]] parallel_edges parallel_policy(const graph_arguments& arguments);
/// The format with this name; "auto" is automatic. Throws error_category::usage with a list of the names.
[[nodiscard]] file_format named_format(const std::string& name);
/// Options for reading tables. Throws error_category::usage for an invalid separator.
[[nodiscard]] table_options table_settings(const graph_arguments& arguments);
/// Options for read_graph(). Options for building a whole graph keep their defaults.
[[nodiscard]] read_options reading_options(const graph_arguments& arguments);
/// The graph's name in the arguments. Throws error_category::usage if there is none or more than one.
[[nodiscard]] std::string graph_name(const graph_arguments& arguments);
/// Whether `name` means a generator: it has the form of a spec, and no file has this name.
[[nodiscard]] bool is_generator_name(const std::string& name);
/// "; did you mean 'kron:16:16'?" for "kronn:16:16"; empty if no generator is similar.
[[nodiscard]] std::string suggested_generator(const std::string& spec);
/// Throws error_category::usage for arguments with which no graph can be loaded (an unknown format, --directed with --undirected,
/// an unknown generator) and for options that have no effect on this graph.
void check_graph(const std::string& name, const graph_arguments& arguments);
/// The build options in these arguments.
[[nodiscard]] build_options build_settings(const graph_arguments& arguments, const run_control& control);
/// Throws error_category::usage for --trust with a file that is not in .fathom format.
void check_trust(const std::string& name, file_format format, const graph_arguments& arguments);
/// Generates `spec`, and builds it.
[[nodiscard]] loaded_graph generate_graph(const std::string& spec, const graph_arguments& arguments, const run_control& control);
/// Reads or generates `name`, and builds it.
[[nodiscard]] loaded_graph load_graph(const std::string& name, const graph_arguments& arguments, const run_control& control);
[[nodiscard]] loaded_graph load_graph(const graph_arguments& arguments, const run_control& control);
/// Copies the adjacency rows to a CUDA device unless they are there, so that repeated runs do not. Returns the seconds it took.
double copy_rows_to(device where, loaded_graph& loaded);
/// Throws error_category::usage if the graph is directed. `what` is plural: "spanning forests".
void require_undirected(const loaded_graph& loaded, std::string_view what);

/// The vertex named `text`: by label in a graph with labels, else by its id in the file.
/// Throws error_category::usage with `what` ("source") and the graph's range of ids.
[[nodiscard]] vertex_id find_vertex(const graph& g, const std::string& text, std::string_view what);

}  // namespace fathom::program
