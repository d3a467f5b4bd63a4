// `fathom convert`: a graph read and written in another format.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "options/options.hpp"
#include "output/write_output.hpp"

namespace fathom::program {
namespace {

struct convert_arguments {
  graph_arguments graph;
  output_arguments output;
};

int run(convert_arguments& a, const session& s) {
  resolve_output(a.graph, a.output);
  static_cast<void>(working_device(a.graph));
  const run_control control = s.control(a.graph.threads);
  write_output(load_graph(a.graph, control), a.output, s, control);
  return exit_good;
}

command_action add_convert_command(CLI::App& program) {
  auto a = std::make_shared<convert_arguments>();
  CLI::App* command = program.add_subcommand("convert", "Convert a graph to another format");
  add_graph_options(*command, a->graph);
  add_output_arguments(*command, a->output);
  add_example(*command, "fathom convert edges.txt.gz graph.fathom --prepare");
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command convert_command{"convert", help_section::graphs, add_convert_command};

}  // namespace

}  // namespace fathom::program
