// `fathom sssp`: options, checks and searches.
#include "commands/sssp/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "commands/on_processes.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "options/random_weights.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/result_writer.hpp"
#include "ranks.hpp"
#include "sssp/options.hpp"

namespace fathom::program {
namespace {

weighted_layout prepare_for(const sssp_arguments& a, const graph& g, std::size_t searches, const run_control& control) {
  prepare_weighted_options options;
  if (a.order == "caller") options.order = vertex_order::caller;
  if (a.order == "degree") options.order = vertex_order::degree;
  options.where = working_device(a.graph);
  options.control = control;
  options.searches = kind_of_searches(searches, search_kind::single);
  options.contract = a.target.empty() && a.cutoff == unreachable_distance;  // others read the whole graph
  return prepare_weighted(g, options);
}

sssp_options settings(const sssp_arguments& a) {
  sssp_options options;
  options.cutoff = a.cutoff, options.delta = a.delta;
  options.return_predecessors = !a.distances_only;
  return options;
}

execution place_of(const sssp_arguments& a, const run_control& control) {
  return {.where = working_device(a.graph), .control = control};
}

sssp_validation check(const sssp_arguments& a, const sssp_outcome& o, vertex_id source, const sssp_result& result,
                      sssp_validator& validator) {
  const double cutoff = o.target ? std::min(a.cutoff, result.distances[*o.target]) : a.cutoff;
  return validator.check(source, result.distances.view(), result.predecessors.view(), cutoff);
}

void run_searches(const sssp_arguments& a, const session& s, sssp_outcome& o) {
  const run_control control = s.control(a.graph.threads);
  const graph& g = o.loaded.g;
  chosen_sources chosen = choose_sources(a.sources, g, a.graph.seed, control);
  o.sources = std::move(chosen.description);
  if (!a.target.empty()) o.target = find_vertex(g, a.target, "target");
  std::unique_ptr<result_writer> writer;
  if (!a.output.empty()) {
    writer = std::make_unique<result_writer>(a.output, g, chosen.vertices, distance_type::sums_of_weights, !a.distances_only);
  }
  require_memory_of_runs(chosen.vertices.size(), a.repeat, sizeof(sssp_run));
  std::vector<vertex_id> sources;
  for (const vertex_id source : chosen.vertices) sources.insert(sources.end(), static_cast<std::size_t>(a.repeat), source);
  o.prepared = prepare_for(a, g, sources.size(), control);
  sssp_options options = settings(a);
  execution exec = place_of(a, control);
  if (o.target) options.target = *o.target;
  // Without readers of the results there is nothing to copy.
  const bool on_device = exec.where.kind == device_kind::cuda;
  options.keep_on_device = on_device && !a.validate && !writer && !o.target;
  std::optional<chosen_validator<sssp_validator>> validating;
  // One progress bar for all, since searches and validations alternate.
  stage_of_steps stage(control, a.validate ? "searching and validating" : "searching", sources.size());
  const bool one_bar = sources.size() > 1;
  const run_control within = one_bar ? stage.control() : control;
  if (one_bar) exec.control.on_progress = {};  // the stage counts searches already
  const device validates_on = a.distances_only ? device{} : exec.where;
  sssp(o.prepared, sources, options, exec, [&](std::size_t i, sssp_result& result) {
    sssp_run run{result.report, std::nullopt};
    if (a.validate) {
      const timer watch;
      if (!validating) {
        validating = choose_validator<sssp_validator>(g, validate_sssp_options{.control = within, .where = validates_on});
        o.place = validating->place;
      }
      run.validation = check(a, o, sources[i], result, validating->validator);
      o.seconds_validate += watch.seconds();
    }
    if (i == 0 && o.target) o.target_distance = result.distances[*o.target], o.path = path_to(*o.target, result);
    if (writer && i % static_cast<std::size_t>(a.repeat) == 0) writer->add(result);
    o.runs.push_back(std::move(run));
    if (one_bar) stage.next();
  });
  // Results that failed validation are not written.
  if (!writer || o.failed() > 0) return;
  writer->commit();
  for (const auto& file : result_files(a.output, !g.arrays().original_ids.empty(), !a.distances_only))
    o.files.push_back(file.string());
}

// Checks output and options before reading: wrong suffixes or numbers, and outputs that overwrite an input, fail at once.
void check_before_reading(const sssp_arguments& a, const run_control& control) {
  sssp(weighted_layout(), {}, settings(a), place_of(a, control), {});
  check_random_weights(a.weights);
  static_cast<void>(random_sources_requested(a.sources));
  check_output(a.output, {graph_name(a.graph), a.sources.list});
}

int exit_code_of_paths(const sssp_outcome& o, const session& s) {
  if (o.failed() == 0) return exit_good;
  return s.fail_invalid(
      fmt::format("{} of {} results are not valid; the report names the violated rules", o.failed(), o.runs.size()));
}

// Refuses options that only a search of a whole graph has.
void check_on_ranks(const sssp_arguments& a) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  refuse_with_parts(a.ranking, {{"--order", a.order != "auto", order_of_parts}});
  if (!a.validate) return;
  const std::string option = a.ranking.option();
  if (a.distances_only)
    throw error(error_category::usage, fmt::format("--validate with {} needs predecessors; leave --distances-only out", option));
  if (parallel_policy(a.graph) == parallel_edges::sum && a.weights.empty())
    throw error(error_category::usage,
                fmt::format("--validate with {} reads the edges of the file; it does not work with --parallel-edges sum", option));
}

int run_together(const sssp_arguments& a, const session& s, communicator& ranks) {
  execution exec{.control = s.control(a.graph.threads)};
  sssp_options options;
  std::optional<random_weight_range> weights;
  on_all_processes(ranks, [&] {
    check_on_ranks(a);
    if (names_device(a.graph)) exec.where = working_device(a.graph);
    exec.transport = chosen_transport(a.ranking.transport, exec.where);
    options = settings(a);
    check_ranges(options);
    weights = random_weights_of(a.weights, a.graph.seed);
    check_output(a.output, {graph_name(a.graph), a.sources.list});
    static_cast<void>(random_sources_requested(a.sources));
  });
  loaded_partition parts =
      load_partitioned(a.graph, a.ranking, {.weights = true, .share = a.validate, .random_weights = weights}, ranks, exec.control);
  if (!a.json) s.print(receipt_text(parts));
  sssp_outcome o;
  o.loaded = std::move(parts.loaded);
  run_paths_on_processes(a, options, exec, *parts.g, std::move(parts.share), o);
  if (prints(&ranks)) s.print(a.json ? sssp_json(a, o) : sssp_text(a, o));
  return exit_code_of_paths(o, s);
}

int run(const sssp_arguments& a, const session& s) {
  check_process_options(a.ranking, a.graph, a.output);
  const run_control control = s.control(a.graph.threads);
  check_before_reading(a, control);
  sssp_outcome o;
  o.loaded = load_graph(a.graph, control);
  apply_random_weights(a.weights, a.graph, control, o.loaded);
  if (!a.json) s.print(receipt_text(o.loaded));
  run_searches(a, s, o);
  s.print(a.json ? sssp_json(a, o) : sssp_text(a, o));
  return exit_code_of_paths(o, s);
}

void add_search_options(CLI::App& command, sssp_arguments& a) {
  command.add_option("-n,--trials", a.sources.trials, "number of random sources (default: 16)")
      ->check(whole_number(1))
      ->type_name("N");
  add_repeat_option(command, a.repeat, "search from each source");
  start_group(command, "Search");
  add_random_weights_option(command, a.weights);
  command.add_option("--target", a.target, "stop at this vertex, and print the path from the first source")->type_name("ID|LABEL");
  command.add_option("--cutoff", a.cutoff, "largest distance to search (default: no limit)")
      ->check(real_number([](double x) { return x >= 0; }, " of at least 0"))
      ->type_name("D");
  command.add_option("--delta", a.delta, "width of a bucket of distances (default: from weights and degrees)")
      ->check(nonnegative_number())
      ->type_name("X");
  add_order_option(command, a.order, order_of_searches() + ", and caller on a GPU");
  command.add_flag("--distances-only", a.distances_only, "compute no predecessors");
}

}  // namespace

