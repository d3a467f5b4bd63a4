// `fathom bfs`: options, checks and the sequence of steps.
#include "commands/bfs/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "bfs/options.hpp"
#include "comm/agreement.hpp"
#include "commands/commands.hpp"
#include "commands/on_processes.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/energy_option.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

// Names of values, as given on the command line.
template <class Value>
using names_of_values = std::vector<std::pair<std::string, Value>>;

const names_of_values<vertex_order> orders = {
    {"auto", vertex_order::automatic}, {"caller", vertex_order::caller}, {"degree", vertex_order::degree}};
const names_of_values<bfs_strategy> strategies = {{"auto", bfs_strategy::direction_optimizing},
                                                  {"direction-optimizing", bfs_strategy::direction_optimizing},
                                                  {"top-down", bfs_strategy::top_down},
                                                  {"bottom-up", bfs_strategy::bottom_up}};
const names_of_values<bfs_switching> switchings = {
    {"auto", bfs_switching::automatic}, {"gamma", bfs_switching::hub_ratio}, {"alpha-beta", bfs_switching::alpha_beta}};

names_of_values<const paper_method*> methods() {
  names_of_values<const paper_method*> named{{"auto", nullptr}};
  for (const paper_method& m : paper_methods()) named.emplace_back(m.name, &m);
  return named;
}

// An option whose value is one of the names.
template <class Value>
CLI::Option* add_named(CLI::App& command, const std::string& option, Value& value, const names_of_values<Value>& named,
                       const std::string& help) {
  std::vector<std::string> names;
  for (const auto& one : named) names.push_back(one.first);
  return command
      .add_option_function<std::string>(
          option,
          [&value, named](const std::string& given) {
            value = std::find_if(named.begin(), named.end(), [&](const auto& one) { return one.first == given; })->second;
          },
          help)
      ->check(one_of(names))
      ->type_name("NAME");
}

void add_search_options(CLI::App& command, bfs_arguments& a) {
  command
      .add_option("-n,--trials", a.sources.trials, "number of random sources (default: 16); with named sources, same as --repeat")
      ->check(whole_number(1))
      ->type_name("N");
  command.add_option("--repeat", a.repeat, "number of searches from each source (default: 1)")
      ->check(whole_number(1))
      ->type_name("N");
  start_group(command, "Search");
  command.add_option("--target", a.target, "stop after the level that reaches this vertex, and print a shortest path")
      ->type_name("ID|LABEL");
  command
      .add_option("--depth-limit", a.options.depth_limit, "largest distance to search; 0 is only the source (default: no limit)")
      ->check(whole_number(0))
      ->type_name("D");
  add_named(
      command, "--order", a.order, orders,
      fmt::format("vertex order: caller (as in the file), degree (hubs first) or auto ({}) (default: auto)", order_of_searches()));
  add_named(
      command, "--method", a.method, methods(),
      "method on a GPU: auto, or for study Enterprise's enterprise-bl (baseline), -ts (adds scheduling), -wb (adds balancing) "
      "or -hc (adds a hub cache), or graph500-bitmap (a warp per word of the frontier's bitmap) (default: auto)");
  add_named(command, "--strategy", a.options.strategy, strategies,
            "search strategy: direction-optimizing, top-down, bottom-up or auto (default: auto, which is direction-optimizing)");
  add_named(command, "--switching", a.options.switching, switchings,
            "rule for switching direction: gamma (Enterprise's hub ratio), alpha-beta (Beamer's) or auto (default: auto)");
  command
      .add_option("--gamma", a.options.gamma,
                  fmt::format("go bottom-up once this fraction of the hubs is in the frontier (default: {})", a.options.gamma))
      ->check(real_number([](double x) { return x > 0 && x <= 1; }, " above 0 and up to 1"))
      ->type_name("X");
  command
      .add_option("--alpha", a.options.alpha,
                  "go bottom-up if frontier edges > unexplored edges / X (default: 15, 40 on a GPU in degree order, and only where "
                  "few edges are expected to be inspected)")
      ->check(nonnegative_number())
      ->type_name("X");
  command
      .add_option("--beta", a.options.beta,
                  fmt::format("go back top-down if frontier vertices < vertices / X (default: {})", a.options.beta))
      ->check(positive_number())
      ->type_name("X");
  command.add_flag("--deterministic", a.options.deterministic, "choose the valid predecessor with the smallest id");
  command.add_flag_callback(
      "--internal-ids", [&a] { a.options.map_back = false; }, "leave results in internal ids, for measurements");
}

