// `fathom truss`: truss numbers of edges, and k-trusses as graphs.
#include <utility>

#include "base/timer.hpp"
#include "commands/analysis.hpp"
#include "fathom/truss.hpp"
#include "output/distribution.hpp"
#include "output/edge_values.hpp"

namespace fathom::program {
namespace {

struct truss_arguments : analysis_arguments {
  std::optional<vertex_id> k;
  std::string subgraph;
};

struct k_truss_outcome {
  vertex_id k = 0;
  graph g;
  double seconds = 0;
};

struct truss_outcome : analysis_outcome<truss_result, truss_validation> {
  edge_values values;
  value_distribution distribution;
  std::optional<k_truss_outcome> k_truss;
};

std::string text(const truss_outcome& o) {
  std::string lines = run_text("truss", "", "largest truss number " + grouped(o.found.largest), o.found.report) + o.runs.text() +
                      fmt::format("  {} in the innermost truss\n", counted(o.found.innermost, "edge")) +
                      distribution_text("truss number", o.distribution, "edges");
  if (o.k_truss) {
    const graph& g = o.k_truss->g;
    lines += fmt::format("  {}-truss: {}, {} in {}\n", grouped(o.k_truss->k), counted(g.num_vertices(), "vertex", "vertices"),
                         counted(g.num_edges_once(), "edge"), human_seconds(o.k_truss->seconds));
  }
  return lines + finished_text(o);
}

json k_truss_json(const truss_outcome& o) {
  if (!o.k_truss) return nullptr;
  const graph& g = o.k_truss->g;
  return {{"k", o.k_truss->k}, {"vertices", g.num_vertices()}, {"undirected_edges", g.num_edges_once()}};
}

std::string json_text(const truss_outcome& o) {
  json object = begun_json("truss", o);
  object["largest_truss_number"] = o.found.largest;
  object["innermost"] = o.found.innermost;
  object["distribution"] = distribution_json("truss_number", o.distribution, "edges");
  object["k_truss"] = k_truss_json(o);
  object["seconds_k_truss"] = o.k_truss ? o.k_truss->seconds : 0;
  return finished_json(std::move(object), o);
}

void list_values(truss_outcome& o) {
  const std::vector<double> numbers(o.found.truss_numbers.begin(), o.found.truss_numbers.end());
  o.values = make_edge_values("truss_number", o.loaded.g, numbers);
  for (const edge_values::edge& e : o.values.edges) ++o.distribution[static_cast<std::uint64_t>(e.value)];
}

void find_k_truss(const truss_arguments& a, const run_control& control, truss_outcome& o) {
  if (!a.k && a.subgraph.empty()) return;
  const vertex_id k = a.k.value_or(o.found.largest);
  const timer watch;
  o.k_truss = {k, k_truss(o.loaded.g, k, o.found.truss_numbers.view(), control), 0};
  o.k_truss->seconds = watch.seconds();
}

void write_files(const truss_arguments& a, const run_control& control, truss_outcome& o) {
  o.files = write_values(a.output, o.loaded.g, o.values);
  if (a.subgraph.empty()) return;
  write_graph(a.subgraph, o.k_truss->g, {.control = control});
  o.files.push_back(a.subgraph);
}

int run(const truss_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)}, {"edges"});
  check_graph_output(a.subgraph, a.graph);
  refuse_same_file(a.output, {"edges"}, "--subgraph", a.subgraph);
  const truss_options options{.control = s.control(a.graph.threads)};
  truss_outcome o;
  load(a, s, options.control, o);
  const graph& g = o.loaded.g;
  require_undirected(o.loaded, "trusses");
  o.found = o.runs.run(a.repeat, [&] { return truss_numbers(g, options); });
  list_values(o);
  if (a.validate) o.validation = validate_truss(g, o.found.truss_numbers.view(), options.control);
  find_k_truss(a, options.control, o);
  if (!o.failed()) write_files(a, options.control, o);  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the truss numbers are");
}

command_action add_truss_command(CLI::App& program) {
  auto a = std::make_shared<truss_arguments>();
  CLI::App* command = program.add_subcommand("truss", "Truss numbers of edges, and k-trusses");
  add_graph_options(*command, a->graph);
  start_group(*command, "Trusses");
  command->add_option("--k-truss", a->k, "report the size of the K-truss (default: the innermost truss, with --subgraph)")
      ->check(whole_number(0))
      ->type_name("K");
  add_repeat_option(*command, a->repeat, "compute the truss numbers");
  add_output_options(*command, *a, "the truss numbers", "the truss number of each edge");
  command->add_option("--subgraph", a->subgraph, "write the K-truss as a graph, in the format of the file's suffix")
      ->type_name("FILE");
  add_example(*command, "fathom truss graph.mtx --output truss.tsv --k-truss 8 --subgraph truss.mtx");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command truss_command{"truss", help_section::analysis, add_truss_command};

}  // namespace

}  // namespace fathom::program