// The number of vertices bounds the loop, because an invalid result may have a cycle.
std::vector<vertex_id> path_to(vertex_id target, const sssp_result& result) {
  if (result.distances[target] == unreachable_distance || result.predecessors.empty()) return {};
  std::vector<vertex_id> path{target};
  while (path.size() < result.predecessors.size() && result.predecessors[path.back()] != no_vertex) {
    path.push_back(result.predecessors[path.back()]);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::size_t sssp_outcome::failed() const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const sssp_run& r) { return r.validation && !r.validation->valid; }));
}

namespace {

command_action add_sssp_command(CLI::App& program) {
  auto a = std::make_shared<sssp_arguments>();
  CLI::App* command = program.add_subcommand("sssp", "Shortest paths along edge weights, measured, validated");
  a->graph.searching = true;
  a->graph.draws = [a = a.get()] { return !a->weights.empty() || random_sources_requested(a->sources) > 0; };
  add_graph_options(*command, a->graph);
  add_source_options(*command, a->sources);
  add_search_options(*command, *a);
  add_process_options(*command, a->ranking);
  add_transport_option(*command, a->ranking.transport);
  add_parts_devices_option(*command, a->graph);
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate every result against the graph");
  command->add_flag("--runs", a->runs, "list every search (default: up to 8)");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command
      ->add_option("--output", a->output,
                   "write distances, and predecessors unless --distances-only, to FILE.npy, FILE.tsv, FILE.csv or FILE.txt")
      ->type_name("FILE");
  add_parts_option(*command, a->ranking);
  add_example(*command, "fathom sssp grid:300x300 --random-weights 1:255 --source 0 --validate");
  return action_with_ranks(command, a, run, run_together);
}

const registered_command sssp_command{"sssp", help_section::searches, add_sssp_command};

}  // namespace

}  // namespace fathom::program
