#include "commands/bench/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fathom::program {

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    const std::string safe = terminal_safe(fields[i]);
    if (safe.find_first_of(",\"") == std::string::npos) {
      line += safe;
      continue;
    }
    line += '"';
    for (const char c : safe) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + "\n";
}

std::string exact(double value) { return fmt::format("{}", value); }

std::string markdown_text(std::string_view text) {
  std::string escaped;
  for (const char c : terminal_safe(text)) {
    if (std::string_view("\\`*_{}[]<>#|~&!").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string markdown_table(const text_table& table) {
  const auto line = [&](const auto& cell) {
    std::string text = "|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += " " + cell(i) + " |";
    return text + "\n";
  };
  std::string text = line([&](std::size_t i) { return markdown_text(table.columns[i].heading); });
  text += line([&](std::size_t i) { return std::string(table.columns[i].side == text_side::left ? "---" : "---:"); });
  for (const auto& row : table.rows) {
    text += line([&](std::size_t i) { return i < row.size() ? markdown_text(row[i]) : std::string(); });
  }
  return text;
}

std::string markdown_code(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
  return fmt::format("{0}sh\n{1}\n{0}\n", fence, terminal_safe(text));
}

}  // namespace fathom::program
