// Command-line program: parses the arguments and runs one command. Each command has its own file.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>
#include <span>
#include <sstream>
#include <thread>

#include "base/text.hpp"
#include "build_info.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "options/help_formatter.hpp"
#include "options/launcher.hpp"
#include "options/options.hpp"
#include "options/suggest.hpp"
#include "output/appearance.hpp"
#include "output/complain.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

constexpr const char* exit_code_help =
    "Exit codes: 0 success, 1 invalid result, 2 usage error, 3 input or output error, 4 device or memory error, 130 interrupted, "
    "141 standard output closed by its reader";

std::string version_line() {
  const build_info& built = this_build();
  return fmt::format("fathom {} (commit {}, {}, {}, {} CUDA, {} MPI)", built.version, built.commit, built.build_type,
                     built.compiler, built.cuda ? "with" : "without", has_mpi() ? "with" : "without");
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The chain of called commands, starting with the program: three for `fathom reach query`.
std::vector<const CLI::App*> called_commands(const CLI::App& program) {
  std::vector<const CLI::App*> called{&program};
  for (auto next = program.get_subcommands(); !next.empty(); next = called.back()->get_subcommands())
    called.push_back(next.front());
  return called;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string guess = nearest(word, known);
  return guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess);
}

// Message for arguments that CLI11 could not place. An unknown option comes first: the word after it may be its intended value.
std::string unexpected(const CLI::App& program) {
  const CLI::App& command = *called_commands(program).back();
  const std::vector<std::string> extras = program.remaining(true);
  const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& word) { return word.starts_with("-"); });
  if (option == extras.end()) {
    const std::string word = extras.empty() ? "" : extras.front();
    return fmt::format("unexpected argument '{}'{}", word, did_you_mean(word, command_names(command)));
  }
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("unknown option '{}'{}", name, did_you_mean(name, option_names(command)));
}

// The complaint of an option, with its name as it was typed: CLI11 begins it with the first of the long names.
std::string as_typed(const CLI::App& program, std::string_view complaint, std::span<char* const> arguments) {
  const std::string_view name = complaint.substr(0, complaint.find_first_of(": "));
  for (const CLI::App* command : called_commands(program)) {
    const CLI::Option* option = command->get_option_no_throw(std::string(name));
    if (option == nullptr || !name.starts_with("--")) continue;
    for (const std::string_view word : arguments) {
      for (const std::string& letter : option->get_snames()) {
        if (word.starts_with("-" + letter)) return fmt::format("-{}{}", letter, complaint.substr(name.size()));
      }
      for (const std::string& other : option->get_lnames()) {
        const std::string typed = "--" + other;
        if (word == typed || word.starts_with(typed + "=")) return typed + std::string(complaint.substr(name.size()));
      }
    }
  }
  return std::string(complaint);
}

// Message for an option with too few or too many values. CLI11's complaint begins with the option's name.
std::string wrong_number(const CLI::App& program, std::string_view complaint) {
  const std::string name(complaint.substr(0, complaint.find(':')));
  for (const CLI::App* command : called_commands(program)) {
    const CLI::Option* option = command->get_option_no_throw(name);
    if (option == nullptr) continue;
    return option->count() > 1 ? fmt::format("{} was given more than once; give it once", name)
                               : fmt::format("{} needs a value", name);
  }
  return std::string(complaint);
}

[[noreturn]] void usage_error(const CLI::App& program, const std::string& message) {
  std::string help;
  for (const CLI::App* command : called_commands(program)) help += command->get_name() + " ";
  help += "--help";
  throw error(error_category::usage, fmt::format("{} (see {})", message, help));
}

// Prints help or the version, or throws CLI11's complaint as a usage error.
void handle_parse_error(const CLI::App& program, const CLI::ParseError& e, std::span<char* const> arguments) {
  if (e.get_exit_code() == 0) {
    std::ostringstream out, err;
    program.exit(e, out, err);
    return print(out.str());
  }
  // A required option may be missing because its name was misspelled.
  const bool misspelled = dynamic_cast<const CLI::RequiredError*>(&e) != nullptr && !program.remaining(true).empty();
  if (misspelled || dynamic_cast<const CLI::ExtrasError*>(&e)) usage_error(program, unexpected(program));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e)) {
    usage_error(program, as_typed(program, wrong_number(program, e.what()), arguments));
  }
  // Options validate their own values, so only flags get here: "Could not convert: --json = abc".
  const std::string_view complaint = e.what();
  if (dynamic_cast<const CLI::ConversionError*>(&e)) {
    usage_error(program,
                fmt::format("{}: a flag takes no value", complaint.substr(std::min(complaint.find('-'), complaint.size()))));
  }
  usage_error(program, as_typed(program, e.what(), arguments));
}

// Gives --ranks to a command of several processes that has it: without it each would do the same work. `words` are in reverse.
void use_all_processes(const std::vector<command_action>& commands, std::vector<std::string>& words) {
  if (launched_processes() <= 1 || words.empty()) return;
  const bool has_ranks = std::any_of(commands.begin(), commands.end(), [&](const command_action& one) {
    return one.distributed == distribution::by_ranks_flag && one.command->get_name() == words.back();
  });
  if (has_ranks && std::find(words.begin(), words.end(), "--ranks") == words.end()) words.insert(words.end() - 1, "--ranks");
}

