#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <tuple>

#include "commands/commands.hpp"

namespace fathom::program {
namespace {

struct entry_of_command {
  std::string_view name;
  help_section section;
  command_action (*add)(CLI::App& program);
  bool describes_others;
};

// A function, because commands register before main() in an order that nothing defines.
std::vector<entry_of_command>& registry() {
  static std::vector<entry_of_command> commands;
  return commands;
}

const char* heading_of(help_section section) {
  switch (section) {
    case help_section::searches:
      return "Searches";
    case help_section::analysis:
      return "Analysis";
    case help_section::graphs:
      return "Graphs and results";
    case help_section::machine:
      return "Benchmarks and machine";
  }
  return "";
}

}  // namespace

registered_command::registered_command(const char* name, help_section section, command_action (*add)(CLI::App& program),
                                       bool describes_others) {
  registry().push_back({name, section, add, describes_others});
}

std::vector<command_action> add_commands(CLI::App& program, std::string_view called) {
  std::vector<entry_of_command> entries = registry();
  const auto one = std::find_if(entries.begin(), entries.end(), [&](const entry_of_command& e) { return e.name == called; });
  if (one != entries.end() && !one->describes_others) entries = {*one};
  std::sort(entries.begin(), entries.end(), [](const entry_of_command& a, const entry_of_command& b) {
    return std::tie(a.section, a.name) < std::tie(b.section, b.name);
  });
  std::vector<command_action> commands;
  for (const entry_of_command& entry : entries) {
    commands.push_back(entry.add(program));
    commands.back().command->group(heading_of(entry.section));
  }
  return commands;
}

}  // namespace fathom::program