void add_output_options(CLI::App& command, bfs_arguments& a) {
  add_process_options(command, a.ranking);
  add_transport_option(command, a.ranking.transport);
  add_parts_devices_option(command, a.graph);
  add_energy_option(command, a.energy);
  start_group(command, "Output");
  command.add_flag("-v,--validate", a.validate, "validate every result by the five rules of Graph500");
  command.add_flag("-a,--analysis", a.analysis, "print the deepest search's distances and one longest shortest path");
  command.add_flag("--compare-directions", a.directions,
                   "compare the edges inspected per level top-down, bottom-up and direction-optimizing");
  command.add_flag("-l,--levels", a.options.report_levels,
                   "print per-level reports of all searches, not only of the slowest (takes a little time)");
  command.add_flag("--runs", a.runs, "list every search (default: up to 8)");
  command.add_flag("--json", a.json, "print one JSON object and nothing else");
  command.add_option("--output", a.output, "write distances and predecessors to FILE.npy, FILE.tsv, FILE.csv or FILE.txt")
      ->type_name("FILE");
  add_parts_option(command, a.ranking);
}

// Resolves -n: with named sources it means --repeat, else the number of random sources.
void resolve_repeats(bfs_arguments& a) {
  const bool named = !a.sources.named.empty() || !a.sources.list.empty();
  if (named && a.sources.trials > 0 && a.repeat > 0) {
    throw error(error_category::usage,
                fmt::format("-n {} and --repeat {} both give the number of searches from each source; use one of them",
                            a.sources.trials, a.repeat));
  }
  if (named && a.sources.trials > 0) a.repeat = std::exchange(a.sources.trials, 0);
  a.repeat = std::max(a.repeat, 1);
}

// Refuses parameters of a rule for switching direction that this search does not use.
void check_switching(const bfs_arguments& a) {
  const auto gives = [&](const char* option) { return a.graph.gives(option); };
  const auto refuse = [](const char* option, const std::string& why) {
    throw error(error_category::usage, fmt::format("{} has no effect: {}", option, why));
  };
  const bool switches = a.options.strategy == bfs_strategy::direction_optimizing;
  for (const char* option : {"--switching", "--gamma", "--alpha", "--beta"}) {
    if (!switches && gives(option))
      refuse(option, fmt::format("--strategy {} never switches direction; leave one of them out", name_of(a.options.strategy)));
  }
  const bool by_gamma =
      a.options.switching == bfs_switching::hub_ratio ||
      (a.options.switching == bfs_switching::automatic && a.method && a.method->switching == bfs_switching::hub_ratio);
  if (!by_gamma && gives("--gamma")) refuse("--gamma", "it requires --switching gamma");
  for (const char* option : {"--alpha", "--beta"}) {
    if (by_gamma && gives(option)) refuse(option, "it requires --switching alpha-beta, but this search switches by gamma");
  }
}

// Refuses options that only a search of a whole graph has.
void check_on_ranks(const bfs_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking,
                    {{"--target", !a.target.empty(), "a search of a partitioned graph does not stop at a vertex"},
                     {"--analysis", a.analysis, "it needs all distances in one process"},
                     {"--compare-directions", a.directions, "it needs the whole graph in one process"},
                     {"--deterministic", a.options.deterministic, "predecessors depend on the partition"},
                     {"--internal-ids", !a.options.map_back, "a partition has internal ids of its own"},
                     {"--order", a.order != vertex_order::automatic, order_of_parts},
                     {"--method", a.method != nullptr, "its techniques are those of one GPU"},
                     {"--switching gamma", a.options.switching == bfs_switching::hub_ratio,
                      "a partitioned graph is searched with --switching alpha-beta"},
                     {"--gamma", a.graph.gives("--gamma"), "a partitioned graph is searched with --switching alpha-beta"},
                     {"--strategy bottom-up", a.options.strategy == bfs_strategy::bottom_up,
                      "a partitioned graph is searched direction-optimizing or top-down"}});
  check_switching(a);
}

