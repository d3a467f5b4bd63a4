// Completion for Zsh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "commands/manual/pages.hpp"
#include "options/help_formatter.hpp"

namespace fathom::program {
namespace {

// Escapes the characters that _arguments gives a meaning.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

constexpr const char* zsh_head = R"(#compdef fathom
# Zsh completion of fathom, as printed by: fathom completion zsh

# _fathom_offer files|'' WORDS PREFIXES: offers files if asked for, words, and prefixes followed by a colon.
_fathom_offer() {
  local -a known=(${=2}) starts=(${=3})
  (( $#known )) && compadd -- $known
  (( $#starts )) && compadd -S : -- $starts
  [[ $1 == files ]] && _files
}

)";

std::string zsh_function(const std::string& command) {
  std::string name = "_" + command;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return name;
}

// The action of _arguments that completes a value.
std::string zsh_action(const value_candidates& c) {
  if (c.none()) return " ";
  if (c.files && c.words.empty() && c.prefixes.empty()) return "_files";
  if (!c.files && c.prefixes.empty()) return fmt::format("({})", fmt::join(c.words, " "));
  // A colon would end the action.
  std::string prefixes;
  for (const std::string& prefix : c.prefixes) prefixes += " " + prefix.substr(0, prefix.size() - 1);
  return fmt::format(" _fathom_offer \"{}\" \"{}\" \"{}\"", c.files ? "files" : "", fmt::join(c.words, " "), prefixes);
}

// One specification per spelling. A spelling excludes the others, unless the option may be repeated.
std::string zsh_option(const CLI::Option& option) {
  const std::vector<std::string> names = help_spellings(option);
  const std::string value = help_value(option);
  const bool repeats = option.get_items_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  std::string text;
  for (const std::string& name : names) {
    std::string spec = repeats ? "*" : fmt::format("({})", fmt::join(names, " "));
    spec += name;
    const bool is_long = name.starts_with("--"), optional = value.starts_with('[');
    if (!value.empty()) spec += optional ? "=-" : is_long ? "=" : "";
    spec += "[" + zsh_text(option.get_description()) + "]";
    if (!value.empty())
      spec += fmt::format("{}{}:{}", optional ? "::" : ":", zsh_text(option.get_type_name()), zsh_action(candidates_of(option)));
    text += " \\\n    " + shell_quoted(spec);
  }
  return text;
}

std::string zsh_command(const named_command& command) {
  std::string specs, argument_specs;
  for (const help_group& group : help_groups(*command.app)) {
    for (const CLI::Option* option : group.options) {
      if (!option->get_positional()) {
        specs += zsh_option(*option);
        continue;
      }
      const std::string start = option->get_items_expected_max() > 1 ? "*:" : option->get_required() ? ":" : "::";
      argument_specs +=
          " \\\n    " + shell_quoted(start + zsh_text(option->get_name(true, false)) + ":" + zsh_action(candidates_of(*option)));
    }
  }
  std::string text = zsh_function(command.name) + "() {\n";
  const auto subcommands = command.app->get_subcommands({});
  if (subcommands.empty()) return text + "  _arguments -s -S" + specs + argument_specs + "\n}\n\n";
  text += "  local curcontext=$curcontext state line\n  local -a commands=(";
  std::string calls;
  for (const CLI::App* sub : subcommands) {
    text += "\n    " + shell_quoted(sub->get_name() + ":" + sub->get_description());
    calls += fmt::format("        {}) {} ;;\n", sub->get_name(), zsh_function(command.name + " " + sub->get_name()));
  }
  return text + "\n  )\n  _arguments -C" + specs +
         " \\\n    ':command:->command' \\\n    '*::argument:->argument'\n"
         "  case $state in\n    command) _describe -t commands command commands ;;\n    argument)\n      case $line[1] in\n" +
         calls + "      esac\n      ;;\n  esac\n}\n\n";
}

}  // namespace

std::string zsh_completion(const CLI::App& program) {
  std::string text = zsh_head;
  for (const named_command& command : all_commands(program)) text += zsh_command(command);
  // Loaded from fpath, the file is the body of the function _fathom.
  return text + "if [[ $funcstack[1] == _fathom ]]; then\n  _fathom \"$@\"\nelse\n  compdef _fathom fathom\nfi\n";
}

}  // namespace fathom::program
