// `fathom spanning-forest`: minimum or maximum spanning forest.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/spanning_forest.hpp"
#include "options/options.hpp"
#include "options/random_weights.hpp"
#include "output/describe.hpp"
#include "output/edge_values.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/verdict.hpp"

namespace fathom::program {
namespace {

struct forest_arguments {
  graph_arguments graph;
  int repeat = 1;
  bool maximum = false, validate = false, json = false;
  std::string weights;  // --random-weights LOW:HIGH
  std::string output;
};

struct forest_outcome {
  loaded_graph loaded;
  forest_weight total = forest_weight::minimum;
  spanning_forest_result found;  // its report is that of the run with the median time
  repeated_runs<spanning_forest_report> runs;
  int threads = 0;  // that read and built the graph
  std::optional<spanning_forest_validation> validation;
  std::vector<std::string> files;

  [[nodiscard]] bool failed() const { return is_invalid(validation); }
};

edge_values weights_of(const spanning_forest_result& found) {
  edge_values all{"weight", {}};
  for (const forest_edge& e : found.edges) all.edges.push_back({e.from, e.to, e.weight});
  return all;
}

std::string text(const forest_outcome& o) {
  const spanning_forest_report& r = o.found.report;
  return headline(fmt::format("{} spanning forest", to_string(o.total)), " on " + place_and_threads(to_string(r.where), 1),
                  fmt::format("weight {}", o.found.weight), r.seconds(), r.engine) +
         report_line(r) + o.runs.text() +
         fmt::format("  {}, {}\n", counted(o.found.trees, "tree"), counted(o.found.edges.size(), "edge")) +
         verdict_text(o.validation) + files_text(o.files);
}

std::string json_text(const forest_outcome& o) {
  json object = command_json("spanning-forest", o.loaded);
  object.update(json_fields(o.found.report));
  object["threads"] = o.threads;
  object["total"] = to_string(o.total);
  object["weight"] = o.found.weight;
  object["trees"] = o.found.trees;
  object["forest_edges"] = o.found.edges.size();
  o.runs.add_to(object);
  add_verdict(object, o.validation);
  return finished(std::move(object), o.files);
}

int run(const forest_arguments& a, const session& s) {
  check_random_weights(a.weights);
  check_output(a.output, {graph_name(a.graph)}, {"edges"});
  forest_outcome o;
  o.total = a.maximum ? forest_weight::maximum : forest_weight::minimum;
  const spanning_forest_options options{.total = o.total, .control = s.control(a.graph.threads)};
  o.loaded = load_graph(a.graph, options.control);
  o.threads = thread_count(options.control);
  apply_random_weights(a.weights, a.graph, options.control, o.loaded);
  const graph& g = o.loaded.g;
  if (!a.json) s.print(receipt_text(o.loaded));
  require_undirected(o.loaded, "spanning forests");
  o.found = o.runs.run(a.repeat, [&] { return spanning_forest(g, options); });
  if (a.validate) o.validation = validate_spanning_forest(g, o.found, o.total, options.control);
  if (!o.failed()) o.files = write_values(a.output, g, weights_of(o.found));  // a result that failed validation is not written
  s.print(a.json ? json_text(o) : text(o));
  return o.failed() ? s.fail_invalid("the spanning forest is not valid; the report names the violated rule") : exit_good;
}

command_action add_spanning_forest_command(CLI::App& program) {
  auto a = std::make_shared<forest_arguments>();
  CLI::App* command = program.add_subcommand("spanning-forest", "Minimum or maximum spanning forest");
  a->graph.draws = [a = a.get()] { return !a->weights.empty(); };
  add_graph_options(*command, a->graph);
  start_group(*command, "Forest");
  command->add_flag("--maximum", a->maximum, "forest of maximum weight (default: of minimum weight)");
  add_random_weights_option(*command, a->weights);
  add_repeat_option(*command, a->repeat, "find the forest");
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate the forest against the graph");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the forest's edges and their weights to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  add_example(*command, "fathom spanning-forest roads.mtx --validate --output forest.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command spanning_forest_command{"spanning-forest", help_section::analysis, add_spanning_forest_command};

}  // namespace

}  // namespace fathom::program
