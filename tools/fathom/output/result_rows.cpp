#include "output/result_rows.hpp"

#include <algorithm>

#include "io/text/header_words.hpp"

namespace fathom::program {
namespace {

// Appends a name in quotation marks; those in it are doubled.
void append_quoted(std::string& to, std::string_view name) {
  to += '"';
  for (const char c : name) to.append(c == '"' ? 2 : 1, c);
  to += '"';
}

void append_escaped(std::string& to, std::string_view name) {
  for (const char c : name) {
    const char* const escape = c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\\' ? "\\\\" : nullptr;
    if (escape)
      to += escape;
    else
      to += c;
  }
}

std::string unescaped(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\' || i + 1 == cell.size()) {
      text += cell[i];
      continue;
    }
    const char next = cell[++i];
    text += next == 't' ? '\t' : next == 'n' ? '\n' : next;
  }
  return text;
}

std::vector<std::string> cells_between_commas(std::string_view row) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool is_mark = row[i] == '"';
    if (quoted && is_mark && i + 1 < row.size() && row[i + 1] == '"')
      cells.back() += row[++i];
    else if (is_mark)
      quoted = !quoted;
    else if (row[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += row[i];
  }
  return cells;
}

}  // namespace

std::string result_suffix(const std::filesystem::path& file) { return io::lower_case(file.extension().string()); }

bool has_commas(const std::filesystem::path& file) { return result_suffix(file) == ".csv"; }

std::vector<std::string> cells_of(std::string_view row, bool with_commas) {
  if (with_commas) return cells_between_commas(row);
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= row.size();) {
    const std::size_t end = std::min(row.find('\t', begin), row.size());
    cells.push_back(unescaped(row.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

result_rows& result_rows::name(std::string_view label) {
  separate();
  if (!with_commas_)
    append_escaped(row_, label);
  else if (label.find_first_of(",\"\r\n") != label.npos || label.starts_with(' ') || label.ends_with(' '))
    append_quoted(row_, label);
  else
    row_ += label;
  return *this;
}

void result_rows::end_row() {
  row_ += '\n';
  out_.write(row_);
  row_.clear();
  is_empty_ = true;
}

void result_rows::separate() {
  if (!is_empty_) row_ += with_commas_ ? ',' : '\t';
  is_empty_ = false;
}

}  // namespace fathom::program
