#include "output/in_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/report_text.hpp"
#include "build_info.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "comm/process_device.hpp"
#include "fathom/distributed/io.hpp"
#include "fathom/error.hpp"
#include "options/help_formatter.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

constexpr std::ptrdiff_t most_levels_listed = 30;  // about what a screen shows

stated_direction direction_of(const graph_arguments& a) {
  return a.directed ? stated_direction::directed : a.undirected ? stated_direction::undirected : stated_direction::automatic;
}

read_options reading(const graph_arguments& a, const run_control& control) {
  read_options options = reading_options(a);
  options.build.symmetrize = a.symmetrize;
  options.build.keep_weights = !a.no_weights;
  options.build.exact_weights = a.exact_weights;
  options.build.parallel = parallel_policy(a);
  options.build.control = control;
  return options;
}

}  // namespace

void add_delegates_option(CLI::App& command, std::string& delegates) {
  command
      .add_option("--delegates", delegates,
                  "delegate vertices with more edges than this to all processes: a number, none, or auto, which delegates those "
                  "too heavy for one process (default: auto)")
      ->type_name("DEGREE");
}

void add_process_options(CLI::App& command, process_arguments& a) {
  start_group(command, processes_group);
  command.add_flag(
      "--ranks", a.ranks,
      "partition the graph over all processes that mpirun started, and use them together (default with several processes)");
  command.add_option("--grid", a.grid, "grid of processes, rows x columns, such as 2x3 (default: one column)")->type_name("RxC");
  add_delegates_option(command, a.delegates);
}

void add_transport_option(CLI::App& command, std::string& transport) {
  command
      .add_option("--transport", transport,
                  "transport between GPUs: host (copies and MPI), mpi (CUDA-aware), nccl, peer (one kernel per GPU of one host) "
                  "or auto (default: auto)")
      ->check(one_of(names_of(all_rank_transports)))
      ->type_name("NAME");
}

rank_transport chosen_transport(const std::string& transport, const device& where) {
  const rank_transport chosen = named(all_rank_transports, transport);
  if (chosen != rank_transport::automatic && where.kind == device_kind::cpu) {
    throw error(
        error_category::usage,
        fmt::format("--transport {} has no effect: it applies to GPUs; choose them with --device or --devices, or leave it out",
                    transport));
  }
  return chosen;
}

void add_parts_option(CLI::App& command, process_arguments& a) {
  command.add_flag("--parts", a.parts,
                   "with --ranks: each process writes the results of its own vertices, to FILE.0-of-4.npy and so on");
}

void add_parts_devices_option(CLI::App& command, graph_arguments& graph) {
  graph.partitions = true;
  start_group(command, processes_group);
  add_devices_option(command, graph);
}

void resolve_devices(const graph_arguments& graph, process_arguments& a) {
  if (graph.devices.empty()) return;
  if (a.ranks)
    throw error(error_category::usage, "--devices and --ranks exclude each other: a process of an MPI job uses one device");
  if (!graph.copies) a.devices = working_devices(graph);
}

void divide_threads(graph_arguments& graph, std::size_t devices) {
  if (graph.threads > 0) graph.threads = std::max(1, graph.threads / static_cast<int>(devices));
}

void check_process_options(const process_arguments& a, const graph_arguments& graph, const std::string& output,
                           process_devices places) {
  const auto refuse = [](const std::string& message) { throw error(error_category::usage, message); };
  if (a.parts && !a.ranks) refuse("--parts requires --ranks");
  if (!a.partitioned()) {
    const std::string_view needed = graph.partitions ? "--ranks, or --devices with several devices" : "--ranks";
    if (!a.grid.empty()) refuse(fmt::format("--grid requires {}", needed));
    if (graph.gives("--delegates")) refuse(fmt::format("--delegates requires {}", needed));
    if (graph.gives("--transport")) refuse(fmt::format("--transport requires {}", needed));
    return;
  }
  const std::string option = a.option();
  if (parallel_policy(graph) == parallel_edges::keep) {
    refuse(fmt::format("{} does not work with {}: the partition keeps one edge of parallel ones; leave one of them out",
                       graph.keep_duplicates ? "--keep-duplicates" : "--parallel-edges keep", option));
  }
  if (!graph.largest_component.empty()) {
    refuse(
        fmt::format("--largest-component is not available with {}; convert the graph first: fathom convert GRAPH FILE "
                    "--largest-component",
                    option));
  }
  if (graph.keep_self_loops && graph.default_loops == self_loops::remove)
    refuse(
        fmt::format("--keep-self-loops does not work with {}: the partition drops self-loops here; leave one of them out", option));
  if (places == process_devices::cpu && graph.device != "auto" && graph.device != "cpu")
    refuse(fmt::format("--device {}: this command runs on CPUs with --ranks; use --device cpu", graph.device));
  if (places == process_devices::cpu && a.devices.size() > 1 && a.devices.front().kind != device_kind::cpu)
    refuse(fmt::format("--devices {}: this command runs on one GPU; give one device", graph.devices));
  if (a.parts && output.empty()) refuse("--parts requires --output FILE.npy");
  if (a.parts && result_format_of(output) != result_format::npy) {
    refuse(fmt::format("--parts: parts are written as .npy, not as '{}'; use --output FILE.npy", output));
  }
}

