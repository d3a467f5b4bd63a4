// `fathom dag`: whether a graph is acyclic, its generations in topological order, its longest path and its transitive reduction.
#include <utility>

#include "commands/analysis.hpp"
#include "fathom/dag.hpp"
#include "fathom/io.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct dag_arguments : analysis_arguments {
  bool weights = false;
  std::string reduction;
};

struct dag_outcome : analysis_outcome<topological_order_result, dag_validation> {
  std::optional<longest_path_result> longest;  // of an acyclic graph
  std::optional<transitive_reduction_result> reduction;
};

// -1 for vertices on cycles and all that these reach.
vertex_values generations_of(const dag_outcome& o) {
  vertex_values all{"generation", true, {}, std::vector<double>(o.loaded.g.num_vertices(), -1)};
  for (std::size_t i = 0; i < o.found.generations(); ++i) {
    for (const vertex_id v : o.found.generation(i)) all.values[v] = static_cast<double>(i);
  }
  return all;
}

std::string found_text(const dag_outcome& o) {
  const graph& g = o.loaded.g;
  if (!o.found.acyclic()) {
    std::vector<vertex_id> closed = o.found.cycle;
    closed.push_back(closed.front());
    const std::string hint =
        g.directed() ? ""
                     : "  note: in an undirected graph each edge is a cycle of two; use --directed if its edges have directions\n";
    return fmt::format("  {} in the order before cycles\n  cycle of {}: {}\n{}",
                       counted(o.found.order.size(), "vertex", "vertices"), counted(o.found.cycle.size(), "edge"),
                       shown_path(g, closed), hint);
  }
  if (o.longest->vertices.empty()) return "";
  return fmt::format("  longest path: length {}, {}, in {}\n", o.longest->length, shown_path(g, o.longest->vertices),
                     human_seconds(o.longest->report.seconds()));
}

std::string reduction_text(const dag_outcome& o) {
  if (!o.reduction) return "";
  return fmt::format("  transitive reduction: {} of {} in {}\n", grouped(o.reduction->reduced.num_edges()),
                     counted(o.loaded.g.num_edges(), "edge"), human_seconds(o.reduction->report.seconds()));
}

std::string text(const dag_outcome& o) {
  const std::string generations = counted(o.found.generations(), "generation");
  return run_text("topological order", "", o.found.acyclic() ? "acyclic, " + generations : "not acyclic", o.found.report) +
         o.runs.text() + found_text(o) + reduction_text(o) + finished_text(o, "order");
}

std::string json_text(const dag_outcome& o) {
  const graph& g = o.loaded.g;
  json object = begun_json("dag", o);
  object["acyclic"] = o.found.acyclic();
  object["generations"] = o.found.generations();
  object["ordered"] = o.found.order.size();
  object["cycle"] = vertices_json(g, o.found.cycle);
  object["longest_path"] = nullptr;
  if (o.longest) object["longest_path"] = {{"length", o.longest->length}, {"path", vertices_json(g, o.longest->vertices)}};
  object["reduction"] = nullptr;
  if (o.reduction) object["reduction"] = {{"edges", o.reduction->reduced.num_edges()}, {"seconds", o.reduction->report.seconds()}};
  return finished_json(std::move(object), o);
}

void reduce(const dag_arguments& a, const run_control& control, dag_outcome& o) {
  if (a.reduction.empty()) return;
  o.reduction = transitive_reduction(o.loaded.g, {control});
  if (!a.validate || o.failed()) return;
  const double seconds = o.validation->seconds;  // of the order
  o.validation = validate_transitive_reduction(o.loaded.g, o.reduction->reduced, control);
  o.validation->seconds += seconds;
}

void write_files(const dag_arguments& a, const run_control& control, dag_outcome& o) {
  o.files = write_values(a.output, o.loaded.g, generations_of(o));
  if (!o.reduction) return;
  write_graph(a.reduction, o.reduction->reduced, {.control = control});
  o.files.push_back(a.reduction);
}

int run(const dag_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  check_graph_output(a.reduction, a.graph);
  refuse_same_file(a.output, {"vertices"}, "--reduction", a.reduction);
  const run_control control = s.control(a.graph.threads);
  dag_outcome o;
  load(a, s, control, o);
  const graph& g = o.loaded.g;
  o.found = o.runs.run(a.repeat, [&] { return topological_order(g, {control}); });
  if (a.validate) o.validation = validate_topological_order(g, o.found, control);
  if (o.found.acyclic())
    o.longest = longest_path(g, {.length = a.weights ? path_length::weights : path_length::hops, .control = control});
  reduce(a, control, o);
  if (!o.failed()) write_files(a, control, o);  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(o), "the result is");
}

command_action add_dag_command(CLI::App& program) {
  auto a = std::make_shared<dag_arguments>();
  CLI::App* command =
      program.add_subcommand("dag", "Topological order by generations, cycles, the longest path and the transitive reduction");
  a->graph.default_loops = self_loops::keep;  // a self-loop is a cycle
  add_graph_options(*command, a->graph);
  start_group(*command, "Order");
  command->add_flag("--weighted", a->weights, "longest path by the sum of weights (default: by the number of edges)");
  add_repeat_option(*command, a->repeat, "order the vertices");
  add_output_options(*command, *a, "the order, and the reduction,", "the generation of each vertex");
  command
      ->add_option("--reduction", a->reduction,
                   "write the transitive reduction of an acyclic graph to FILE, in the format of its suffix")
      ->type_name("FILE");
  add_example(*command, "fathom dag tasks.tsv --validate --output generations.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command dag_command{"dag", help_section::analysis, add_dag_command};

}  // namespace

}  // namespace fathom::program