// "bfs, components and distances": the commands that several processes may run.
std::string names_of_distributed(const std::vector<command_action>& commands) {
  std::vector<std::string> names;
  for (const command_action& one : commands) {
    if (one.distributed != distribution::none) names.push_back(one.command->get_name());
  }
  std::sort(names.begin(), names.end());
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

// Refuses several processes of a command that is not distributed: each would do the same work and write the same files.
void check_processes(const command_action& called, const std::vector<command_action>& commands) {
  const int processes = launched_processes();
  if (processes <= 1 || called.distributed != distribution::none) return;
  throw error(
      error_category::usage,
      fmt::format("{} processes of 'fathom {}' were started, and no option distributes its work; start one process, without "
                  "mpirun ({} share their work)",
                  processes, called.command->get_name(), names_of_distributed(commands)));
}

// Appends one line per option, for the test of all options: the option and the command that has it.
void add_options(const CLI::App& command, const std::string& before, std::string& listing) {
  const std::string name = before + command.get_name();
  const auto subcommands = command.get_subcommands({});
  for (const CLI::App* sub : subcommands) add_options(*sub, name + " ", listing);
  if (!subcommands.empty()) return;
  for (const CLI::Option* option : command.get_options()) {
    // get_name() omits hidden options.
    const std::vector<std::string>&longs = option->get_lnames(), &shorts = option->get_snames();
    if (!longs.empty() || !shorts.empty())
      listing += fmt::format("{} {}\n", longs.empty() ? "-" + shorts.front() : "--" + longs.front(), name);
  }
}

std::string option_listing(const CLI::App& program) {
  std::string listing;
  for (const CLI::App* command : program.get_subcommands({})) add_options(*command, "", listing);
  return listing;
}

void check_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2) {
    if (launched_rank() == 0) print_error(program.help());
    throw error(error_category::usage, "no command was given");
  }
  std::vector<std::string> names = command_names(program);
  names.emplace_back("help");
  const std::string word = argv[1] == names.back() && argc > 2 ? argv[2] : argv[1];
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return;
  if (argc > 2 && std::find(names.begin(), names.end(), argv[2]) != names.end()) {
    usage_error(program, fmt::format("unknown command '{0}'; the command comes first: fathom {1} {0}", word, argv[2]));
  }
  usage_error(program, fmt::format("unknown command '{}'{}", word, did_you_mean(word, names)));
}

// Splits `--output=` into the option and its empty value: CLI11 would take the next word as the value.
void split_empty_values(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (!words[i].starts_with("--") || words[i].find('=') + 1 != words[i].size()) continue;
    words[i].pop_back();
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(++i), "");
  }
}

// Joins `--largest-component strong` into one word. The flag takes a value only after '=', so that GRAPH may follow the flag.
std::vector<std::string> joined_words(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  split_empty_values(words);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--largest-component" || (words[i + 1] != "weak" && words[i + 1] != "strong")) continue;
    words[i] += "=" + words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  // `fathom help bfs` is `fathom bfs --help`.
  if (!words.empty() && words.front() == "help") {
    std::rotate(words.begin(), words.begin() + 1, words.end());
    words.back() = "--help";
  }
  std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse
  return words;
}

// Refuses empty values, which scripts pass for variables that are not set: most options would act as if they were absent. The name
// of a vertex may be empty.
void refuse_empty_values(const CLI::App& program) {
  for (const CLI::App* command : called_commands(program)) {
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_expected_min() == 0 || option->check_lname("source") || option->check_lname("vertex")) continue;
      const std::vector<std::string>& words = option->results();
      if (std::find(words.begin(), words.end(), "") == words.end()) continue;
      const std::string name = option->get_lnames().empty() ? option->get_name() : "--" + option->get_lnames().front();
      usage_error(program, fmt::format("{}: the value is empty; give one, or leave {} out", name, name));
    }
  }
}

// The values of a long option as they were written, in order.
std::vector<std::string> written_values(const std::string& name, std::span<char* const> words) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == name && i + 1 < words.size()) values.emplace_back(words[i + 1]);
    if (word.starts_with(name + "=")) values.emplace_back(word.substr(name.size() + 1));
  }
  return values;
}

// CLI11 drops the empty values of a list such as 15,,10.
void refuse_empty_list_values(const CLI::App& program, std::span<char* const> words) {
  const auto is_list = [](const CLI::Option* option) { return option->get_delimiter() == ',' && option->count() > 0; };
  for (const CLI::App* command : called_commands(program)) {
    for (const CLI::Option* option : command->get_options(is_list)) {
      const std::string name = "--" + option->get_lnames().front();
      for (const std::string& list : written_values(name, words)) {
        if (("," + list + ",").find(",,") == std::string::npos) continue;  // commas around it also find one at its ends
        usage_error(program, fmt::format("{} {}: a value of the list is empty; remove the extra comma", name, list));
      }
    }
  }
}

