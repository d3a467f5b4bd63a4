// `fathom graph500`: the whole benchmark, on one process or on those that mpirun has started.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>

#include "build_info.hpp"
#include "commands.hpp"
#include "core/text.hpp"
#include "distributed/agreement.hpp"
#include "energy_option.hpp"
#include "exit_code.hpp"
#include "fathom/graph500.hpp"
#include "graph500_command.hpp"
#include "graph_argument.hpp"
#include "in_parts.hpp"
#include "options.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct graph500_arguments {
  graph_arguments machine;  ///< --threads, --device
  graph500_options options;
  std::string grid, fold = "owners", transport = "auto", delegates = "auto";
  bool levels = false, json = false;
};

graph500_options chosen_options(const graph500_arguments& a) {
  graph500_options options = a.options;
  check_energy(options.energy_seconds);
  parse_grid(a.grid, options.grid_rows, options.grid_columns);
  options.fold = named(all_rank_folds, a.fold);
  options.delegate_degree = parse_delegates(a.delegates);
  options.transport = named(all_rank_transports, a.transport);
  options.where = a.machine.device == "auto" ? device{} : working_device(a.machine);
  return options;
}

int run(const graph500_arguments& a, const session& all, communicator* ranks) {
  const session s = prints(ranks) ? all : all.silent();
  graph500_options options;
  const auto choose = [&] { options = chosen_options(a); };
  ranks == nullptr ? choose() : on_all_ranks(*ranks, choose);
  options.control = s.control(a.machine.threads);
  options.ranks = ranks;
  options.build = build_hash();
  const graph500_result result = graph500(options);
  s.clear_progress();
  if (a.json && result.valid) {
    s.print(graph500_json(result));
    return exit_good;
  }
  return tell_graph500(result, a.levels, prints(ranks));
}

}  // namespace

command_action add_graph500_command(CLI::App& program) {
  auto a = std::make_shared<graph500_arguments>();
  CLI::App* command = program.add_subcommand("graph500", "The Graph500 benchmark: alone, or as mpirun -np P fathom graph500");
  start_group(*command, "Benchmark");
  command->add_option("--scale", a->options.scale, "2^S vertices (default: 20)")->check(whole_number(1, 47))->type_name("S");
  command->add_option("--edge-factor", a->options.edge_factor, "edges for each vertex (default: 16)")
      ->check(whole_number(1, 1 << 20))
      ->type_name("K");
  command->add_option("--roots", a->options.roots, "searches (default: 64)")->check(whole_number(1, 1 << 20))->type_name("N");
  command->add_flag("--sssp", a->options.sssp, "kernel 3 as well: shortest paths along uniform weights");
  command->add_option("--seed", a->options.seed, "of the graph and the roots")
      ->check(whole_number(0, ~std::uint64_t{0}))
      ->type_name("N");
  start_group(*command, "Search");
  command->add_option("--grid", a->grid, "of ranks: rows x columns, such as 2x3 (default: one column)")->type_name("RxC");
  add_delegates_option(*command, a->delegates);
  command->add_option("--fold", a->fold, "how a row settles who has found a vertex: owners, prefix (the chapter's algorithm)")
      ->check(one_of(names_of(all_rank_folds)))
      ->type_name("NAME");
  command
      ->add_option("--transport", a->transport,
                   "between GPUs: host (copied, by MPI), nccl, peer (one kernel on each, of one host), or auto, the default")
      ->check(one_of(names_of(all_rank_transports)))
      ->type_name("NAME");
  command->add_flag("--top-down", a->options.top_down, "never search bottom-up, for study");
  add_machine_options(*command, a->machine);
  start_group(*command, "Output");
  command->add_flag("-l,--levels", a->levels, "tell on standard error what the slowest search did level by level, and each rank");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  add_energy_option(*command, a->options.energy_seconds);
  return {command, [a](const session& s) { return run_on_ranks([&](communicator* ranks) { return run(*a, s, ranks); }); }};
}

}  // namespace fathom::program
