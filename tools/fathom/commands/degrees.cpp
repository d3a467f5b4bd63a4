// `fathom degrees`: degree distribution and the vertices of highest degree.
#include <algorithm>

#include "commands/analysis.hpp"
#include "fathom/error.hpp"
#include "output/distribution.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct degrees_arguments : analysis_arguments {
  bool in = false;
};

struct degrees_outcome {
  loaded_graph loaded;
  std::string kind;  ///< "degree" of an undirected graph, "out-degree" or "in-degree"
  vertex_values of_vertices;
  value_distribution distribution;
  std::vector<std::string> files;
};

// A self-loop has two ends at its vertex, as in NetworkX and igraph; in a directed graph it leaves and enters once.
void count_second_ends(const graph& g, std::vector<std::uint64_t>& degrees) {
  const adjacency_view& rows = g.view().out;
  for (vertex_id v = 0; v < g.num_vertices(); ++v)
    degrees[v] += static_cast<std::uint64_t>(std::count(rows.begin(v), rows.end(v), v));
}

std::vector<std::uint64_t> degrees_of(const graph& g, bool in) {
  std::vector<std::uint64_t> degrees(g.num_vertices());
  const adjacency_view& rows = g.view().out;
  if (in) {
    for (edge_offset e = 0; e < g.num_edges(); ++e) ++degrees[rows.targets[e]];
  } else {
    for (vertex_id v = 0; v < g.num_vertices(); ++v) degrees[v] = rows.offsets[v + 1] - rows.offsets[v];
  }
  if (!g.directed()) count_second_ends(g, degrees);
  return degrees;
}

void count(const std::vector<std::uint64_t>& degrees, degrees_outcome& o) {
  o.of_vertices = {o.kind, true, {}, {}};
  o.of_vertices.values.reserve(degrees.size());
  for (const std::uint64_t degree : degrees) {
    ++o.distribution[degree];
    o.of_vertices.values.push_back(static_cast<double>(degree));
    o.of_vertices.whole = o.of_vertices.whole && degree <= std::numeric_limits<std::int32_t>::max();
  }
}

std::string text(const degrees_outcome& o) {
  std::string lines =
      fmt::format("\n{}: {} values\n", painted(paint::heading, o.kind + " distribution"), grouped(o.distribution.size()));
  lines += distribution_text(o.kind, o.distribution) + largest_values_text(o.loaded.g, o.of_vertices);
  return lines + files_text(o.files);
}

std::string json_text(const degrees_outcome& o) {
  json object = command_json("degrees", o.loaded);
  object["threads"] = 1;  // that counted
  object["kind"] = o.kind;
  object["distribution"] = distribution_json("degree", o.distribution);
  object["largest"] = largest_values_json(o.loaded.g, o.of_vertices);
  return finished(std::move(object), o.files);
}

int run(const degrees_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  degrees_outcome o;
  const run_control control = s.control(a.graph.threads);
  load(a, s, control, o);
  const graph& g = o.loaded.g;
  if (a.in && !g.directed()) {
    throw error(error_category::usage,
                "--in: this graph is undirected, so each vertex has one degree; omit it, or read the graph with --directed");
  }
  o.kind = !g.directed() ? "degree" : a.in ? "in-degree" : "out-degree";
  count(degrees_of(g, a.in), o);
  o.files = write_values(a.output, g, o.of_vertices);
  s.print(a.json ? json_text(o) : text(o));
  return exit_good;
}

command_action add_degrees_command(CLI::App& program) {
  auto a = std::make_shared<degrees_arguments>();
  CLI::App* command = program.add_subcommand("degrees", "Degree distribution and the vertices of highest degree");
  a->graph.default_loops = self_loops::keep, a->graph.drops_generated_loops = true;
  command->add_flag("--in", a->in, "in-degrees instead of out-degrees of a directed graph");
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom degrees graph.mtx --output degrees.tsv");
  start_group(*command, "Output");
  add_output_options(*command, *a, "the degree of each vertex");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command degrees_command{"degrees", help_section::analysis, add_degrees_command};

}  // namespace

}  // namespace fathom::program
