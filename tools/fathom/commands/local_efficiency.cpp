// `fathom local-efficiency`: how well the neighbors of each vertex are connected without it.
#include <utility>

#include "commands/analysis.hpp"
#include "fathom/local_efficiency.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct local_efficiency_outcome {
  loaded_graph loaded;
  int threads = 0;                // that read and built the graph
  local_efficiency_result found;  // its report is that of the run with the median time
  repeated_runs<local_efficiency_report> runs;
  vertex_values values;
  std::vector<std::string> files;
};

std::string text(const local_efficiency_outcome& o) {
  const local_efficiency_report& r = o.found.report;
  return run_text("local efficiency", "", fmt::format("mean {:.6f}", r.mean_efficiency), r, {"mean_efficiency"}) + o.runs.text() +
         largest_values_text(o.loaded.g, o.values) + files_text(o.files);
}

std::string json_text(const local_efficiency_outcome& o) {
  json object = begun_json("local-efficiency", o);
  object["largest"] = largest_values_json(o.loaded.g, o.values);
  o.runs.add_to(object);
  return finished(std::move(object), o.files);
}

int run_local_efficiency(const analysis_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  const run_control control = s.control(a.graph.threads);
  local_efficiency_outcome o;
  load(a, s, control, o);
  require_undirected(o.loaded, "values of local efficiency");
  o.found = o.runs.run(a.repeat, [&] { return local_efficiency(o.loaded.g, {control}); });
  o.values.name = "local_efficiency";
  o.values.values.assign(o.found.values.begin(), o.found.values.end());
  o.files = write_values(a.output, o.loaded.g, o.values);
  s.print(a.json ? json_text(o) : text(o));
  return exit_good;
}

command_action add_local_efficiency_command(CLI::App& program) {
  auto a = std::make_shared<analysis_arguments>();
  CLI::App* command =
      program.add_subcommand("local-efficiency", "Local efficiency: how well the neighbors of a vertex are connected without it");
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "compute the values");
  start_group(*command, "Output");
  add_output_options(*command, *a, "all values");
  add_example(*command, "fathom local-efficiency graph.mtx --output values.tsv");
  return {command, [a](const session& s) { return run_local_efficiency(*a, s); }};
}

const registered_command local_efficiency_command{"local-efficiency", help_section::analysis, add_local_efficiency_command};

}  // namespace

}  // namespace fathom::program
