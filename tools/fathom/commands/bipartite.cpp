// `fathom bipartite`: a two-coloring of the vertices, or a cycle of an odd number of edges.
#include <algorithm>
#include <utility>

#include "commands/analysis.hpp"
#include "fathom/bipartite.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct bipartite_outcome : analysis_outcome<bipartite_result, bipartite_validation> {
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
  return run_text("two-coloring", "", o.found.bipartite() ? "bipartite" : "not bipartite", o.found.report) + o.runs.text() +
         found_text(o) + finished_text(o);
}

std::string json_text(const bipartite_outcome& o) {
  json object = begun_json("bipartite", o);
  object["bipartite"] = o.found.bipartite();
  object["of_color"] = o.found.bipartite() ? json{o.of_color(0), o.of_color(1)} : json(nullptr);
  object["odd_cycle"] = vertices_json(o.loaded.g, o.found.odd_cycle);
  return finished_json(std::move(object), o);
}

int run(const analysis_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  const run_control control = s.control(a.graph.threads);
  bipartite_outcome o;
  load(a, s, control, o);
  const graph& g = o.loaded.g;
  o.found = o.runs.run(a.repeat, [&] { return two_coloring(g, {control}); });
  if (a.validate) o.validation = validate_two_coloring(g, o.found, control);
  if (!o.failed()) o.files = write_values(a.output, g, colors_of(o));  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the colors or the cycle are");
}

command_action add_bipartite_command(CLI::App& program) {
  auto a = std::make_shared<analysis_arguments>();
  CLI::App* command = program.add_subcommand("bipartite", "Whether a graph is bipartite: two colors, or an odd cycle");
  a->graph.default_loops = self_loops::keep;  // a self-loop is an odd cycle
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "search");
  add_output_options(*command, *a, "the colors or the cycle", "the color of each vertex, 0 or 1,");
  add_example(*command, "fathom bipartite grid:30x20 --validate --output colors.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command bipartite_command{"bipartite", help_section::analysis, add_bipartite_command};

}  // namespace

}  // namespace fathom::program
