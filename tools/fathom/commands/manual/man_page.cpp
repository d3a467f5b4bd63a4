// Man page of a command: its help in the markup of man(7).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>

#include "build_info.hpp"
#include "commands/manual/pages.hpp"
#include "options/help_formatter.hpp"

namespace fathom::program {
namespace {

// Every hyphen becomes a minus sign, so that options and values can be copied from the page.
std::string roff_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\(rs";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      case '"':
        escaped += "\\(dq";
        break;
      default:
        escaped += c;
    }
  }
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string roff_bold(const std::string& text) { return "\\fB" + roff_text(text) + "\\fR"; }

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string tagged(const std::string& tag, const std::string& text) { return ".TP\n" + tag + "\n" + roff_text(text) + "\n"; }

std::string tag_of(const CLI::Option& option) {
  if (option.get_positional()) return "\\fI" + roff_text(option.get_name(true, false)) + "\\fR";
  std::string tag;
  for (const std::string& name : help_spellings(option)) tag += (tag.empty() ? "" : ", ") + roff_bold(name);
  const std::string value = help_value(option);
  return value.empty() ? tag : tag + "\\fI" + roff_text(value) + "\\fR";
}

// \\% keeps the name on one line.
std::string reference(const std::string& command) { return "\\%" + roff_bold(man_page_name(command)) + "(1)"; }

std::string subcommands_text(const named_command& command) {
  std::string text, group;
  for (const CLI::App* sub : command.app->get_subcommands({})) {
    if (text.empty()) text += ".SH COMMANDS\n";
    if (sub->get_group() != group) text += ".SS " + roff_text(group = sub->get_group()) + "\n";
    text += tagged(roff_bold(sub->get_name()),
                   fmt::format("{} (see {})", sub->get_description(), man_page_name(command.name + " " + sub->get_name()) + "(1)"));
  }
  return text;
}

std::string options_text(const CLI::App& app) {
  std::string text = ".SH OPTIONS\n";
  for (const help_group& group : help_groups(app)) {
    text += ".SS " + roff_text(group.heading) + "\n";
    for (const CLI::Option* option : group.options) text += tagged(tag_of(*option), option->get_description());
  }
  return text;
}

// The help's last part: examples are indented lines, and "Exit codes:" begins the section that man pages have for it.
std::string footer_sections(const CLI::App& app) {
  const std::string exit_heading = "Exit codes: ", example_heading = "Example:";
  std::string examples, notes, exits;
  std::istringstream lines(app.get_footer());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(' '))
      examples += roff_text(line) + "\n";
    else if (line.starts_with(exit_heading))
      exits += roff_text(line.substr(exit_heading.size())) + "\n";
    else if (!line.empty() && line != example_heading)
      notes += (notes.empty() ? "" : ".PP\n") + roff_text(line) + "\n";
  }
  std::string text;
  if (!examples.empty()) text += ".SH EXAMPLES\n.EX\n" + examples + ".EE\n";
  if (!notes.empty()) text += ".SH NOTES\n" + notes;
  if (!exits.empty()) text += ".SH EXIT STATUS\n" + exits;
  return text;
}

std::string see_also(const named_command& command) {
  std::string text;
  const CLI::App* const parent = command.app->get_parent();
  const auto add = [&](const std::string& name) { text += (text.empty() ? "" : ",\n") + reference(name); };
  if (parent != nullptr) {
    const std::string above = command.name.substr(0, command.name.rfind(' '));
    add(above);
    for (const CLI::App* sub : parent->get_subcommands({}))
      if (sub != command.app) add(above + " " + sub->get_name());
  }
  for (const CLI::App* sub : command.app->get_subcommands({})) add(command.name + " " + sub->get_name());
  return text.empty() ? "" : ".SH SEE ALSO\n" + text + "\n";
}

}  // namespace

std::string man_page_name(const std::string& command) {
  std::string name = command;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string man_page(const named_command& command) {
  const std::string name = man_page_name(command.name);
  // No date: it would make two builds of one commit differ.
  return fmt::format(".TH {} 1 \"\" \"Fathom {}\" \"Fathom Manual\"\n", roff_text(upper(name)), this_build().version) +
         fmt::format(".SH NAME\n{} \\- {}\n", roff_text(name), roff_text(command.app->get_description())) +
         fmt::format(".SH SYNOPSIS\n{} {}\n", roff_bold(command.name), roff_text(help_arguments(*command.app))) +
         subcommands_text(command) + options_text(*command.app) + footer_sections(*command.app) + see_also(command);
}

}  // namespace fathom::program
