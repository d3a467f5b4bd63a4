// Command registry: each command is one file (or folder) that registers itself.
#pragma once

#include <functional>
#include <string_view>
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
  registered_command(const char* name, help_section section, command_action (*add)(CLI::App& program),
                     bool describes_others = false);
};

/// Adds the registered commands, by section and name. If `called` is the name of one that does not describe others, only that one:
/// making the options of all takes longer than most of what a command does with a small graph.
[[nodiscard]] std::vector<command_action> add_commands(CLI::App& program, std::string_view called);

}  // namespace fathom::program
