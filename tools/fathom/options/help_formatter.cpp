#include "options/help_formatter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

namespace fathom::program {
namespace {

constexpr std::size_t help_width = 80, description_column = 28;
constexpr const char* shared_groups[] = {graph_group, tables_group, processes_group, machine_group, general_group};

// Breaks `text` between words. The first line starts at `column`; later lines are indented by `indent`. Ends with a newline.
std::string wrapped(const std::string& text, std::size_t column, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  bool begins_line = true;
  for (std::string word; words >> word;) {
    if (!begins_line && column + 1 + word.size() > help_width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
      begins_line = true;
    }
    if (!begins_line) lines += ' ', ++column;
    lines += word;
    column += word.size();
    begins_line = false;
  }
  return lines + "\n";
}

// A name and its description in two columns. A long name gets a line of its own.
std::string entry(const std::string& name, const std::string& description) {
  const std::string first = "  " + name;
  const bool fits = first.size() + 2 <= description_column;
  return first + (fits ? std::string(description_column - first.size(), ' ') : "\n" + std::string(description_column, ' ')) +
         wrapped(description, description_column, description_column);
}

// "-n, --trials N"
std::string name_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false);
  return fmt::format("{}{}", fmt::join(help_spellings(option), ", "), help_value(option));
}

bool is_hidden(const CLI::Option* option) { return option->get_group().empty(); }

std::string all_groups(const CLI::App& app) {
  std::string text;
  for (const help_group& group : help_groups(app)) {
    text += "\n" + group.heading + ":\n";
    for (const CLI::Option* option : group.options) text += entry(name_of(*option), option->get_description());
  }
  return text;
}

std::string commands_text(const CLI::App& app) {
  std::string text, group;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group() != group) text += "\n" + (group = command->get_group()) + ":\n";
    text += entry(command->get_name(), command->get_description());
  }
  return text;
}

// Lines that begin with a blank are printed as they are.
std::string footer_text(const CLI::App& app) {
  std::istringstream lines(app.get_footer());
  std::string text;
  for (std::string line; std::getline(lines, line);) text += line.starts_with(' ') ? line + "\n" : wrapped(line, 0, 0);
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::vector<std::string> help_spellings(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string help_value(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  if (value.empty()) return "";
  return option.get_expected_min() == 0 ? "[=" + value + "]" : " " + value;
}

std::string help_arguments(const CLI::App& app) {
  if (!app.get_subcommands({}).empty()) return "COMMAND [OPTIONS]";
  std::string arguments;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_required() && !option->get_positional())
      arguments += "--" + option->get_lnames().front() + help_value(*option) + " ";
  }
  arguments += "[OPTIONS]";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || is_hidden(option)) continue;
    const std::string word = option->get_name(true, false) + (option->get_items_expected_max() > 1 ? "..." : "");
    arguments += option->get_required() ? " " + word : " [" + word + "]";
  }
  return arguments;
}

std::vector<help_group> help_groups(const CLI::App& app) {
  std::vector<std::string> own, groups = app.get_groups();
  const auto is_own = [](const std::string& group) {
    return std::find(std::begin(shared_groups), std::end(shared_groups), group) == std::end(shared_groups);
  };
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(own), is_own);
  own.insert(own.end(), std::begin(shared_groups), std::end(shared_groups));
  std::vector<help_group> all;
  const auto add = [&](const std::string& heading, auto belongs) {
    const auto options = app.get_options([&](const CLI::Option* option) { return !is_hidden(option) && belongs(*option); });
    if (!options.empty()) all.push_back({heading, options});
  };
  add("Arguments", [](const CLI::Option& option) { return option.get_positional(); });
  for (const std::string& group : own)
    add(group, [&](const CLI::Option& option) { return !option.get_positional() && option.get_group() == group; });
  return all;
}

std::string help_formatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
  return wrapped(app->get_description(), 0, 0) + "\nUsage: " + name + " " + help_arguments(*app) + "\n" + commands_text(*app) +
         all_groups(*app) + footer_text(*app);
}

}  // namespace fathom::program
