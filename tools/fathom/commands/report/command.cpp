// `fathom report`: a study of a graph as a page.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/output_file.hpp"
#include "base/text.hpp"
#include "commands/bench/environment.hpp"
#include "commands/commands.hpp"
#include "commands/report/page.hpp"
#include "commands/report/study.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "options/options.hpp"
#include "output/describe.hpp"
#include "output/overwrite.hpp"

namespace fathom::program {
namespace {

struct report_arguments {
  graph_arguments graph;
  source_arguments sources;
  std::string html;
  bool json = false;
};

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
  graph_study found;
  found.loaded = load_graph(a.graph, control);
  if (!a.json) s.print(receipt_text(found.loaded));
  const search_place place = search_where_it_fits(a.graph, [&](const std::vector<device>& devices) {
    graph_study fresh;
    fresh.loaded = found.loaded;
    study(fresh, a.sources, a.graph.seed, devices.front(), control);
    found = std::move(fresh);
  });
  if (a.json) {
    s.print(study_json(found));
  } else {
    s.print(fmt::format("\n{} on {}\n{}", painted(paint::heading, "report"), place.text(), summary_table(found).render()));
  }
  if (!page) return exit_good;
  page->write(study_page(found, recorder.finish(nullptr)));
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
