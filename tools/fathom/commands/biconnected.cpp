// `fathom biconnected`: biconnected components, bridges and articulation points.
#include <algorithm>
#include <utility>

#include "commands/analysis.hpp"
#include "fathom/biconnected.hpp"
#include "fathom/error.hpp"
#include "output/edge_values.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct biconnected_arguments : analysis_arguments {
  bool edges = false;
};

struct biconnected_outcome : analysis_outcome<biconnected_result, biconnected_validation> {
  vertex_values memberships;  // number of components of each vertex
  std::size_t largest = 0;    // number of vertices of the largest component
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
  return run_text("biconnected", "", counted(o.found.components(), "component"), o.found.report) + o.runs.text() +
         fmt::format("  {} in the largest component, {}, {}\n", counted(o.largest, "vertex", "vertices"),
                     counted(o.found.bridges.size(), "bridge"), counted(o.found.articulation_points.size(), "articulation point")) +
         largest_values_text(o.loaded.g, o.memberships) + finished_text(o);
}

std::string json_text(const biconnected_outcome& o) {
  json object = begun_json("biconnected", o);
  object["components"] = o.found.components();
  object["bridges"] = o.found.bridges.size();
  object["articulation_points"] = o.found.articulation_points.size();
  object["largest_component"] = o.largest;
  object["largest"] = largest_values_json(o.loaded.g, o.memberships);
  return finished_json(std::move(object), o);
}

int run(const biconnected_arguments& a, const session& s) {
  if (a.edges && a.output.empty()) throw error(error_category::usage, "--edges selects what --output writes; add --output FILE");
  check_output(a.output, {graph_name(a.graph)}, {"vertices", "edges"});
  const biconnected_options options{.list_edges = a.edges, .control = s.control(a.graph.threads)};
  biconnected_outcome o;
  load(a, s, options.control, o);
  const graph& g = o.loaded.g;
  require_undirected(o.loaded, "biconnected components");
  o.found = o.runs.run(a.repeat, [&] { return biconnected_components(g, options); });
  count(o);
  if (a.validate) o.validation = validate_biconnected(g, o.found, options.control);
  if (!o.failed()) {  // a result that failed validation is not written
    o.files =
        a.edges ? write_values(a.output, g, components_of_edges(o.found)) : write_values(a.output, g, o.memberships, {"edges"});
  }
  return conclude(s, o, a.json ? json_text(o) : text(o), "the biconnected components are");
}

command_action add_biconnected_command(CLI::App& program) {
  auto a = std::make_shared<biconnected_arguments>();
  CLI::App* command = program.add_subcommand("biconnected", "Biconnected components, bridges and articulation points");
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "search");
  add_output_options(*command, *a, "the components, bridges and articulation points", "the number of components of each vertex");
  command->add_flag("--edges", a->edges, "write the component of each edge instead");
  add_example(*command, "fathom biconnected graph.mtx --validate --output components.tsv --edges");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command biconnected_command{"biconnected", help_section::analysis, add_biconnected_command};

}  // namespace

}  // namespace fathom::program
