// `fathom communities`: communities by label propagation.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/report_json.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/json.hpp"
#include "output/largest_sets.hpp"
#include "output/overwrite.hpp"
#include "output/repeated_runs.hpp"
#include "output/run_text.hpp"
#include "output/verdict.hpp"
#include "output/vertex_values.hpp"

namespace fathom::program {
namespace {

struct communities_arguments {
  graph_arguments graph;
  int repeat = 1;
  bool validate = false, json = false;
  std::string output;
};

struct communities_outcome {
  loaded_graph loaded;
  communities_result found;  // its report is that of the run with the median time
  repeated_runs<communities_report> runs;
  std::vector<component> largest;  // by descending size, then ascending smallest vertex
  std::optional<communities_validation> validation;
  std::vector<std::string> files;

  [[nodiscard]] bool failed() const { return is_invalid(validation); }
};

vertex_values labels_of(const communities_result& found) {
  vertex_values all{"community", found.report.communities <= std::numeric_limits<std::int32_t>::max(), {}, {}};
  all.values.assign(found.labels.begin(), found.labels.end());
  return all;
}

// Communities are numbered in the order of their first vertices.
std::vector<component> largest_of(const communities_result& found) {
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

vertex_id size_of_largest(const communities_outcome& o) { return o.largest.empty() ? 0 : o.largest.front().size; }

std::string text(const communities_outcome& o) {
  const communities_report& r = o.found.report;
  return run_text("label propagation", "", counted(r.communities, "community", "communities"), r, {"communities", "modularity"}) +
         o.runs.text() +
         fmt::format("  modularity {:.4f}, {} in the largest community\n", r.modularity,
                     counted(size_of_largest(o), "vertex", "vertices")) +
         largest_sets_text(o.loaded.g, o.largest, r.communities) + verdict_text(o.validation) + files_text(o.files);
}

std::string json_text(const communities_outcome& o) {
  json object = command_json("communities", o.loaded);
  object.update(json_fields(o.found.report));
  object["largest_community"] = size_of_largest(o);
  object["largest"] = largest_sets_json(o.loaded.g, o.largest);
  o.runs.add_to(object);
  add_verdict(object, o.validation);
  return finished(std::move(object), o.files);
}

int run(const communities_arguments& a, const session& s) {
  check_output(a.output, {graph_name(a.graph)});
  const run_control control = s.control(a.graph.threads);
  communities_outcome o;
  o.loaded = load_graph(a.graph, control);
  const graph& g = o.loaded.g;
  if (!a.json) s.print(receipt_text(o.loaded));
  require_undirected(o.loaded, "communities");
  o.found = o.runs.run(a.repeat, [&] { return label_propagation(g, {control}); });
  o.largest = largest_of(o.found);
  if (a.validate) o.validation = validate_communities(g, o.found.labels.view(), control);
  if (!o.failed()) o.files = write_values(a.output, g, labels_of(o.found));  // a result that failed validation is not written
  s.print(a.json ? json_text(o) : text(o));
  return o.failed() ? s.fail_invalid("the communities are not valid; the report names the violated rule") : exit_good;
}

command_action add_communities_command(CLI::App& program) {
  auto a = std::make_shared<communities_arguments>();
  CLI::App* command = program.add_subcommand("communities", "Communities by semi-synchronous label propagation");
  add_graph_options(*command, a->graph);
  start_group(*command, "Search");
  add_repeat_option(*command, a->repeat, "find the communities");
  start_group(*command, "Output");
  command->add_flag("-v,--validate", a->validate, "validate the communities against the graph");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--output", a->output, "write the community of each vertex to FILE.npy, FILE.tsv or FILE.txt")
      ->type_name("FILE");
  add_example(*command, "fathom communities graph.mtx --validate --output communities.tsv");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command communities_command{"communities", help_section::analysis, add_communities_command};

}  // namespace

}  // namespace fathom::program
