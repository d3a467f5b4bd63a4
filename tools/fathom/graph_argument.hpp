// The graph that a command works on, as the command line names it: a file, a generator's spec, or GAP's -f, -g, -u.
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
    "small-world:N:DEGREE:P, "
    "path:N, star:N, complete:N, tree:N";

struct graph_arguments {
  std::string name;  ///< a file or a generator's spec
  std::string file;  ///< -f
  int kronecker_scale = -1, uniform_scale = -1;
  int degree = 0;  ///< -k; 0 where it was not given
  std::string format = "auto";
  std::string source_column, target_column, weight_column;  ///< of a table; empty where they were not given
  std::string separator, header;                            ///< as given, see table_settings()
  bool directed = false, undirected = false, symmetrize = false;
  std::string largest_component;  ///< "weak" or "strong"; empty where the whole graph is wanted
  std::string parallel;           ///< --parallel-edges; empty where it was not given
  parallel_edges default_parallel = parallel_edges::min;  ///< of the command
  bool keep_duplicates = false, keep_self_loops = false, no_weights = false, trust = false;
  bool keep_id_gaps = false;
  std::optional<std::uint64_t> vertices;  ///< --vertices, or --num-vertices
  bool lists_vertices = false;            ///< of a command whose --vertices takes a list: only --num-vertices is the number
  std::uint64_t seed = 27491095;  ///< of generators and random sources: GAP's
  int threads = 0;
  std::string device = "auto";
  std::string devices;     ///< --devices, of commands that have it; empty where it was not given
  bool searching = false;  ///< for a command that searches "auto" may mean a GPU, which others would only have to wait for
  const CLI::App* command = nullptr;  ///< whose options these are; null: nothing is refused because it has no effect
  std::function<bool()> draws;        ///< whether the command itself needs --seed, with these arguments; none: it does not

  /// Whether the command line names this option, whatever its value; false without a command that has it.
  [[nodiscard]] bool gives(const char* option) const;
};

/// Where the command works. Throws as choose_device() does.
[[nodiscard]] device working_device(const graph_arguments& arguments);
/// All devices that the command searches on: those of --devices, else the one above. Throws as choose_device() does, and
/// error_category::usage for a list with one device twice. Several ranks that nobody has named a device for get all CUDA devices,
/// to take turns with.
[[nodiscard]] std::vector<device> working_devices(const graph_arguments& arguments, int ranks = 1);
/// Whether the command line or FATHOM_DEVICE names a device, which then nothing else may stand in for.
[[nodiscard]] bool names_device(const graph_arguments& arguments);
/// Why a search that nobody has named a device for runs on the CPU; empty where it does not, or this build knows no other.
[[nodiscard]] std::string why_cpu(const graph_arguments& arguments);

/// Where a command has searched.
struct search_place {
  std::vector<device> devices;
  std::string why_cpu;  ///< see why_cpu(); or what a GPU has too little memory for

  /// "cuda:0, cuda:1", "cpu (no NVIDIA driver found)".
  [[nodiscard]] std::string text() const;
};

/// Calls search(devices). A GPU that nobody has named gives way where its memory is too small: then search(cpu).
template <class Search>
search_place search_where_it_fits(const graph_arguments& arguments, const Search& search) {
  search_place place{working_devices(arguments), why_cpu(arguments)};
  try {
    search(place.devices);
    return place;
  } catch (const error& e) {
    const bool gives_way = place.devices.front().kind == device_kind::cuda && !names_device(arguments);
    if (!gives_way || e.category() != error_category::memory) throw;
    place.why_cpu = e.what();
  }
  place.devices = {device{}};
  search(place.devices);
  return place;
}

/// Adds the options that every command with a graph has, and the positional GRAPH where `positional`.
void add_graph_options(CLI::App& command, graph_arguments& arguments, bool positional = true);
/// Adds --devices, for a command whose searches can be spread over several.
void add_devices_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads alone.
void add_threads_option(CLI::App& command, graph_arguments& arguments);
/// Adds --threads and --device alone.
void add_machine_options(CLI::App& command, graph_arguments& arguments);

inline constexpr std::string_view generated_origin = "generated";

/// What --largest-component has left out.
struct component_cut {
  component_kind kind = component_kind::weak;
  vertex_id components = 0;        ///< of the whole graph
  vertex_id vertices_before = 0;   ///< of the whole graph
  edge_offset edges_before = 0;    ///< directed edges of the whole graph, as stored
  std::uint64_t bytes_before = 0;  ///< of the whole graph
  double seconds = 0;              ///< finding the component and taking it out
};

struct loaded_graph {
  std::string name;    ///< as the command line gave it
  std::string origin;  ///< the format's name, or `generated_origin`
  graph g;
  receipt what;
  std::optional<layout> prepared;  ///< where the file holds one
  std::uint64_t file_bytes = 0;    ///< 0 where it was generated, or came through a pipe
  double seconds_read = 0;         ///< or to generate
  double seconds_build = 0;
  std::optional<component_cut> cut;

  [[nodiscard]] bool generated() const { return origin == generated_origin; }
};

/// What --parallel-edges, --keep-duplicates or the command says about parallel edges. Throws error_category::usage for an unknown
/// name, and for options that contradict each other.
[[nodiscard]] parallel_edges parallel_policy(const graph_arguments& arguments);
/// The format of that name; "auto" is automatic. Throws error_category::usage listing the names.
[[nodiscard]] file_format named_format(const std::string& name);
/// The options for tables. Throws error_category::usage for a separator that is none.
[[nodiscard]] table_options table_settings(const graph_arguments& arguments);
/// How read_graph() is to read a file. Options of building a whole graph are left at their defaults.
[[nodiscard]] read_options reading_options(const graph_arguments& arguments);
/// The name that the arguments give the graph. Throws error_category::usage where they give none or more than one.
[[nodiscard]] std::string graph_name(const graph_arguments& arguments);
/// Whether `name` means a generator: it has the form of a spec and no file has that name.
[[nodiscard]] bool means_generator(const std::string& name);
/// "; did you mean 'kron:16:16'?" for "kronn:16:16"; empty where no generator is near.
[[nodiscard]] std::string meant_generator(const std::string& spec);
/// Throws error_category::usage for what no graph can be loaded with: an unknown format, --directed with --undirected, a generator
/// that there is not; and for options that have no effect on this graph.
void check_graph(const std::string& name, const graph_arguments& arguments);
/// How these arguments build a graph.
[[nodiscard]] build_options build_settings(const graph_arguments& arguments, const run_control& control);
/// Throws error_category::usage for --trust with a file of another format than .fathom.
void check_trust(const std::string& name, file_format format, const graph_arguments& arguments);
/// Generates `spec`, and builds it.
[[nodiscard]] loaded_graph generate_graph(const std::string& spec, const graph_arguments& arguments, const run_control& control);
/// Reads or generates `name`, and builds it.
[[nodiscard]] loaded_graph load_graph(const std::string& name, const graph_arguments& arguments, const run_control& control);
[[nodiscard]] loaded_graph load_graph(const graph_arguments& arguments, const run_control& control);

/// The vertex that `text` names: a label in a graph with labels, else an id of the file.
/// Throws error_category::usage naming `what` ("source") and the graph's range of ids.
[[nodiscard]] vertex_id find_vertex(const graph& g, const std::string& text, std::string_view what);

}  // namespace fathom::program
