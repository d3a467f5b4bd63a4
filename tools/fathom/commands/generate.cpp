// `fathom generate`: a generated graph written to a file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "options/options.hpp"
#include "output/write_output.hpp"

namespace fathom::program {
namespace {

struct generate_arguments {
  graph_arguments graph;
  output_arguments output;
};

int run(generate_arguments& a, const session& s) {
  resolve_output(a.graph, a.output);
  static_cast<void>(working_device(a.graph));
  const std::string spec = graph_name(a.graph);
  if (!is_generator(spec)) {
    throw error(error_category::usage,
                fmt::format("'{}' is not a generator{}; generators are {}", spec, suggested_generator(spec), generator_forms));
  }
  check_graph(spec, a.graph);
  const run_control control = s.control(a.graph.threads);
  write_output(generate_graph(spec, a.graph, control), a.output, s, control);
  return exit_good;
}

command_action add_generate_command(CLI::App& program) {
  auto a = std::make_shared<generate_arguments>();
  CLI::App* command = program.add_subcommand("generate", "Generate a graph and write it to a file");
  command->footer(fmt::format("Generators: {}\n\n{}", generator_forms, command->get_footer()));
  add_example(*command, "fathom generate kron:20:16 kron.fathom");
  add_graph_options(*command, a->graph);
  add_output_arguments(*command, a->output);
  return {command, [a](const session& s) { return run(*a, s); }};
}

const registered_command generate_command{"generate", help_section::graphs, add_generate_command};

}  // namespace

}  // namespace fathom::program
