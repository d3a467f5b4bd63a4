// Graph arguments of the command line: a file, a generator's spec, or GAP's -f, -g, -u; and how to read them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"

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
  self_loops default_loops = self_loops::remove;          ///< the command's default
  bool drops_generated_loops = false;                     ///< self-loops of generated graphs, whatever `default_loops` is
  bool keep_duplicates = false, keep_self_loops = false, drop_self_loops = false;
  bool no_weights = false, exact_weights = false, trust = false;
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

/// Adds the options of every command with a graph, and the positional GRAPH if `positional`.
void add_graph_options(CLI::App& command, graph_arguments& arguments, bool positional = true);

/// The policy for parallel edges: from --parallel-edges or --keep-duplicates, else the command's default. Throws
/// error_category::usage for an unknown name and for contradictory options.
[[nodiscard]] parallel_edges parallel_policy(const graph_arguments& arguments);
/// The same for a graph that never has weights: a default of `sum` becomes `min`.
[[nodiscard]] parallel_edges parallel_policy_without_weights(const graph_arguments& arguments);
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
/// The policy for self-loops of a file, or of a generated graph.
[[nodiscard]] self_loops loop_policy(const graph_arguments& arguments, bool generated);
/// The build options in these arguments.
[[nodiscard]] build_options build_settings(const graph_arguments& arguments, const run_control& control);
/// Throws error_category::usage for --trust with a file that is not in .fathom format.
void check_trust(const std::string& name, file_format format, const graph_arguments& arguments);

}  // namespace fathom::program
