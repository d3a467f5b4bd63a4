// `fathom manual` and `fathom completion`.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "commands/manual/pages.hpp"
#include "exit_code.hpp"
#include "fathom/error.hpp"
#include "options/options.hpp"

namespace fathom::program {
namespace {

struct shell_script {
  const char* shell;
  const char* file;  // below the folder that `fathom manual` writes, as in /usr/share
  std::string (*text)(const CLI::App& program);
};

constexpr shell_script scripts_of_shells[] = {{"bash", "bash-completion/completions/fathom", bash_completion},
                                              {"zsh", "zsh/site-functions/_fathom", zsh_completion},
                                              {"fish", "fish/vendor_completions.d/fathom.fish", fish_completion}};

int run_completion(const std::string& shell, const CLI::App& program, const session& s) {
  for (const shell_script& one : scripts_of_shells)
    if (one.shell == shell) s.print_whole(one.text(program));
  return exit_good;
}

command_action add_completion_command(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("completion", "Print a script that completes commands, options and values in a shell");
  std::vector<std::string> shells;
  for (const shell_script& one : scripts_of_shells) shells.emplace_back(one.shell);
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(one_of(shells))->type_name("");
  add_example(*command, "source <(fathom completion bash)");
  return {command, [shell, &program](const session& s) { return run_completion(*shell, program, s); }};
}

void write_page(const std::filesystem::path& path, const std::string& text) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed)
    throw error(error_category::output,
                fmt::format("{}: the folder cannot be created: {}", path.parent_path().string(), failed.message()));
  output_file file(path);
  file.write(text);
  file.commit();
}

int run_manual(const std::filesystem::path& folder, const CLI::App& program, const session& s) {
  std::size_t pages = 0;
  for (const named_command& command : all_commands(program)) {
    write_page(folder / "man" / "man1" / (man_page_name(command.name) + ".1"), man_page(command));
    ++pages;
  }
  for (const shell_script& one : scripts_of_shells) write_page(folder / one.file, one.text(program));
  s.print(fmt::format("{} man pages and {} completion scripts in {}\n", pages, std::size(scripts_of_shells), folder.string()));
  return exit_good;
}

command_action add_manual_command(CLI::App& program) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("manual", "Write the man pages and the completion scripts of all shells");
  command->add_option("FOLDER", *folder, "folder to write below, such as ~/.local/share; created if missing")
      ->required()
      ->type_name("");
  add_example(*command, "fathom manual ~/.local/share && man fathom-bfs");
  return {command, [folder, &program](const session& s) { return run_manual(*folder, program, s); }};
}

const registered_command completion_command{"completion", help_section::machine, add_completion_command, /*describes_others=*/true};
const registered_command manual_command{"manual", help_section::machine, add_manual_command, /*describes_others=*/true};

}  // namespace
}  // namespace fathom::program
