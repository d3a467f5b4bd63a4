// Layout of --help: 80 columns, with a command's own options before those that it shares with other commands.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fathom::program {

// Groups of shared options, last in the help. "Options" is CLI11's default group, which holds --help.
inline constexpr const char *graph_group = "Graph", *tables_group = "Tables", *processes_group = "Processes",
                            *machine_group = "Machine", *general_group = "Options";

class help_formatter final : public CLI::FormatterBase {
 public:
  /// The help of `app`; `name` is its full name, such as "fathom reach query".
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace fathom::program
