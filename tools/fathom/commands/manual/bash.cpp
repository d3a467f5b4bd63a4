// Completion for Bash.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "commands/manual/pages.hpp"
#include "options/help_formatter.hpp"

namespace fathom::program {
namespace {

constexpr std::string_view bash_head = R"(# Bash completion of fathom, as printed by: fathom completion bash
_fathom() {
  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} joined='' before=''
  COMPREPLY=()
  # Bash splits words at the characters of COMP_WORDBREAKS, usually also at '=' and ':'.
  if [[ $cur == = ]]; then
    joined=1 cur=''
  elif [[ $option == = ]]; then
    joined=1 option=${COMP_WORDS[COMP_CWORD - 2]}
  elif [[ $cur == --*=* ]]; then
    joined=1 option=${cur%%=*} before=${cur%%=*}= cur=${cur#*=}
  elif [[ $cur == : || $option == : ]]; then
    return
  fi
  local command=fathom depth
  for ((depth = 1; depth < COMP_CWORD; depth++)); do
    case "$command ${COMP_WORDS[depth]}" in
)";

constexpr std::string_view bash_tail = R"(  esac
  if [[ -z $value && $cur == -* ]]; then
    words=$options prefixes='' files=''
  fi
  local reply
  while read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -P "$before" -W "$words" -- "$cur")
  # More text follows a prefix, so no blank does.
  while read -r reply; do
    COMPREPLY+=("$reply")
    compopt -o nospace 2>/dev/null
  done < <(compgen -P "$before" -W "$prefixes" -- "$cur")
  if [[ -n $files ]]; then
    while read -r reply; do
      COMPREPLY+=("$reply")
      compopt -o filenames 2>/dev/null
    done < <(compgen -P "$before" -f -- "$cur")
  fi
}
complete -F _fathom fathom
)";

std::string bash_assignments(const value_candidates& c) {
  return fmt::format("words='{}' prefixes='{}' files={}", fmt::join(c.words, " "), fmt::join(c.prefixes, " "),
                     c.files ? "1" : "''");
}

std::string bash_command(const named_command& command) {
  std::vector<std::string> spellings;
  std::string values;
  for (const help_group& group : help_groups(*command.app)) {
    for (const CLI::Option* option : group.options) {
      const std::vector<std::string> names = help_spellings(*option);
      spellings.insert(spellings.end(), names.begin(), names.end());
      const std::string value = help_value(*option);
      if (option->get_positional() || value.empty()) continue;
      // A value that may be left out has to follow '='.
      values += fmt::format("        {}) {}value=1 {} ;;\n", fmt::join(names, " | "),
                            value.front() == '[' ? "[[ -n $joined ]] && " : "", bash_assignments(candidates_of(*option)));
    }
  }
  value_candidates arguments = candidates_of_arguments(*command.app);
  for (const CLI::App* sub : command.app->get_subcommands({})) arguments.words.push_back(sub->get_name());
  std::string text = fmt::format("    {})\n      options='{}'\n      {}\n", shell_quoted(command.name), fmt::join(spellings, " "),
                                 bash_assignments(arguments));
  if (!values.empty()) text += "      case $option in\n" + values + "      esac\n";
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string text(bash_head), cases;
  for (const named_command& command : all_commands(program)) {
    if (command.app != &program)
      text += fmt::format("      {}) command+=\" ${{COMP_WORDS[depth]}}\" ;;\n", shell_quoted(command.name));
    cases += bash_command(command);
  }
  text += "      *) break ;;\n    esac\n  done\n  local options='' value='' words='' prefixes='' files=''\n  case $command in\n";
  return text + cases + std::string(bash_tail);
}

}  // namespace fathom::program