void refuse_with_parts(const process_arguments& a, std::initializer_list<unsupported_option> options) {
  for (const unsupported_option& one : options) {
    if (one.is_given && a.partitioned())
      throw error(error_category::usage,
                  fmt::format("{} does not work with {}: {}; leave one of them out", one.option, a.option(), one.reason));
  }
}

std::string counted_holders(const process_arguments& arguments, std::span<const rank_work> by_rank) {
  const part_holder holder = holder_of_part(arguments);
  return counted(by_rank.size(), holder.one, holder.many);
}

std::vector<device> devices_of_ranks(communicator& ranks, device where) {
  return gather_from_all(ranks, ranks_engine::device_of_rank(ranks, where));
}

void require_same_build(communicator& ranks) {
  const argument build[] = {{"build", build_hash()}};
  require_same(ranks, build);
}

void parse_grid(const std::string& text, int& rows, int& columns) {
  rows = columns = 0;
  if (text.empty()) return;
  const std::size_t cross = text.find('x');
  const auto parse = [&](const std::string& digits) {
    int value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status == std::errc{} && end == digits.data() + digits.size() && value > 0) return value;
    throw error(error_category::usage,
                fmt::format("--grid: '{}' is not a grid of processes; give rows and columns, such as 2x3", text));
  };
  rows = parse(text.substr(0, cross));
  columns = parse(cross == std::string::npos ? "" : text.substr(cross + 1));
}

std::uint64_t parse_delegates(const std::string& text) {
  if (text == "auto") return heavy_delegates;
  if (text == "none") return no_delegates;
  std::uint64_t degree = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), degree);
  if (status == std::errc{} && end == text.data() + text.size() && degree > 0 && degree < no_delegates) return degree;
  throw error(error_category::usage,
              fmt::format("--delegates: '{}' is not a degree; give a number of edges of at least 1, none or auto", text));
}

loaded_partition load_partitioned(const graph_arguments& arguments, const process_arguments& ranking, required_edges wanted,
                                  communicator& ranks, const run_control& control) {
  require_same_build(ranks);
  rank_graph_options parts;
  parts.parallel = parallel_policy(arguments);
  parts.loops = loop_policy(arguments, false);
  parts.weights = wanted.weights && !arguments.no_weights, parts.keep_share = wanted.share, parts.control = control;
  parts.random_weights = wanted.random_weights;
  std::string name;
  bool generated = false;
  on_all_processes(ranks, [&] {
    parse_grid(ranking.grid, parts.grid_rows, parts.grid_columns);
    parts.delegate_degree = parse_delegates(!wanted.delegates && ranking.delegates == "auto" ? "none" : ranking.delegates);
    if (names_device(arguments)) parts.where = working_device(arguments);
    name = graph_name(arguments);
    check_graph(name, arguments);
    generated = is_generator_name(name);
    if (generated) parts.parallel = parallel_policy_without_weights(arguments), parts.loops = loop_policy(arguments, true);
  });
  const argument given[] = {
      {"graph", std::hash<std::string>{}(name)}, {"kind of graph", generated}, {"choice of validation", wanted.share}};
  require_same(ranks, given);
  rank_read_result read = generated
                              ? generate_rank_graph(ranks, name, {arguments.seed, control}, parts,
                                                    arguments.symmetrize ? stated_direction::undirected : direction_of(arguments))
                              : read_rank_graph(ranks, name, reading(arguments, control), parts);
  if (!generated) on_all_processes(ranks, [&] { check_trust(name, read.format, arguments); });
  loaded_partition result;
  loaded_graph& loaded = result.loaded;
  loaded.name = name;
  loaded.origin = generated ? std::string(generated_origin) : std::string(to_string(read.format));
  loaded.g = std::move(read.vertices);
  loaded.what.edges_read = read.edges_read;
  loaded.what.parallel = parts.parallel;
  loaded.what.notes = std::move(read.notes);
  loaded.file_bytes = read.bytes;
  loaded.seconds_read = read.seconds_read, loaded.seconds_build = read.g.seconds_construction();
  result.g = std::move(read.g);
  result.share = std::move(read.share);
  result.whole_file_reason = std::move(read.whole_file_reason);
  return result;
}

