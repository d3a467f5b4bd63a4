// `fathom triangles`: triangle counts, per vertex and in total, and clustering coefficients.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "fathom/triangles.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct triangles_arguments {
  graph_arguments graph;
  std::string directions;  // empty if not given
  int repeat = 1;
  bool json = false;
  std::string output;
};

struct triangles_outcome {
  loaded_graph loaded;
  std::string directions;  // empty if the option was not given
  triangles_result found;  // its report is that of the run with the median time
  repeated_runs<triangles_report> runs;
  vertex_values of_vertices;
  std::vector<std::string> files;
};

std::string text(const triangles_outcome& o) {
  std::string lines = run_text("triangles", "", grouped(o.found.count), o.found.report) + o.runs.text();
  if (!o.directions.empty()) lines += fmt::format("  directions {}\n", o.directions);
  lines += fmt::format("  transitivity {:.6f}, average clustering coefficient {:.6f}\n", o.found.transitivity(),
                       o.found.average_clustering());
  lines += largest_values_text(o.loaded.g, o.of_vertices);
  return lines + files_text(o.files);
}

std::string json_text(const triangles_outcome& o) {
  json object = command_json("triangles", o.loaded);
  object.update(json_fields(o.found.report));
  object["count"] = o.found.count;
  object["wedges"] = o.found.wedges;
  object["transitivity"] = o.found.transitivity();
  object["average_clustering"] = o.found.average_clustering();
  object["largest"] = largest_values_json(o.loaded.g, o.of_vertices);
  o.runs.add_to(object);
  if (!o.directions.empty()) object["directions"] = o.directions;
  if (!o.files.empty()) object["files"] = o.files;
  return text_of(object);
}

vertex_values values_of(const triangles_result& found) {
  vertex_values all{"triangles", true, {}, {}};
  for (const std::uint64_t of_vertex : found.triangles) {
    all.values.push_back(static_cast<double>(of_vertex));
    all.whole = all.whole && of_vertex <= std::numeric_limits<std::int32_t>::max();
  }
  return all;
}

int run(const triangles_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  triangles_options options;
  for (const triangle_directions one : {triangle_directions::ignored, triangle_directions::counted}) {
    if (a.directions == to_string(one)) options.directions = one;
  }
  options.where = working_device(a.graph);
  options.control = s.control(a.graph.threads);
  triangles_outcome o;
  o.directions = a.directions;
  o.loaded = load_graph(a.graph, options.control);
  if (!a.json) s.print(receipt_text(o.loaded));
  if (o.loaded.g.directed() && !options.directions) {
    throw error(error_category::usage,
                fmt::format("{}: this graph is directed; add --directions ignored, under which edges connect both ways, or "
                            "--directions counted, under which a triangle counts once for each choice of directed edges",
                            o.loaded.name));
  }
  o.found = o.runs.run(a.repeat, [&] { return count_triangles(o.loaded.g, options); });
  o.of_vertices = values_of(o.found);
  o.files = write_values(a.output, o.loaded.g, o.of_vertices);
  s.print(a.json ? json_text(o) : text(o));
  return exit_good;
}

command_action add_triangles_command(CLI::App& program) {
  auto a = std::make_shared<triangles_arguments>();
  CLI::App* command = program.add_subcommand("triangles", "Triangle counts and clustering coefficients");
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom triangles graph.mtx --directions ignored --output triangles.tsv");
  start_group(*command, "Triangles");
  command
      ->add_option("--directions", a->directions,
                   "in a directed graph: ignored (edges connect both ways) or counted (a triangle counts once for each choice of "
                   "one edge per pair of its vertices)")
      ->check(one_of({"ignored", "counted"}))
      ->type_name("ROLE");
  add_repeat_option(*command, a->repeat, "count the triangles");
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the number of triangles of each vertex to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  return {command, [a](const session& s) {
            a->graph.searching = true;
            return run(*a, s);
          }};
}

const registered_command triangles_command{"triangles", help_section::analysis, add_triangles_command};

}  // namespace

}  // namespace fathom::program
