// `fathom graph500`: the Graph500 benchmark, in one process, on several devices of it, or in all processes of an MPI job.
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "build_info.hpp"
#include "comm/agreement.hpp"
#include "commands/commands.hpp"
#include "commands/graph500/command.hpp"
#include "commands/graph500/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/error.hpp"
#include "fathom/graph500.hpp"
#include "options/energy_option.hpp"
#include "options/machine_options.hpp"
#include "options/options.hpp"
#include "output/in_parts.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct graph500_arguments {
  graph_arguments machine;  ///< --threads, --device
  graph500_options options;
  std::string grid, conflict_resolution = "owners", transport = "auto", delegates = "auto";
  bool levels = false, json = false;
};

// The name under which --conflict-resolution was given; empty if it was not.
std::string given_conflict_resolution(const graph500_arguments& a) {
  for (const char* option : {"--conflict-resolution", "--fold"}) {
    if (a.machine.gives(option)) return option;
  }
  return "";
}

// Refuses options that would be ignored.
void check_effect(const graph500_arguments& a, const graph500_options& options) {
  const std::string resolution = given_conflict_resolution(a);
  if (!resolution.empty() && options.grid_columns <= 1) {
    throw error(error_category::usage,
                fmt::format("{} {} has no effect on a grid of one column, where no two processes find the same vertex; use --grid "
                            "with several columns, such as 2x2, or leave it out",
                            resolution, a.conflict_resolution));
  }
}

// Two H100 search scale 20 at 0.6 times the speed of one, and scale 24 at 1.14 times: below, devices wait for each other.
constexpr std::uint64_t fewest_edges_for_all = std::uint64_t{16} << 23;

// --devices all stands for the fastest choice, which is one GPU for a small graph. A list, a grid or a transport names its GPUs.
bool takes_first_of_all(const graph500_arguments& a) {
  return a.machine.devices == "all" && a.grid.empty() && a.transport == to_string(rank_transport::automatic) &&
         static_cast<std::uint64_t>(a.options.edge_factor) << a.options.scale < fewest_edges_for_all;
}

graph500_options chosen_options(const graph500_arguments& a) {
  graph500_options options = a.options;
  parse_grid(a.grid, options.grid_rows, options.grid_columns);
  options.fold = named(all_conflict_resolutions, a.conflict_resolution);
  options.delegate_degree = parse_delegates(a.delegates);
  if (!a.machine.devices.empty()) options.devices = working_devices(a.machine);
  if (takes_first_of_all(a) && options.devices.size() > 1) options.devices.resize(1);
  options.where = working_device(a.machine);
  options.transport = chosen_transport(a.transport, options.where);
  return options;
}

// Whether the CPU takes over after an error: a GPU that was not named has too little memory.
bool may_fall_back(const graph500_arguments& a, const graph500_options& options, const error& e) {
  const bool all_failed = options.ranks == nullptr || dynamic_cast<const rank_error*>(&e) != nullptr;
  const bool named = names_device(a.machine) || options.transport != rank_transport::automatic;
  return options.where.kind == device_kind::cuda && !named && all_failed && e.category() == error_category::memory;
}

int run(const graph500_arguments& a, const session& all, communicator* ranks) {
  const session s = prints(ranks) ? all : all.silent();
  graph500_options options;
  const auto on_all = [&](const std::function<void()>& work) { ranks == nullptr ? work() : on_all_processes(*ranks, work); };
  on_all([&] {
    options = chosen_options(a);
    if (ranks != nullptr && !options.devices.empty())
      throw error(error_category::usage, "--devices is for one process: a process of an MPI job uses one device");
  });
  std::string why = fall_back_to_cpu(a.machine, options.where, ranks);
  on_all([&] { check_effect(a, options); });
  options.control = s.control(a.machine.threads);
  options.ranks = ranks;
  options.build = build_hash();
  graph500_result result;
  try {
    result = graph500(options);
  } catch (const error& e) {
    if (!may_fall_back(a, options, e)) throw;
    why = e.what();
    options.where = device{};
    result = graph500(options);
  }
  s.clear_progress();
  if (takes_first_of_all(a) && working_devices(a.machine).size() > 1)
    s.remark(fmt::format("fathom: scale {} is faster on one GPU than on all; a list such as --devices 0,1 uses several\n",
                         a.options.scale));
  const bool as_json = a.json && result.valid;
  if (as_json) s.print(graph500_json(result, why));
  return report_graph500(result, {.levels = a.levels, .numbers = !as_json, .why_cpu = why}, s);
}

command_action add_graph500_command(CLI::App& program) {
  auto a = std::make_shared<graph500_arguments>();
  a->machine.searching = true;
  CLI::App* command = program.add_subcommand("graph500", "Graph500 benchmark, in one process or in P with mpirun -np P");
  a->machine.partitions = true;
  a->machine.command = command;
  start_group(*command, "Benchmark");
  command->add_option("--scale", a->options.scale, "number of vertices, 2^S (default: 20)")
      ->check(whole_number(1, 47))
      ->type_name("S");
  command->add_option("--edge-factor", a->options.edge_factor, "generated edges per vertex (default: 16)")
      ->check(whole_number(1, 1 << 20))
      ->type_name("K");
  command->add_option("--roots", a->options.roots, "number of searches (default: 64)")
      ->check(whole_number(1, 1 << 20))
      ->type_name("N");
  command->add_flag("--sssp", a->options.sssp, "also run kernel 3: shortest paths along uniform weights");
  command
      ->add_option("--seed", a->options.seed, "seed of the graph and the roots (default: " + std::to_string(a->options.seed) + ")")
      ->check(whole_number(0, ~std::uint64_t{0}))
      ->type_name("N");
  start_group(*command, "Search");
  command->add_option("--grid", a->grid, "grid of processes, rows x columns, such as 2x3 (default: one column)")->type_name("RxC");
  add_delegates_option(*command, a->delegates);
  CLI::Option* resolution =
      command
          ->add_option("--conflict-resolution", a->conflict_resolution,
                       "how to resolve a vertex found by several processes, on a grid of several columns: owners or prefix (the "
                       "algorithm of the book chapter) (default: owners)")
          ->check(one_of(names_of(all_conflict_resolutions)))
          ->type_name("NAME");
  command->add_option("--fold", a->conflict_resolution)
      ->check(one_of(names_of(all_conflict_resolutions)))
      ->excludes(resolution)
      ->group("");
  add_transport_option(*command, a->transport);
  command->add_flag("--top-down", a->options.top_down, "never search bottom-up, for study");
  add_machine_options(*command, a->machine);
  add_devices_option(*command, a->machine);
  start_group(*command, "Output");
  command->add_flag("-l,--levels", a->levels,
                    "print the levels of the slowest search and the work of each process to standard error");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  add_energy_option(*command, a->options.energy_seconds);
  add_example(*command, "mpirun -np 4 fathom graph500 --scale 20");
  return {command, [a](const session& s) { return run_on_processes([&](communicator* ranks) { return run(*a, s, ranks); }); },
          distribution::always};
}

const registered_command graph500_command{"graph500", help_section::machine, add_graph500_command};

}  // namespace

}  // namespace fathom::program
