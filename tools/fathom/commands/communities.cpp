// `fathom communities`: communities by label propagation, the Louvain method, or the Leiden method.
#include <algorithm>

#include "base/report_text.hpp"
#include "commands/analysis.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/leiden.hpp"
#include "fathom/louvain.hpp"
#include "output/largest_sets.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

constexpr const char* label_propagation_method = "label-propagation";
constexpr const char* louvain_method = "louvain";
constexpr const char* leiden_method = "leiden";

struct communities_arguments : analysis_arguments {
  std::string method = label_propagation_method;
  louvain_options louvain;  // also of the Leiden method
  std::vector<const CLI::Option*> only_of_modularity;

  [[nodiscard]] bool by_modularity() const { return method != label_propagation_method; }
};

communities_validation validated(const graph& g, const communities_result& found, const louvain_options& options) {
  return validate_communities(g, found.labels.view(), options.control);
}

louvain_validation validated(const graph& g, const louvain_result& found, const louvain_options& options) {
  const auto validate = found.report.algorithm == leiden_method ? validate_leiden : validate_louvain;
  return validate(g, found.labels.view(), found.report.modularity, options);
}

std::string levels_text(const communities_report&) { return ""; }

std::string levels_text(const louvain_report& r) {
  text_table table = report_table(r.levels);
  number_rows(table, "level");
  return table.render();
}

// Of a method with this result.
template <class Result>
struct communities_outcome : analysis_outcome<Result, decltype(validated({}, Result(), {}))> {
  std::vector<component> largest;  // by descending size, then ascending smallest vertex
};

template <class Result>
vertex_values labels_of(const Result& found) {
  vertex_values all{"community", found.report.communities <= std::numeric_limits<std::int32_t>::max(), {}, {}};
  all.values.assign(found.labels.begin(), found.labels.end());
  return all;
}

// Communities are numbered in the order of their first vertices.
template <class Result>
std::vector<component> largest_of(const Result& found) {
  std::vector<component> all(found.report.communities);
  for (vertex_id v = 0; v < found.labels.size(); ++v) {
    component& of_vertex = all[found.labels[v]];
    of_vertex.label = std::min(of_vertex.label, v);
    ++of_vertex.size;
  }
  std::vector<component> largest(std::min<std::size_t>(few_sets, all.size()));
  std::ranges::partial_sort_copy(
      all, largest, [](const component& a, const component& b) { return std::pair(b.size, a.label) < std::pair(a.size, b.label); });
  return largest;
}

template <class Result>
vertex_id size_of_largest(const communities_outcome<Result>& o) {
  return o.largest.empty() ? 0 : o.largest.front().size;
}

const char* title_of(const std::string& method) {
  if (method == label_propagation_method) return "label propagation";
  return method == leiden_method ? "Leiden method" : "Louvain method";
}

template <class Result>
std::string text(const communities_arguments& a, const communities_outcome<Result>& o) {
  const auto& r = o.found.report;
  return run_text(title_of(a.method), "", counted(r.communities, "community", "communities"), r,
                  {"communities", "modularity", "resolution"}) +
         o.runs.text() +
         fmt::format("  modularity {:.4f}, {} in the largest community\n", r.modularity,
                     counted(size_of_largest(o), "vertex", "vertices")) +
         levels_text(r) + largest_sets_text(o.loaded.g, o.largest, r.communities) + finished_text(o);
}

template <class Result>
std::string json_text(const communities_outcome<Result>& o) {
  json object = begun_json("communities", o);
  object["largest_community"] = size_of_largest(o);
  object["largest"] = largest_sets_json(o.loaded.g, o.largest);
  return finished_json(std::move(object), o);
}

// Calls find(graph, options) for the communities.
template <class Find>
int run_with(const communities_arguments& a, const session& s, Find find) {
  louvain_options options = a.louvain;
  options.control = s.control(a.graph.threads), options.seed = a.graph.seed;
  communities_outcome<decltype(find(graph(), options))> o;
  load(a, s, options.control, o);
  const graph& g = o.loaded.g;
  require_undirected(o.loaded, "communities");
  o.found = o.runs.run(a.repeat, [&] { return find(g, options); });
  o.largest = largest_of(o.found);
  if (a.validate) o.validation = validated(g, o.found, options);
  if (!o.failed()) o.files = write_values(a.output, g, labels_of(o.found));  // a result that failed validation is not written
  return conclude(s, o, a.json ? json_text(o) : text(a, o), "the communities are");
}

int run(const communities_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  if (a.by_modularity()) return run_with(a, s, a.method == leiden_method ? leiden : louvain);
  for (const CLI::Option* const option : a.only_of_modularity) {
    if (option->count() > 0)
      throw error(error_category::usage,
                  fmt::format("{0} applies to --method louvain or leiden; add one, or leave out {0}", option->get_name()));
  }
  return run_with(a, s, [](const graph& g, const louvain_options& options) { return label_propagation(g, {options.control}); });
}

command_action add_communities_command(CLI::App& program) {
  auto a = std::make_shared<communities_arguments>();
  CLI::App* command = program.add_subcommand("communities", "Communities by label propagation, or by the Louvain or Leiden method");
  // A self-loop counts in modularity, and its vertex as a neighbor of itself.
  a->graph.default_loops = self_loops::keep, a->graph.drops_generated_loops = true;
  a->graph.draws = [a = a.get()] { return a->by_modularity(); };
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  command
      ->add_option("--method", a->method,
                   "label-propagation (fast; ignores weights), or louvain or leiden (high modularity, count edges by their "
                   "weights; --seed varies the order of updates; communities of leiden are connected) "
                   "(default: label-propagation)")
      ->check(one_of({label_propagation_method, louvain_method, leiden_method}))
      ->type_name("NAME");
  a->only_of_modularity = {
      command
          ->add_option("--resolution", a->louvain.resolution,
                       "louvain, leiden: above 1 for smaller communities, below 1 for larger ones (default: 1)")
          ->check(nonnegative_number())
          ->type_name("R"),
      command
          ->add_option("--threshold", a->louvain.threshold,
                       "louvain, leiden: end coarsening when a level improves modularity by no more than T (default: 1e-7)")
          ->check(nonnegative_number())
          ->type_name("T"),
      command
          ->add_option("--max-levels", a->louvain.max_levels, "louvain, leiden: end coarsening after N levels (default: no limit)")
          ->check(whole_number(1))
          ->type_name("N")};
  add_repeat_option(*command, a->repeat, "find the communities");
  add_output_options(*command, *a, "the communities", "the community of each vertex");
  add_example(*command, "fathom communities graph.mtx --method louvain --output communities.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command communities_command{"communities", help_section::analysis, add_communities_command};

}  // namespace

}  // namespace fathom::program
