// `fathom spanning-forest`: minimum or maximum spanning forest.
#include <utility>

#include "commands/analysis.hpp"
#include "fathom/spanning_forest.hpp"
#include "options/random_weights.hpp"
#include "output/edge_values.hpp"

namespace fathom::program {
namespace {

struct forest_arguments : analysis_arguments {
  bool maximum = false;
  std::string weights;  // --random-weights LOW:HIGH
};

struct forest_outcome : analysis_outcome<spanning_forest_result, spanning_forest_validation> {
  forest_weight total = forest_weight::minimum;
};

edge_values weights_of(const spanning_forest_result& found) {
  edge_values all{"weight", {}};
  for (const forest_edge& e : found.edges) all.edges.push_back({e.from, e.to, e.weight});
  return all;
}

std::string text(const forest_outcome& o) {
  return run_text(fmt::format("{} spanning forest", to_string(o.total)), "", fmt::format("weight {}", o.found.weight),
                  o.found.report) +
         o.runs.text() + fmt::format("  {}, {}\n", counted(o.found.trees, "tree"), counted(o.found.edges.size(), "edge")) +
         finished_text(o);
}

std::string json_text(const forest_outcome& o) {
  json object = begun_json("spanning-forest", o);
  object["total"] = to_string(o.total);
  object["weight"] = o.found.weight;
  object["trees"] = o.found.trees;
  object["forest_edges"] = o.found.edges.size();
  return finished_json(std::move(object), o);
}

int run(const forest_arguments& a, const session& s) {
  check_random_weights(a.weights);
  check_output(a.output, {graph_name(a.graph)}, {"edges"});
  forest_outcome o;
  o.total = a.maximum ? forest_weight::maximum : forest_weight::minimum;
  const spanning_forest_options options{.total = o.total, .control = s.control(a.graph.threads)};
  o.loaded = load_graph(a.graph, options.control);
  apply_random_weights(a.weights, a.graph, options.control, o.loaded);
  const graph& g = o.loaded.g;
  if (!a.json) s.print(receipt_text(o.loaded));
  require_undirected(o.loaded, "spanning forests");
  o.found = o.runs.run(a.repeat, [&] { return spanning_forest(g, options); });
  if (a.validate) o.validation = validate_spanning_forest(g, o.found, o.total, options.control);
  if (!o.failed()) o.files = write_values(a.output, g, weights_of(o.found));  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the spanning forest is");
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
  add_output_options(*command, *a, "the forest", "the forest's edges and their weights");
  add_example(*command, "fathom spanning-forest roads.mtx --validate --output forest.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command spanning_forest_command{"spanning-forest", help_section::analysis, add_spanning_forest_command};

}  // namespace

}  // namespace fathom::program
