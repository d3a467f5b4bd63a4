// Partitioned graph of a command with --ranks or --devices: each process or device holds one part.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/graph.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

/// Largest number of processes that text lists one per line.
inline constexpr std::size_t most_ranks_listed = 32;

/// Options of commands that partition the graph over processes, or over devices of one.
struct process_arguments {
  bool ranks = false;           ///< --ranks
  std::vector<device> devices;  ///< of --devices, if it lists several
  bool parts = false;           ///< --parts
  std::string grid;
  std::string delegates = "auto";  ///< --delegates
  std::string transport = "auto";  ///< --transport

  /// Whether the graph is partitioned.
  [[nodiscard]] bool partitioned() const noexcept { return ranks || devices.size() > 1; }
  /// The option that partitions it.
  [[nodiscard]] std::string option() const { return ranks ? "--ranks" : "--devices"; }
};

/// Words for the holders of parts: "process" and "processes", or "device" and "devices" for the devices of one process.
struct part_holder {
  std::string one, many;
};
[[nodiscard]] inline part_holder holder_of_part(bool devices_of_one_process) {
  return devices_of_one_process ? part_holder{"device", "devices"} : part_holder{"process", "processes"};
}
[[nodiscard]] inline part_holder holder_of_part(const process_arguments& arguments) { return holder_of_part(!arguments.ranks); }
/// "3 processes" or "2 devices".
[[nodiscard]] std::string counted_holders(const process_arguments& arguments, std::span<const rank_work> by_rank);
/// By rank: the device that each process searches on. Collective.
[[nodiscard]] std::vector<device> devices_of_ranks(communicator& ranks, device where);

/// Adds --ranks, --grid and --delegates.
void add_process_options(CLI::App& command, process_arguments& arguments);
/// Adds --delegates.
void add_delegates_option(CLI::App& command, std::string& delegates);
/// Adds --transport.
void add_transport_option(CLI::App& command, std::string& transport);
/// The transport that --transport names, for processes or devices such as `where`. Throws error_category::usage if it is given for
/// CPUs.
[[nodiscard]] rank_transport chosen_transport(const std::string& transport, const device& where);
/// Adds --parts to the output options.
void add_parts_option(CLI::App& command, process_arguments& arguments);

/// Adds --devices, which partitions the graph over devices of one process.
void add_parts_devices_option(CLI::App& command, graph_arguments& graph);
/// Reads --devices. Several devices partition the graph, unless each has a copy; a single one has all of it. Throws as
/// working_devices() does, and error_category::usage with --ranks.
void resolve_devices(const graph_arguments& graph, process_arguments& arguments);

/// Divides the threads of a command among as many devices, each of which has a thread of its own as a process has.
void divide_threads(graph_arguments& graph, std::size_t devices);

/// Devices that the processes of a command support with --ranks.
enum class process_devices { cpu, any };

/// Throws error_category::usage for options that a partitioned graph does not support, and for --grid, --delegates or --parts
/// without one.
void check_process_options(const process_arguments& arguments, const graph_arguments& graph, const std::string& output,
                           process_devices places = process_devices::cpu);
/// An option that a partitioned graph does not support.
struct unsupported_option {
  std::string_view option;
  bool is_given = false;
  std::string_view reason;
};
/// Reasons that several commands have.
inline constexpr std::string_view order_of_parts = "the partition determines the order of vertices";
inline constexpr std::string_view single_run_of_parts = "only bfs and sssp repeat searches of a partitioned graph";
/// Throws error_category::usage for the first option that was given, if the graph is partitioned.
void refuse_with_parts(const process_arguments& arguments, std::initializer_list<unsupported_option> options);
/// Collective: throws error_category::usage on all processes if they run different builds of this program.
void require_same_build(communicator& ranks);
/// Parses "2x3" into rows and columns; "" gives 0 and 0. Throws error_category::usage.
void parse_grid(const std::string& text, int& rows, int& columns);

/// Parses "auto", "none" or a number of edges into a delegate_degree. Throws error_category::usage.
[[nodiscard]] std::uint64_t parse_delegates(const std::string& text);

struct loaded_partition {
  /// If every process read only its part, the graph in here has the vertices and their names, but no edges.
  loaded_graph loaded;
  std::optional<rank_graph> g;
  std::shared_ptr<const edge_slice> share;  ///< the edge slice of this process, if requested
  std::string whole_file_reason;            ///< why every process read the whole graph; empty if each read a part
};

/// Parts of the edge data that a command needs.
struct required_edges {
  bool weights = false;
  bool share = false;     ///< each process keeps its slice of the edges as read, for validation
  bool delegates = true;  ///< false: the algorithm has none, so that --delegates auto means none
  std::optional<random_weight_range> random_weights = {};
};

/// Collective: reads or generates the graph.
[[nodiscard]] loaded_partition load_partitioned(const graph_arguments& arguments, const process_arguments& ranking,
                                                required_edges wanted, communicator& ranks, const run_control& control);

/// The receipt as text.
[[nodiscard]] std::string receipt_text(const loaded_partition& partition);
/// Cost of each level of a search, as a table: bytes sent, and milliseconds of the slowest process and on average. A long search
/// shows only its slowest levels.
[[nodiscard]] std::string process_levels_text(std::span<const rank_level_report> levels);
/// Work of each process as a table, and one line for all.
[[nodiscard]] std::string ranks_text(std::span<const rank_work> by_rank, const part_holder& holder = holder_of_part(false));

}  // namespace fathom::program