// Whether the command's results go to files, so that its report is secondary.
bool writes_files(const CLI::App& program) {
  const CLI::App& command = *called_commands(program).back();
  for (const char* const name : {"--output", "--html", "--csv", "--markdown"}) {
    const CLI::Option* const output = command.get_option_no_throw(name);
    if (output != nullptr && output->count() > 0) return true;
  }
  return command.get_option_no_throw("OUT") != nullptr;
}

// Adds the options of every command to those without commands of their own. `fathom completion` prints no report, so that
// command has nothing to omit.
void add_common_options(CLI::App& command, bool& quiet) {
  const auto subcommands = command.get_subcommands({});
  for (CLI::App* sub : subcommands) add_common_options(*sub, quiet);
  if (!subcommands.empty()) return;
  start_group(command, general_group);
  command
      .add_option_function<std::string>(
          "--color",
          [](const std::string& word) {
            choose_color(word == "always" ? color_choice::always : word == "auto" ? color_choice::automatic : color_choice::never);
          },
          "color text and errors: auto (on a terminal, unless NO_COLOR is set), always or never (default: auto)")
      ->trigger_on_parse()  // also colors the errors of later arguments
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
  if (command.get_name() != "completion")
    command.add_flag("-q,--quiet", quiet, "print errors only, apart from --json; files are written as usual");
}

printing printed_by(const CLI::App& program, bool quiet) {
  const CLI::Option* const json = called_commands(program).back()->get_option_no_throw("--json");
  if (json != nullptr && json->count() > 0) return printing::data;
  return quiet ? printing::nothing : printing::report;
}

int run(int argc, char** argv) {
  CLI::App program("Fathom: breadth-first search on graphs, measured, validated, explained", "fathom");
  // Subcommands inherit these settings, so they come first.
  program.formatter(std::make_shared<help_formatter>());
  program.set_help_flag("-h,--help", "print this help and exit");
  program.set_version_flag("--version", version_line(), "print the version and exit");
  program.footer(exit_code_help);
  bool lists_options = false;
  program.add_flag("--list-options", lists_options)->group("");  // hidden: for tests
  // Errors about several processes name other commands.
  const std::vector<command_action> commands = add_commands(program, argc > 1 && launched_processes() <= 1 ? argv[1] : "");
  bool quiet = false;
  for (const command_action& one : commands) add_common_options(*one.command, quiet);
  // One command per call: without this, `fathom bench bfs` would run the command bfs.
  program.require_subcommand(0, 1);
  check_command(program, argc, argv);
  try {
    std::vector<std::string> words = joined_words(argc, argv);
    use_all_processes(commands, words);
    program.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    handle_parse_error(program, e, {argv, static_cast<std::size_t>(argc)});
    return exit_good;
  }
  refuse_empty_values(program);
  refuse_empty_list_values(program, {argv, static_cast<std::size_t>(argc)});
  if (lists_options) {
    print(option_listing(program));
    return exit_good;
  }
  const auto called = std::find_if(commands.begin(), commands.end(), [](const command_action& c) { return c.command->parsed(); });
  if (called == commands.end()) usage_error(program, "no command was given");
  check_processes(*called, commands);
  if (writes_files(program)) print_without_reader();
  set_line_limit(columns_of(STDOUT_FILENO));
  return called->run(session(stop_on_interrupt(), printed_by(program, quiet), quiet));
}

// Reports an error once per MPI job. All processes find an error in their common arguments before they can communicate. Process 0
// reports it, and its exit code makes the launcher end the others. A process that still runs after the head start reports its error
// too: either the error is its own, or no launcher ends it.
int complain_once(const std::exception_ptr& thrown) {
  constexpr auto head_start_of_rank_0 = std::chrono::seconds(5);  // Open MPI takes 1 s to end the others
  if (launched_rank() > 0 && exit_code_of(thrown) != exit_cancelled) std::this_thread::sleep_for(head_start_of_rank_0);
  return report_error(thrown);
}

// Limits how long waiting OpenMP threads spin. The default of milliseconds takes cores from other threads on a busy machine. The
// runtime reads the limit from the environment before main() begins, so the program sets microseconds and executes itself again.
void limit_spinning(char** argv) {
  constexpr const char* spins = "300";  // about 10 us
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  std::array<char, PATH_MAX> file{};
  const ssize_t size = ::readlink("/proc/self/exe", file.data(), file.size() - 1);
  if (size <= 0 || ::setenv("GOMP_SPINCOUNT", spins, 1) != 0) return;
  ::execv(file.data(), argv);
  // If execv() fails, threads spin as they do by default.
}

int guarded_run(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (...) {
    return complain_once(std::current_exception());
  }
}

}  // namespace
}  // namespace fathom::program

int main(int argc, char** argv) {
  fathom::program::repair_standard_streams();
  fathom::program::limit_spinning(argv);
  fathom::program::handle_io_signals();
  fathom::program::guard_exits();
  const int code = fathom::program::guarded_run(argc, argv);
  fathom::program::allow_exit();
  return code;
}
