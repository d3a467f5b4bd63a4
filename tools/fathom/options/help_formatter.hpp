// Layout of --help: 80 columns, with a command's own options before those that it shares with other commands.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace fathom::program {

// Groups of shared options, last in the help. "Options" is CLI11's default group, which holds --help.
inline constexpr const char *graph_group = "Graph", *tables_group = "Tables", *processes_group = "Processes",
                            *machine_group = "Machine", *general_group = "Options";

struct help_group {
  std::string heading;
  std::vector<const CLI::Option*> options;
};

/// The documented arguments and options of `app`, in the order of its help. Hidden options are left out, and so are empty groups.
[[nodiscard]] std::vector<help_group> help_groups(const CLI::App& app);
/// All names of an option, short ones first: "-n", "--trials".
[[nodiscard]] std::vector<std::string> help_spellings(const CLI::Option& option);
/// The value of an option after its names: " N", "[=KIND]" if it may be left out, empty for a flag.
[[nodiscard]] std::string help_value(const CLI::Option& option);
/// The arguments of a call of `app`, such as "[OPTIONS] FILE [VERTEX...]".
[[nodiscard]] std::string help_arguments(const CLI::App& app);

class help_formatter final : public CLI::FormatterBase {
 public:
  /// The help of `app`; `name` is its full name, such as "fathom reach query".
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace fathom::program
