// `fathom validate`: validation of search results from files.
#include "fathom/validate.hpp"
#include "commands/analysis.hpp"
#include "fathom/error.hpp"
#include "options/sources.hpp"
#include "output/result_reader.hpp"
#include "output/validating.hpp"

namespace fathom::program {
namespace {

struct validate_arguments {
  graph_arguments graph;
  source_arguments sources;
  std::string distances, predecessors;
  hop_count depth_limit = std::numeric_limits<hop_count>::max();
  bool json = false;
};

std::string verdict(const graph& g, vertex_id source, const bfs_validation& v) {
  if (!v.valid) return fmt::format("  {}  source {}: {}\n", painted(paint::bad, "INVALID"), shown_name(g, source), v.message);
  return fmt::format("  {}  source {}: {} reached, all five rules hold ({})\n", painted(paint::good, "valid"),
                     shown_name(g, source), counted(v.reached, "vertex", "vertices"), human_seconds(v.seconds));
}

json verdict_json(const graph& g, vertex_id source, const bfs_validation& v) {
  json object = {{"source", g.original_id(source)},
                 {"valid", v.valid},
                 {"violated", v.valid ? json(nullptr) : json(to_string(v.violated))},
                 {"from", vertex_json(g, v.from)},
                 {"to", vertex_json(g, v.to)},
                 {"message", v.message},
                 {"reached", v.reached},
                 {"edges_traversed", v.edges_traversed},
                 {"seconds", v.seconds}};
  if (g.arrays().labels.empty()) return object;
  object["label"] = g.name(source);
  if (v.from != no_vertex) object["from_label"] = g.name(v.from);
  if (v.to != no_vertex) object["to_label"] = g.name(v.to);
  return object;
}

int run(const validate_arguments& a, const session& s) {
  if (a.distances.empty() && a.predecessors.empty()) {
    throw error(error_category::usage, "nothing to validate; use --distances FILE, --predecessors FILE or both");
  }
  if (a.sources.named.empty() && a.sources.list.empty()) {
    throw error(error_category::usage, "no source was given; use --source or --sources as in the search");
  }
  check_result_files(a.distances, a.predecessors);
  const device preferred = working_device(a.graph);
  const run_control control = s.control(a.graph.threads);
  const loaded_graph loaded = load_graph(a.graph, control);
  const std::vector<vertex_id> sources = choose_sources(a.sources, loaded.g, a.graph.seed, control).vertices;
  const std::vector<stored_result> results = read_results(loaded.g, sources, a.distances, a.predecessors);
  if (!a.json) s.print(receipt_text(loaded) + "\n");
  chosen_validator<bfs_validator> validating = choose_validator<bfs_validator>(
      loaded.g, validate_options{.depth_limit = a.depth_limit, .where = preferred, .control = control});
  if (!a.json && preferred.kind != device_kind::cpu) s.print(fmt::format("validating on {}\n", place_text(validating.place)));
  std::size_t failed = 0;
  double seconds = 0;
  json verdicts = json::array();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bfs_validation v = validating.validator.check(sources[i], results[i].distances.view(), results[i].predecessors.view());
    failed += v.valid ? 0 : 1, seconds += v.seconds;
    if (a.json)
      verdicts.push_back(verdict_json(loaded.g, sources[i], v));
    else
      s.print(verdict(loaded.g, sources[i], v));
    report_progress(control, "validating", i + 1, sources.size());
  }
  if (a.json) {
    json object = command_json("validate", loaded);
    object["threads"] = thread_count(control);
    object["valid"] = failed == 0;
    object["validation"] = validation_json(validating.place, seconds);
    object["results"] = std::move(verdicts);
    s.print(text_of(object));
  }
  if (failed == 0) return exit_good;
  return s.fail_invalid(fmt::format("{} of {} results are not valid; the report names the violated rules", failed, sources.size()));
}

command_action add_validate_command(CLI::App& program) {
  auto a = std::make_shared<validate_arguments>();
  a->graph.draws = [a = a.get()] { return random_sources_requested(a->sources) > 0; };
  CLI::App* command = program.add_subcommand("validate", "Validate a search result from a file by the five rules of Graph500");
  add_graph_options(*command, a->graph);
  add_source_options(*command, a->sources);
  add_example(*command, "fathom validate graph.mtx --source 0 --distances distances.npy");
  start_group(*command, "Result");
  command
      ->add_option("--distances", a->distances,
                   "distances: FILE.npy or FILE.txt with one number per vertex, or FILE.tsv or FILE.csv as written by bfs")
      ->type_name("FILE");
  command->add_option("--predecessors", a->predecessors, "predecessors: FILE.npy or FILE.txt with one predecessor per vertex")
      ->type_name("FILE");
  command->add_option("--depth-limit", a->depth_limit, "depth limit of the search (default: none)")
      ->check(whole_number(0))
      ->type_name("D");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command validate_command{"validate", help_section::graphs, add_validate_command};

}  // namespace

}  // namespace fathom::program
