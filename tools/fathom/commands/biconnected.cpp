// `fathom biconnected`: biconnected components, bridges and articulation points.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/biconnected.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/edge_values.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/verdict.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct biconnected_arguments {
  graph_arguments graph;
  int repeat = 1;
  bool edges = false, validate = false, json = false;
  std::string output;
};

struct biconnected_outcome {
  loaded_graph loaded;
  biconnected_result found;  // its report is that of the run with the median time
  repeated_runs<biconnected_report> runs;
  int threads = 0;            // that read and built the graph
  vertex_values memberships;  // number of components of each vertex
  std::size_t largest = 0;    // number of vertices of the largest component
  std::optional<biconnected_validation> validation;
  std::vector<std::string> files;

  [[nodiscard]] bool failed() const { return is_invalid(validation); }
};

void count(biconnected_outcome& o) {
  o.memberships = {"biconnected_components", true, {}, std::vector<double>(o.loaded.g.num_vertices(), 0)};
  for (const vertex_id v : o.found.vertices) ++o.memberships.values[v];
  for (const double memberships : o.memberships.values) {
    o.memberships.whole = o.memberships.whole && memberships <= std::numeric_limits<std::int32_t>::max();
  }
  for (std::size_t i = 0; i < o.found.components(); ++i) o.largest = std::max(o.largest, o.found.vertices_of(i).size());
}

// Components are numbered from 0 in the order of the result.
edge_values components_of_edges(const biconnected_result& found) {
  edge_values all{"biconnected_component", {}};
  for (std::size_t i = 0; i < found.components(); ++i) {
    for (const vertex_pair& e : found.edges_of(i)) all.edges.push_back({e.from, e.to, static_cast<double>(i)});
  }
  return all;
}

std::string text(const biconnected_outcome& o) {
  const biconnected_report& r = o.found.report;
  return headline("biconnected", " on " + place_and_threads(to_string(r.where), 1), counted(o.found.components(), "component"),
                  r.seconds(), r.engine) +
         report_line(r) + o.runs.text() +
         fmt::format("  {} in the largest component, {}, {}\n", counted(o.largest, "vertex", "vertices"),
                     counted(o.found.bridges.size(), "bridge"), counted(o.found.articulation_points.size(), "articulation point")) +
         largest_values_text(o.loaded.g, o.memberships) + verdict_text(o.validation) + files_text(o.files);
}

std::string json_text(const biconnected_outcome& o) {
  json object = command_json("biconnected", o.loaded);
  object.update(json_fields(o.found.report));
  object["threads"] = o.threads;
  object["components"] = o.found.components();
  object["bridges"] = o.found.bridges.size();
  object["articulation_points"] = o.found.articulation_points.size();
  object["largest_component"] = o.largest;
  object["largest"] = largest_values_json(o.loaded.g, o.memberships);
  o.runs.add_to(object);
  add_verdict(object, o.validation);
  return finished(std::move(object), o.files);
}

int run(const biconnected_arguments& a, const session& s) {
  if (a.edges && a.output.empty()) throw error(error_category::usage, "--edges selects what --output writes; add --output FILE");
  check_output(a.output, {graph_name(a.graph)}, {"vertices", "edges"});
  const biconnected_options options{.list_edges = a.edges, .control = s.control(a.graph.threads)};
  biconnected_outcome o;
  o.loaded = load_graph(a.graph, options.control);
  o.threads = thread_count(options.control);
  const graph& g = o.loaded.g;
  if (!a.json) s.print(receipt_text(o.loaded));
  require_undirected(o.loaded, "biconnected components");
  o.found = o.runs.run(a.repeat, [&] { return biconnected_components(g, options); });
  count(o);
  if (a.validate) o.validation = validate_biconnected(g, o.found, options.control);
  if (!o.failed()) {  // a result that failed validation is not written
    o.files =
        a.edges ? write_values(a.output, g, components_of_edges(o.found)) : write_values(a.output, g, o.memberships, {"edges"});
  }
  s.print(a.json ? json_text(o) : text(o));
  return o.failed() ? s.fail_invalid("the biconnected components are not valid; the report names the violated rule") : exit_good;
}

command_action add_biconnected_command(CLI::App& program) {
  auto a = std::make_shared<biconnected_arguments>();
  CLI::App* command = program.add_subcommand("biconnected", "Biconnected components, bridges and articulation points");
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "search");
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate the components, bridges and articulation points against the graph");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the number of components of each vertex to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  command->add_flag("--edges", a->edges, "write the component of each edge instead");
  add_example(*command, "fathom biconnected graph.mtx --validate --output components.tsv --edges");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command biconnected_command{"biconnected", help_section::analysis, add_biconnected_command};

}  // namespace

}  // namespace fathom::program
