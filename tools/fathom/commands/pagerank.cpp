// `fathom pagerank`: scores of the PageRank random surfer, in one process or in several.

#include "fathom/distributed/pagerank.hpp"
#include "base/timer.hpp"
#include "comm/agreement.hpp"
#include "commands/analysis.hpp"
#include "commands/on_processes.hpp"
#include "fathom/error.hpp"
#include "fathom/pagerank.hpp"
#include "options/sources.hpp"
#include "output/part_files.hpp"
#include "output/rank_json.hpp"
#include "output/vertex_values.hpp"
#include "ranks.hpp"

namespace fathom::program {
namespace {

struct pagerank_arguments : analysis_arguments {
  double damping = pagerank_options{}.damping, tolerance = pagerank_options{}.tolerance;
  int max_iterations = pagerank_options{}.max_iterations;
  int iterations = -1;                    // --iterations; negative if not given
  std::vector<std::string> personalized;  // --personalize
  std::string list;                       // --personalize-list
  std::string method = "auto", order = "auto";
  bool full_precision = false;
  process_arguments ranking;
};

struct pagerank_outcome {
  loaded_graph loaded;
  std::optional<layout> prepared;  // unless the graph itself or the layout of its file is read
  vertex_values scores;
  pagerank_report report;  // of the run with the median time
  repeated_runs<pagerank_report> runs;
  double seconds_copy = 0;  // copying the scores from a CUDA device
  std::size_t personalized = 0;
  std::optional<partition_summary> parts;  // with --ranks or several --devices
  double seconds_gather = 0;               // as above
  std::vector<std::string> files;
};

std::string end_text(const pagerank_arguments& a, const pagerank_report& r) {
  if (r.iterations == 0 && !r.converged) return "after 0 iterations the scores are those of the start";
  if (a.iterations >= 0) return fmt::format("the last iteration changed the scores by {:.3g}", r.change);
  if (r.converged)
    return painted(paint::good, fmt::format("converged: the last change, {:.3g}, is below {:g}", r.change, a.tolerance));
  return painted(paint::bad, fmt::format("not converged after {}: the last change, {:.3g}, is not below {:g}; use more "
                                         "--max-iterations or a larger --tolerance",
                                         counted(static_cast<std::uint64_t>(r.iterations), "iteration"), r.change, a.tolerance));
}

std::string text(const pagerank_arguments& a, const pagerank_outcome& o) {
  const pagerank_report& r = o.report;
  std::string of = " of " + counted(o.loaded.g.num_vertices(), "vertex", "vertices");
  if (o.personalized > 0) of += ", personalized to " + counted(o.personalized, "vertex", "vertices");
  std::string lines =
      run_text("pagerank", of, counted(static_cast<std::uint64_t>(r.iterations), "iteration"), r, {"iterations", "change"});
  if (o.seconds_copy > 0) lines += fmt::format("  scores copied to the host in {}\n", human_seconds(o.seconds_copy));
  if (r.seconds_iterate > 0)
    lines += fmt::format("  memory traffic {}B/s\n", human_quantity(static_cast<double>(r.bytes) / r.seconds_iterate));
  lines += "  " + end_text(a, r) + "\n";
  if (!r.order.empty()) lines += fmt::format("  {}\n", r.order);
  lines += o.runs.text();
  if (!o.scores.values.empty()) lines += largest_values_text(o.loaded.g, o.scores);
  if (o.parts) lines += "\n" + ranks_text(o.parts->by_rank, holder_of_part(a.ranking));
  return lines + files_text(o.files);
}

std::string json_text(const pagerank_arguments& a, const pagerank_outcome& o) {
  json object = command_json("pagerank", o.loaded);
  object.update(json_fields(o.report));
  if (a.iterations >= 0) object["converged"] = nullptr;
  object["peak_memory_bytes"] = peak_memory_bytes();
  object["damping"] = a.damping;
  object["tolerance"] = a.iterations >= 0 ? json(nullptr) : json(a.tolerance);
  object["personalized"] = o.personalized;
  object["largest"] = a.ranking.parts ? json(nullptr) : largest_values_json(o.loaded.g, o.scores);  // no process has all scores
  object["seconds_copy"] = o.seconds_copy;
  o.runs.add_to(object);
  if (!o.files.empty()) object["files"] = o.files;
  if (o.parts) {
    add_partition(o.loaded, *o.parts, object);
    object["seconds"] = o.report.seconds() + o.seconds_gather, object["seconds_gather"] = o.seconds_gather;
  }
  return text_of(object);
}

pagerank_options settings(const pagerank_arguments& a) {
  pagerank_options options;
  options.damping = a.damping, options.tolerance = a.tolerance, options.max_iterations = a.max_iterations;
  if (a.iterations >= 0) options.tolerance = 0, options.max_iterations = a.iterations;
  if (a.method == "power") options.method = pagerank_method::power;
  if (a.method == "gauss-seidel") options.method = pagerank_method::gauss_seidel;
  if (a.full_precision) options.precision = pagerank_precision::full;
  return options;
}

// The weight of each vertex: how often it is named.
std::vector<double> personalization(const pagerank_arguments& a, pagerank_outcome& o) {
  const graph& g = o.loaded.g;
  std::vector<vertex_id> named;
  if (!a.list.empty()) named = listed_vertices(a.list, g, "vertex", "--personalize-list takes a file with one vertex per line");
  for (const std::string& name : a.personalized) named.push_back(find_vertex(g, name, "vertex"));
  if (!a.list.empty() && named.empty()) {
    throw error(error_category::usage, fmt::format("--personalize-list: {} lists no vertices; list at least one", a.list));
  }
  o.personalized = named.size();
  std::vector<double> weights(named.empty() ? 0 : g.num_vertices());
  for (const vertex_id v : named) weights[v] += 1;
  return weights;
}

// Checks output and options before reading: wrong suffixes, outputs that overwrite an input and values out of range fail at once.
void check_before_reading(const pagerank_arguments& a, const pagerank_options& options) {
  check_process_options(a.ranking, a.graph, a.output, process_devices::any);
  check_output(a.output, {graph_name(a.graph), a.list});
  static_cast<void>(pagerank(graph(), options));
}

int exit_code_for(const pagerank_arguments& a, const pagerank_outcome& o, const session& s) {
  if (a.iterations >= 0 || o.report.converged) return exit_good;
  return s.fail_invalid(fmt::format("PageRank did not converge: after {} {}; use more --max-iterations or a larger --tolerance",
                                    counted(static_cast<std::uint64_t>(o.report.iterations), "iteration"),
                                    o.report.iterations == 0
                                        ? "the scores are those of the start"
                                        : fmt::format("the last change is {:.3g}, not below {:g}", o.report.change, a.tolerance)));
}

int run_together(const pagerank_arguments& a, const session& s, communicator& ranks) {
  rank_pagerank_options options;
  options.ranking = settings(a);
  options.ranking.control = s.control(a.graph.threads);
  options.gather = !a.ranking.parts;
  on_all_processes(ranks, [&] {
    if (names_device(a.graph)) options.ranking.where = working_device(a.graph);
    check_before_reading(a, options.ranking);
    refuse_with_parts(a.ranking,
                      {{"--method gauss-seidel", a.method == "gauss-seidel", "it uses scores of all vertices within an iteration"},
                       {"--order", a.order != "auto", order_of_parts},
                       {"--repeat", a.repeat != 1, single_run_of_parts}});
  });
  loaded_partition parts = load_partitioned(a.graph, a.ranking, {.weights = true}, ranks, options.ranking.control);
  if (!a.json) s.print(receipt_text(parts));
  pagerank_outcome o;
  o.loaded = std::move(parts.loaded);
  std::vector<double> weights;
  on_all_processes(ranks, [&] { weights = personalization(a, o); });
  options.ranking.personalization = weights;
  const rank_pagerank_result found = rank_pagerank(*parts.g, options);
  o.report = found.report, o.seconds_gather = found.seconds_gather;
  o.parts = summarize_partition(*parts.g, found.by_rank);
  o.scores.name = "pagerank";
  on_all_processes(ranks, [&] {
    if (a.ranking.parts) {
      o.files.push_back(write_part(a.output, ranks, "<f8", std::span<const double>(found.scores.view())));
    } else if (prints(&ranks)) {
      o.scores.values.assign(found.scores.begin(), found.scores.end());
      o.files = write_values(a.output, o.loaded.g, o.scores);
    }
  });
  if (prints(&ranks)) s.print(a.json ? json_text(a, o) : text(a, o));
  return exit_code_for(a, o, s);
}

vertex_order order_named(const std::string& name) {
  if (name == "caller") return vertex_order::caller;
  if (name == "degree") return vertex_order::degree;
  return vertex_order::automatic;
}

// The layout to read; null for the graph itself. On a CPU, preparing a layout takes longer than it saves in one call.
const layout* choose_layout(const pagerank_arguments& a, const pagerank_options& options, pagerank_outcome& o) {
  if (o.loaded.g.weighted()) {
    if (a.order == "auto") return nullptr;
    throw error(error_category::usage, fmt::format("--order {} has no effect on a weighted graph, which is read in the caller's "
                                                   "order; leave it out, or use --no-weights",
                                                   a.order));
  }
  const vertex_order wanted = order_named(a.order);
  if (options.where.kind == device_kind::cpu) {
    const std::optional<layout>& stored = o.loaded.prepared;
    if (stored && (wanted == vertex_order::automatic || wanted == stored->order)) return &*stored;
    if (wanted != vertex_order::degree) return nullptr;
  }
  o.prepared = prepare(o.loaded.g, {wanted, options.where, options.control, search_kind::pagerank});
  return &*o.prepared;
}

void compute_scores(const pagerank_arguments& a, const pagerank_options& options, pagerank_outcome& o) {
  const graph& g = o.loaded.g;
  const layout* const read = choose_layout(a, options, o);
  pagerank_result found = o.runs.run(a.repeat, [&] { return read ? pagerank(g, *read, options) : pagerank(g, options); });
  o.report = found.report;
  if (o.prepared) o.report.seconds_prepare += o.prepared->seconds;
  const timer clock;
  if (found.scores.where().kind == device_kind::cuda) {
    found.scores = to_host(found.scores);
    o.seconds_copy = clock.seconds();
  }
  o.scores.name = "pagerank";
  o.scores.values.assign(found.scores.begin(), found.scores.end());
}

int run(const pagerank_arguments& a, const session& s) {
  pagerank_options options = settings(a);
  options.where = working_device(a.graph);
  options.keep_on_device = options.where.kind == device_kind::cuda;  // so that copying the scores is timed apart
  options.control = s.control(a.graph.threads);
  check_before_reading(a, options);
  pagerank_outcome o;
  o.loaded = load_graph(a.graph, options.control);
  if (!a.json) s.print(receipt_text(o.loaded));
  const std::vector<double> weights = personalization(a, o);
  options.personalization = weights;
  compute_scores(a, options, o);
  o.files = write_values(a.output, o.loaded.g, o.scores);
  s.print(a.json ? json_text(a, o) : text(a, o));
  return exit_code_for(a, o, s);
}

command_action add_pagerank_command(CLI::App& program) {
  auto a = std::make_shared<pagerank_arguments>();
  CLI::App* command = program.add_subcommand("pagerank", "PageRank: stationary distribution of a random surfer");
  // A self-loop keeps a part of a vertex's score. Generated graphs lose them, as in the GAP benchmark suite.
  a->graph.default_loops = self_loops::keep, a->graph.drops_generated_loops = true;
  a->graph.default_parallel = parallel_edges::sum;
  add_graph_options(*command, a->graph);
  add_example(*command, "fathom pagerank kron:16 --tolerance 1e-8 --output scores.npy");
  start_group(*command, "Scores");
  command->add_option("--damping", a->damping, "probability of following an edge instead of jumping (default: 0.85)")
      ->check(real_number([](double x) { return x >= 0 && x <= 1; }, " from 0 to 1"))
      ->type_name("D");
  command
      ->add_option("--tolerance", a->tolerance,
                   "stop when an iteration changes the scores by less than T in total (default: 1e-6; NetworkX's tol is T / n)")
      ->check(nonnegative_number())
      ->type_name("T");
  command
      ->add_option("--max-iterations", a->max_iterations, "stop unconverged, with exit code 1, after N iterations (default: 100)")
      ->check(whole_number(0))
      ->type_name("N");
  CLI::Option* fixed =
      command->add_option("--iterations", a->iterations, "run exactly N power iterations, without --tolerance and --max-iterations")
          ->check(whole_number(0))
          ->type_name("N");
  fixed->excludes("--tolerance")->excludes("--max-iterations");
  command
      ->add_option("--personalize", a->personalized,
                   "jump only to this vertex, by its id in the file or its label; repeatable (default: all vertices)")
      ->allow_extra_args(false)
      ->type_name("ID|LABEL");
  command
      ->add_option("--personalize-list", a->list,
                   "jump only to the vertices in a file, one per line, in proportion to how often they are listed")
      ->type_name("FILE");
  command->add_option("--method", a->method, "method: power, gauss-seidel or auto (default: auto)")
      ->check(one_of({"auto", "power", "gauss-seidel"}))
      ->type_name("NAME");
  add_order_option(*command, a->order, "caller on a CPU, from the degrees on a GPU");
  command->add_flag("--full-precision", a->full_precision, "use double precision from the first iteration");
  add_repeat_option(*command, a->repeat, "compute the scores");
  add_process_options(*command, a->ranking);
  add_parts_devices_option(*command, a->graph);
  start_group(*command, "Output");
  add_output_options(*command, *a, "all scores");
  add_parts_option(*command, a->ranking);
  const auto single = [](const pagerank_arguments& given, const session& s) {
    pagerank_arguments one = given;
    one.graph.searching = one.method != "gauss-seidel";  // Gauss-Seidel has no engine on a GPU
    return run(one, s);
  };
  return action_with_ranks(command, a, single, run_together);
}

const registered_command pagerank_command{"pagerank", help_section::analysis, add_pagerank_command};

}  // namespace

}  // namespace fathom::program
