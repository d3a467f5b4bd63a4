// `fathom report`: a study of a graph as a page.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/output_file.hpp"
#include "base/text.hpp"
#include "commands/bench/environment.hpp"
#include "commands/commands.hpp"
#include "commands/report/json.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "fathom/study.hpp"
#include "interrupt.hpp"
#include "options/options.hpp"
#include "options/sources.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"
#include "study/summary.hpp"

namespace fathom::program {
namespace {

struct report_arguments {
  graph_arguments graph;
  source_arguments sources;
  std::string html;
  bool json = false;
};

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
