// Man pages and shell completions, made from the same registry as the help.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fathom::program {

/// A command with its full name, such as "fathom reach query".
struct named_command {
  std::string name;
  const CLI::App* app = nullptr;
};

/// The program and all commands below it, each before its subcommands.
[[nodiscard]] std::vector<named_command> all_commands(const CLI::App& program);

/// Candidates for a value: files, words, and prefixes, which more text follows ("kron:").
struct value_candidates {
  bool files = false;
  std::vector<std::string> words, prefixes;

  [[nodiscard]] bool none() const { return !files && words.empty() && prefixes.empty(); }
};

/// The candidates for the value of an option or argument.
[[nodiscard]] value_candidates candidates_of(const CLI::Option& option);
/// The candidates for all arguments of a command.
[[nodiscard]] value_candidates candidates_of_arguments(const CLI::App& command);

/// The name of a command's man page without the section: "fathom-reach-query".
[[nodiscard]] std::string man_page_name(const std::string& command);
/// The source of the man page, for man(7).
[[nodiscard]] std::string man_page(const named_command& command);

/// The shells' scripts.
[[nodiscard]] std::string bash_completion(const CLI::App& program);
[[nodiscard]] std::string zsh_completion(const CLI::App& program);
[[nodiscard]] std::string fish_completion(const CLI::App& program);

/// `text` between single quotes, as Bash and Zsh read it.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace fathom::program
