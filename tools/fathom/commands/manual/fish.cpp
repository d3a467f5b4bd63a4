// Completion for fish.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "commands/manual/pages.hpp"
#include "options/help_formatter.hpp"

namespace fathom::program {
namespace {

std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_candidates(const value_candidates& c) {
  std::string text = c.files ? " -F" : "";
  if (c.words.empty() && c.prefixes.empty()) return text;
  std::vector<std::string> words = c.words;
  words.insert(words.end(), c.prefixes.begin(), c.prefixes.end());
  return text + " -a " + fish_quoted(fmt::format("{}", fmt::join(words, " ")));
}

std::string fish_option(const CLI::Option& option, const std::string& rule) {
  std::string text = rule;
  for (const std::string& name : option.get_snames()) text += " -s " + name;
  for (const std::string& name : option.get_lnames()) text += " -l " + name;
  const std::string value = help_value(option);
  if (!value.empty()) {
    const value_candidates found = candidates_of(option);
    // fish offers the value of an option without -r only after '='.
    text += value.front() == '[' ? " -f" : found.files ? " -r" : " -x";
    text += fish_candidates(found);
  }
  return text + " -d " + fish_quoted(option.get_description()) + "\n";
}

// The command's name after "fathom "; empty for the program itself.
std::string words_after_program(const std::string& name) {
  const std::size_t blank = name.find(' ');
  return blank == std::string::npos ? "" : name.substr(blank + 1);
}

std::string fish_command(const named_command& command) {
  const std::string rule =
      "complete -c fathom -n " + fish_quoted("__fathom_calls " + fish_quoted(words_after_program(command.name)));
  std::string text;
  for (const CLI::App* sub : command.app->get_subcommands({}))
    text += rule + " -a " + sub->get_name() + " -d " + fish_quoted(sub->get_description()) + "\n";
  const value_candidates arguments = candidates_of_arguments(*command.app);
  if (!arguments.none()) text += rule + fish_candidates(arguments) + "\n";
  for (const help_group& group : help_groups(*command.app))
    for (const CLI::Option* option : group.options)
      if (!option->get_positional()) text += fish_option(*option, rule);
  return text;
}

}  // namespace

std::string fish_completion(const CLI::App& program) {
  std::string known, rules;
  for (const named_command& command : all_commands(program)) {
    if (command.app != &program) known += " " + fish_quoted(words_after_program(command.name));
    rules += fish_command(command);
  }
  return "# fish completion of fathom, as printed by: fathom completion fish\n\n"
         "# Whether the words before the cursor call this command.\n"
         "function __fathom_calls\n"
         "    set -l called\n"
         "    set -l words (commandline -opc)\n"
         "    for word in $words[2..]\n"
         "        contains -- (string join -- ' ' $called $word)" +
         known +
         "; or break\n"
         "        set -a called $word\n"
         "    end\n"
         "    test \"$called\" = \"$argv[1]\"\n"
         "end\n\n"
         "complete -c fathom -f\n" +
         rules;
}

}  // namespace fathom::program
