// Command registry: each command is one file (or folder) that registers itself.
#pragma once

#include <functional>
#include <vector>

#include "session.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

/// Whether several processes of an MPI job may run a command.
enum class distribution {
  none,           ///< one process only
  by_ranks_flag,  ///< only with --ranks
  always,
};

struct command_action {
  CLI::App* command = nullptr;
  std::function<int(const session&)> run;  ///< returns an exit code
  distribution distributed = distribution::none;
};

/// Sections of `fathom --help`, in its order.
enum class help_section { searches, analysis, graphs, machine };

/// Registers a command. A constant of this type in the command's own file is all that adds it to the program.
struct registered_command {
  registered_command(const char* name, help_section section, command_action (*add)(CLI::App& program));
};

/// Adds all registered commands, by section and name.
[[nodiscard]] std::vector<command_action> add_commands(CLI::App& program);

}  // namespace fathom::program