std::string receipt_text(const loaded_partition& partition) {
  const loaded_graph& loaded = partition.loaded;
  const rank_graph& g = *partition.g;
  const auto ranks = static_cast<std::uint64_t>(g.ranks().size());
  const part_holder holder = holder_of_part(g.ranks().in_one_process() && ranks > 1);
  const std::string how = ranks == 1 ? ""
                          : partition.whole_file_reason.empty()
                              ? ", one part per " + holder.one
                              : fmt::format(" by every {}: {}", holder.one, partition.whole_file_reason);
  std::string text = fmt::format("{}  {}{}, {}, {}\n", painted(paint::heading, loaded.name),
                                 g.directed() ? "directed" : "undirected", g.weighted() ? ", weighted" : "",
                                 counted(g.num_vertices(), "vertex", "vertices"), counted(g.num_edges(), "directed edge"));
  text += loaded.generated() ? fmt::format("  generated {} in {}{}\n", counted(loaded.what.edges_read, "edge"),
                                           human_seconds(loaded.seconds_read), how)
                             : fmt::format("  read {} from {} of {} in {}{}\n", counted(loaded.what.edges_read, "edge"),
                                           human_bytes(loaded.file_bytes), loaded.origin, human_seconds(loaded.seconds_read), how);
  const rank_work built = sum(g.construction());
  std::uint64_t most = 0;
  for (const rank_work& one : g.construction()) most = std::max(most, one.edges);
  text += fmt::format("  partitioned over {} ({} x {}) in {}, {} sent; the largest part has {}\n",
                      counted(ranks, holder.one, holder.many), g.grid_rows(), g.grid_columns(),
                      human_seconds(g.seconds_construction()), human_bytes(built.bytes_sent), counted(most, "directed edge"));
  if (g.num_delegates() > 0) text += fmt::format("  {} delegated to all {}\n", counted(g.num_delegates(), "hub"), holder.many);
  for (const std::string& note : loaded.what.notes) text += fmt::format("  note: {}\n", terminal_safe(note));
  return text;
}

std::string process_levels_text(std::span<const rank_level_report> levels) {
  double least = -1;
  if (levels.size() > std::size_t{most_levels_listed}) {
    std::vector<double> seconds;
    for (const rank_level_report& l : levels) seconds.push_back(l.seconds);
    std::nth_element(seconds.begin(), seconds.end() - most_levels_listed, seconds.end());
    least = *(seconds.end() - most_levels_listed);
  }
  std::vector<rank_level_report> listed;
  std::copy_if(levels.begin(), levels.end(), std::back_inserter(listed),
               [least](const rank_level_report& l) { return l.seconds >= least; });
  return report_table(listed, {"level", "bytes_sent", "encodings", "seconds", "seconds_own_part", "seconds_exchange",
                               "seconds_wait", "imbalance"})
      .render();
}

std::string ranks_text(std::span<const rank_work> by_rank, const part_holder& holder) {
  const rank_work all = sum(by_rank);
  const auto mean = [&](double seconds) { return human_seconds(seconds / static_cast<double>(by_rank.size())); };
  std::string text;
  if (by_rank.size() > 1 && by_rank.size() <= most_ranks_listed) {
    text_table table = report_table(by_rank);
    number_rows(table, "rank");
    text += table.render();
  }
  return text + fmt::format("  all {}: {} sent; on average {} in the own part, {} exchanging, {} waiting; imbalance {:.2f}\n",
                            holder.many, human_bytes(all.bytes_sent), mean(all.seconds_compute), mean(all.seconds_exchange),
                            mean(all.seconds_wait), imbalance(by_rank));
}

}  // namespace fathom::program
