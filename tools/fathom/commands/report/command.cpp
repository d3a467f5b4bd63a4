// `fathom report`: a study of a graph as a page.
#include "base/output_file.hpp"
#include "commands/analysis.hpp"
#include "commands/bench/environment.hpp"
#include "fathom/error.hpp"
#include "fathom/study.hpp"
#include "interrupt.hpp"
#include "options/sources.hpp"
#include "output/distribution.hpp"
#include "study/summary.hpp"

namespace fathom::program {
namespace {

struct report_arguments {
  graph_arguments graph;
  source_arguments sources;
  std::string html;
  bool json = false;
};

json clustering_json(const graph_study& s) {
  json all = json::array();
  for (const clustering_bin& bin : s.clustering)
    all.push_back({{"from", bin.from}, {"to", bin.to}, {"vertices", bin.vertices}, {"clustering", bin.mean}});
  return all;
}

json distances_json(const graph_study& s) {
  if (!s.distances) return nullptr;
  return {{"sources", s.distances->sources},
          {"pairs", s.distances->pairs},
          {"mean", s.distances->mean},
          {"effective_diameter", s.distances->effective_diameter}};
}

json tail_json(const graph_study& s) {
  if (!s.tail) return nullptr;
  return {{"from", s.tail->from}, {"exponent", s.tail->exponent}, {"vertices", s.tail->values}, {"distance", s.tail->distance}};
}

json energy_json(const graph_study& s) {
  if (!s.energy) return nullptr;
  return {{"searches", s.energy->searches}, {"window", json_fields(s.energy->window)}};
}

std::string study_json(const loaded_graph& loaded, const graph_study& s) {
  json object = command_json("report", loaded);
  object["degree_kind"] = s.degree_kind;
  object["degrees"] = distribution_json("degree", s.degrees);
  object["tail"] = tail_json(s);
  object["components"] = s.components;
  object["component_sizes"] = distribution_json("size", s.component_sizes);
  object["core_numbers"] = distribution_json("core_number", s.core_numbers);
  object["triangles"] = s.triangles;
  object["average_clustering"] = s.average_clustering;
  object["transitivity"] = s.transitivity;
  object["clustering_by_degree"] = clustering_json(s);
  object["sources"] = text_or_null(s.sources);
  object["distances"] = distances_json(s);
  object["search"] = s.search ? json_fields(*s.search, &s.g) : json(nullptr);
  object["energy"] = energy_json(s);
  object["why_no_energy"] = text_or_null(s.why_no_energy);
  object["ceilings"] = s.ceilings ? json_fields(*s.ceilings) : json(nullptr);
  json phases = json::array();
  for (const auto& [name, seconds] : s.phases) phases.push_back({{"name", name}, {"seconds", seconds}});
  object["phases"] = std::move(phases);
  return text_of(object);
}

// The receipt with notes on the edges' origin and on a cut to the largest component, which the build does not know.
receipt receipt_of(const loaded_graph& loaded) {
  receipt what = loaded.what;
  for (const std::vector<std::string>& row : receipt_table(loaded).rows) {
    if (row[0] == "generated" || row[0] == "read") what.notes.push_back(fmt::format("{} {}", row[1], row[2]));
    if (row[0] == "kept") what.notes.push_back(fmt::format("kept {} {}", row[1], row[2]));
  }
  return what;
}

int run(const report_arguments& a, const session& s) {
  static_cast<void>(working_device(a.graph));  // fails before the graph is read
  static_cast<void>(random_sources_requested(a.sources));
  if (a.html == "-") throw error(error_category::usage, "--html -: not a file; give the name of a file for the page");
  std::optional<output_file> page;  // opened first, so that a wrong path does not lose the work
  if (!a.html.empty()) {
    refuse_overwriting(a.html, graph_name(a.graph));
    page.emplace(a.html, interrupt_token());
  }
  environment_recorder recorder(a.graph.seed);
  const run_control control = s.control(a.graph.threads);
  const loaded_graph loaded = load_graph(a.graph, control);
  if (!a.json) s.print(receipt_text(loaded));
  const graph& g = loaded.g;
  study_options options;
  options.prepared = loaded.prepared ? &*loaded.prepared : nullptr;
  options.control = control;
  const bool draws = random_sources_requested(a.sources) > 0;
  if (g.num_vertices() > 0 && !(draws && g.num_edges() == g.properties().self_loops)) {
    chosen_sources sources = choose_sources(a.sources, g, a.graph.seed, control);
    options.sources = std::move(sources.vertices);
    options.sources_text = std::move(sources.description);
  }
  graph_study found;
  const search_place place = search_where_it_fits(a.graph, [&](const std::vector<device>& devices) {
    options.where = devices.front();
    found = study_graph(g, options);
  });
  found.phases.insert(found.phases.begin(),
                      {{loaded.generated() ? "generate" : "read", loaded.seconds_read}, {"build", loaded.seconds_build}});
  if (a.json) {
    s.print(study_json(loaded, found));
  } else {
    s.print(fmt::format("\n{} on {}\n{}", painted(paint::heading, "report"), place.text(), summary_table(found).render()));
  }
  if (!page) return exit_good;
  const bench_environment where = recorder.finish(nullptr);
  page->write(study_page(found, {loaded.name, receipt_of(loaded), where.command_line, facts(where)}));
  page->commit();
  if (!a.json) s.print(fmt::format("{}  written\n", painted(paint::heading, a.html)));
  return exit_good;
}

command_action add_report_command(CLI::App& program) {
  auto a = std::make_shared<report_arguments>();
  a->graph.searching = true;
  CLI::App* command = program.add_subcommand("report", "Structure of a graph and one search, as a page with charts");
  a->graph.draws = [a = a.get()] { return random_sources_requested(a->sources) > 0; };
  add_graph_options(*command, a->graph);
  add_source_options(*command, a->sources);
  start_group(*command, "Output");
  command->add_flag("--json", a->json, "print one JSON object and nothing else");
  command->add_option("--html", a->html, "write a page with charts and tables to a file")->type_name("FILE");
  add_example(*command, "fathom report graph.mtx --html graph.html");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command report_command{"report", help_section::analysis, add_report_command};

}  // namespace

}  // namespace fathom::program
