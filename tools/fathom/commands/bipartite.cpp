// `fathom bipartite`: a two-coloring of the vertices, or a cycle of an odd number of edges.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/bipartite.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/verdict.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct bipartite_arguments {
  graph_arguments graph;
  int repeat = 1;
  bool validate = false, json = false;
  std::string output;
};

struct bipartite_outcome {
  loaded_graph loaded;
  bipartite_result found;  // its report is that of the run with the median time
  repeated_runs<bipartite_report> runs;
  int threads = 0;  // that read and built the graph
  std::optional<bipartite_validation> validation;
  std::vector<std::string> files;

  [[nodiscard]] bool failed() const { return is_invalid(validation); }
  [[nodiscard]] auto of_color(std::uint8_t color) const {
    return static_cast<std::uint64_t>(std::count(found.colors.begin(), found.colors.end(), color));
  }
};

// -1 for all vertices if the graph is not bipartite.
vertex_values colors_of(const bipartite_outcome& o) {
  vertex_values all{"color", true, {}, std::vector<double>(o.loaded.g.num_vertices(), -1)};
  std::copy(o.found.colors.begin(), o.found.colors.end(), all.values.begin());
  return all;
}

std::string found_text(const bipartite_outcome& o) {
  if (o.found.bipartite())
    return fmt::format("  {} of color 0, {} of color 1\n", counted(o.of_color(0), "vertex", "vertices"), grouped(o.of_color(1)));
  std::vector<vertex_id> closed = o.found.odd_cycle;
  closed.push_back(closed.front());
  return fmt::format("  odd cycle of {}: {}\n", counted(o.found.odd_cycle.size(), "edge"), shown_path(o.loaded.g, closed));
}

std::string text(const bipartite_outcome& o) {
  const bipartite_report& r = o.found.report;
  return headline("two-coloring", " on " + place_and_threads(to_string(r.where), 1),
                  o.found.bipartite() ? "bipartite" : "not bipartite", r.seconds(), r.engine) +
         report_line(r) + o.runs.text() + found_text(o) + verdict_text(o.validation) + files_text(o.files);
}

std::string json_text(const bipartite_outcome& o) {
  json object = command_json("bipartite", o.loaded);
  object.update(json_fields(o.found.report));
  object["threads"] = o.threads;
  object["bipartite"] = o.found.bipartite();
  object["of_color"] = o.found.bipartite() ? json{o.of_color(0), o.of_color(1)} : json(nullptr);
  object["odd_cycle"] = vertices_json(o.loaded.g, o.found.odd_cycle);
  o.runs.add_to(object);
  add_verdict(object, o.validation);
  return finished(std::move(object), o.files);
}

int run(const bipartite_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  const run_control control = s.control(a.graph.threads);
  bipartite_outcome o;
  o.loaded = load_graph(a.graph, control);
  o.threads = thread_count(control);
  const graph& g = o.loaded.g;
  if (!a.json) s.print(receipt_text(o.loaded));
  o.found = o.runs.run(a.repeat, [&] { return two_coloring(g, {control}); });
  if (a.validate) o.validation = validate_two_coloring(g, o.found, control);
  if (!o.failed()) o.files = write_values(a.output, g, colors_of(o));  // a result that failed validation is not written
  s.print(a.json ? json_text(o) : text(o));
  return o.failed() ? s.fail_invalid("the colors or the cycle are not valid; the report names the violated rule") : exit_good;
}

command_action add_bipartite_command(CLI::App& program) {
  auto a = std::make_shared<bipartite_arguments>();
  CLI::App* command = program.add_subcommand("bipartite", "Whether a graph is bipartite: two colors, or an odd cycle");
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "search");
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate the colors or the cycle against the graph");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the color of each vertex, 0 or 1, to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  add_example(*command, "fathom bipartite grid:30x20 --validate --output colors.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command bipartite_command{"bipartite", help_section::analysis, add_bipartite_command};

}  // namespace

}  // namespace fathom::program
