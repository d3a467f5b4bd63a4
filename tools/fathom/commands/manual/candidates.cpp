// Candidates that shells offer for the values of options and arguments.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "commands/manual/pages.hpp"
#include "fathom/generate.hpp"
#include "options/options.hpp"

namespace fathom::program {
namespace {

void add_command(const CLI::App& app, const std::string& name, std::vector<named_command>& all) {
  all.push_back({name, &app});
  for (const CLI::App* command : app.get_subcommands({})) add_command(*command, name + " " + command->get_name(), all);
}

// The words of one_of() or completed_by(), which their validator's name lists.
std::vector<std::string> words_of_validator(const CLI::Option& option) {
  std::string name;
  try {
    // CLI11 reads validators of non-constant options only. Nothing is changed here.
    name = const_cast<CLI::Option&>(option).get_validator(0)->get_name();
  } catch (const CLI::OptionNotFound&) {
    return {};
  }
  std::vector<std::string> words;
  if (!name.starts_with(words_to_complete)) return words;
  name.erase(0, words_to_complete.size());
  std::replace(name.begin(), name.end(), ',', ' ');
  std::istringstream names(name);
  for (std::string word; names >> word;) words.push_back(word);
  return words;
}

bool is_placeholder(const std::string& word) {
  return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Adds the forms of a value such as "FILE|random:N|all": files, the prefix "random:" and the word "all".
void add_forms(const std::string& value, value_candidates& found) {
  if (value.find("FILE") != std::string::npos || value.find(".json") != std::string::npos || value == "FOLDER" || value == "OUT")
    found.files = true;
  std::istringstream forms(value);
  for (std::string form; std::getline(forms, form, '|');) {
    const std::size_t colon = form.find(':');
    const std::string start = form.substr(0, colon);
    if (value.find('|') == std::string::npos || is_placeholder(start)) continue;
    if (colon == std::string::npos)
      found.words.push_back(form);
    else
      found.prefixes.push_back(start + ":");
  }
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::vector<named_command> all_commands(const CLI::App& program) {
  std::vector<named_command> all;
  add_command(program, program.get_name(), all);
  return all;
}

value_candidates candidates_of(const CLI::Option& option) {
  value_candidates found;
  found.words = words_of_validator(option);
  if (!found.words.empty()) return found;
  const std::string value = option.get_positional() ? option.get_name(true, false) : option.get_type_name();
  add_forms(value, found);
  if (value == "GRAPH") {
    found.files = true;
    for (const std::string& generator : generator_names()) found.prefixes.push_back(generator + ":");
  }
  return found;
}

value_candidates candidates_of_arguments(const CLI::App& command) {
  value_candidates all;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() || option->get_group().empty()) continue;
    const value_candidates found = candidates_of(*option);
    all.files = all.files || found.files;
    append(all.words, found.words);
    append(all.prefixes, found.prefixes);
  }
  return all;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace fathom::program