int exit_code_of(const bfs_outcome& o, const session& s) {
  if (o.failed() == 0) return exit_good;
  return s.fail_invalid(
      fmt::format("{} of {} results are not valid; the report names the violated rules", o.failed(), o.runs.size()));
}

int run_together(bfs_arguments& a, const session& s, communicator& ranks) {
  bfs_outcome outcome;
  on_all_processes(ranks, [&] {
    check_on_ranks(a);
    if (names_device(a.graph)) outcome.exec.where = working_device(a.graph);  // fails before the graph is read
    outcome.exec.transport = chosen_transport(a.ranking.transport, outcome.exec.where);
    check_output(a.output, {graph_name(a.graph), a.sources.list});
    resolve_repeats(a);
    static_cast<void>(random_sources_requested(a.sources));
  });
  outcome.exec.control = s.control(a.graph.threads);
  loaded_partition parts = load_partitioned(a.graph, a.ranking, {.share = a.validate}, ranks, outcome.exec.control);
  if (!a.json) s.print(receipt_text(parts));
  outcome.loaded = std::move(parts.loaded);
  run_searches_on_processes(a, *parts.g, std::move(parts.share), outcome);
  if (prints(&ranks)) s.print(a.json ? searches_json(a, outcome) : searches_text(a, outcome));
  return exit_code_of(outcome, s);
}

int run(bfs_arguments& a, const session& s) {
  if (!a.options.map_back && (a.validate || !a.output.empty() || a.analysis || !a.target.empty())) {
    throw error(error_category::usage,
                "--internal-ids is for measurements: its results cannot be validated, analyzed or written, and have no target");
  }
  check_process_options(a.ranking, a.graph, a.output);
  check_switching(a);
  if (a.directions && a.method)
    throw error(error_category::usage, "--compare-directions repeats searches of bfs(); leave --method out");
  if (a.graph.gives("--energy"))
    throw error(error_category::usage,
                "--energy requires --ranks or several --devices; to measure one GPU use fathom bench energy");
  check_output(a.output, {graph_name(a.graph), a.sources.list});
  resolve_repeats(a);
  static_cast<void>(random_sources_requested(a.sources));
  bfs_outcome outcome;
  outcome.exec = {.where = working_device(a.graph), .control = s.control(a.graph.threads)};
  if (a.method) require_cuda(a.method->name, outcome.exec.where);  // fails before the graph is read
  outcome.loaded = load_graph(a.graph, outcome.exec.control);
  if (!a.json) s.print(receipt_text(outcome.loaded));
  outcome.why_cpu = why_cpu(a.graph);
  run_searches(a, outcome);
  s.print(a.json ? searches_json(a, outcome) : searches_text(a, outcome));
  return exit_code_of(outcome, s);
}

}  // namespace

std::string name_of(bfs_strategy strategy) {
  return strategy == bfs_strategy::top_down    ? "top-down"
         : strategy == bfs_strategy::bottom_up ? "bottom-up"
                                               : "direction-optimizing";
}

std::size_t bfs_outcome::validated() const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const search_run& r) { return r.validation && r.validation->valid; }));
}

std::size_t bfs_outcome::failed() const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const search_run& r) { return r.validation && !r.validation->valid; }));
}

bool bfs_outcome::reproduced() const {
  constexpr double much_faster = 2;
  return runs[slowest].report.seconds_searching() <= much_faster * explained.seconds_searching();
}

double graph500_teps(const run_report& report, const graph& g) { return g.directed() ? report.teps() : report.teps_graph500(); }

namespace {

command_action add_bfs_command(CLI::App& program) {
  auto arguments = std::make_shared<bfs_arguments>();
  arguments->graph.searching = true;
  arguments->graph.draws = [a = arguments.get()] { return random_sources_requested(a->sources) > 0; };
  CLI::App* command = program.add_subcommand("bfs", "Breadth-first search, measured, validated, explained");
  add_graph_options(*command, arguments->graph);
  add_source_options(*command, arguments->sources);
  add_search_options(*command, *arguments);
  add_output_options(*command, *arguments);
  add_example(*command, "fathom bfs kron:20:16 --sources random:64 --validate");
  return action_with_ranks<bfs_arguments, bfs_arguments>(command, arguments, run, run_together);
}

const registered_command bfs_command{"bfs", help_section::searches, add_bfs_command};

}  // namespace

}  // namespace fathom::program
