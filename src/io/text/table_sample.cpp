#include "io/text/table_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/text/column_names.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

std::vector<std::string_view> lines_of_sample(std::string_view block, bool names) {
  std::vector<std::string_view> lines;
  while (!block.empty() && lines.size() < table_sample_rows) {
    const std::string_view line = block.substr(0, block.find('\n'));
    block.remove_prefix(line.size() + 1);
    if (!is_empty_line(line) && (lines.empty() || !line.starts_with('#') || (names && !is_comment(line)))) lines.push_back(line);
  }
  return lines;
}

// If no row below the first line begins without '#', names may begin with it.
std::vector<std::string_view> lines_of_sample(std::string_view block) {
  std::vector<std::string_view> lines = lines_of_sample(block, false);
  return lines.size() > 1 ? lines : lines_of_sample(block, true);
}

// "1 2;" has one column separated by semicolons, and a vertex "2;" if blanks separate.
void refuse_line_ends(const text_source& text, const std::vector<std::string_view>& lines) {
  const auto last = [](std::string_view line) { return line[line.find_last_not_of(" \t\r")]; };
  const char end = last(lines[0]);
  if (end != ';' && end != ',' && end != '|') return;
  if (!std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return last(line) == end; })) return;
  bad_text(text, fmt::format("has '{}' at the end of each line; remove it: sed 's/{}$//'", end, end));
}

void find_separator(table_sample& sample, const text_source& text, const table_options& options, const table_head& head) {
  const std::string suffix = lower_case(std::filesystem::path(text.name()).extension().string());
  const char usual = suffix == ".tsv" ? '\t' : ',';
  char separator = options.separator != 0 ? options.separator : head.separator;
  if (separator != 0) {
    sample.found = separate(sample.lines, separator);
  } else if (const auto found = find_separation(sample.lines, suffix == ".tsv" ? '\t' : '\0')) {
    sample.found = *found;
    if (sample.found.separator != usual)
      sample.notes.push_back(fmt::format("columns are separated by {}", separator_name(sample.found.separator)));
  } else if (has_double_colons(sample.lines[0])) {
    bad_text(text, double_colon_remedy(text.file().string()));
  } else {
    bad_line(text, sample.lines[0],
             "expected columns separated by commas, semicolons, tabs, vertical bars or blanks, the same number in each line (or "
             "use --separator)");
  }
  if (options.separator == 0 && sample.found.separator == blank_separator) refuse_line_ends(text, sample.lines);
  if (sample.found.columns < 2) {
    bad_line(text, sample.lines[0],
             fmt::format("expected at least two columns separated by {}", separator_name(sample.found.separator)));
  }
  sample.layout.separator = sample.found.separator;
  sample.layout.columns = sample.found.columns;
  sample.layout.last_optional = sample.found.last_optional;
}

void split_rows(table_sample& sample) {
  for (const std::string_view line : sample.lines) {
    if (auto fields = split_fields(line, sample.layout.separator)) sample.rows.push_back(std::move(*fields));
    if (sample.rows.empty()) sample.rows.emplace_back();  // the parser reports what is wrong with the first row
  }
  if (sample.found.row_names) sample.rows.front().insert(sample.rows.front().begin(), "");
  // In a table separated by commas, ids in quotes such as "0,1" are names, for example places in a grid.
  const std::size_t first = sample.layout.separator == ',' ? 2 : 0;
  const auto has_comma = [first](const table_row& fields) {
    return fields.size() > first && std::any_of(fields.begin() + first, fields.end(), has_decimal_comma);
  };
  if (sample.layout.separator == ';' || std::any_of(sample.rows.begin(), sample.rows.end(), has_comma))
    sample.layout.decimal_point = ',';
}

}  // namespace

bool is_id(const std::string& field, char decimal_point) {
  std::uint64_t ignored = 0;
  return scan_float_id(field, decimal_point, ignored) != line_fault::not_numeric;
}

bool is_given(const std::string& field) { return !field.empty() && !means_missing(field); }

table_row plain_row(const table_row& names) {
  table_row plain;
  std::transform(names.begin(), names.end(), std::back_inserter(plain), plain_column_name);
  return plain;
}

bool has_decimal_comma(const std::string& field) {
  const std::size_t comma = field.find(',');
  if (comma == 0 || comma == field.npos || field.find_first_not_of("0123456789,-") != field.npos) return false;
  constexpr std::size_t thousands = 3;
  const std::string_view fraction = std::string_view(field).substr(comma + 1);
  return !fraction.empty() && fraction.find(',') == fraction.npos && (fraction.size() != thousands || field.starts_with("0,"));
}

const std::string& table_sample::field(const table_row& row, std::size_t column) {
  static const std::string none;
  return column < row.size() ? row[column] : none;
}

std::string table_sample::shown(std::size_t column) const {
  return column < names.size() && !names[column].empty() ? excerpt(names[column]) : std::to_string(column + 1);
}

table_sample read_table_sample(const text_source& text, const table_options& options, const table_head& head,
                               std::string_view block) {
  table_sample sample;
  sample.lines = lines_of_sample(block);
  for (const std::string_view line : sample.lines) refuse_bare_return(text, line);
  find_separator(sample, text, options, head);
  split_rows(sample);
  return sample;
}

bool are_named_edges(std::span<const table_row> rows, const named_edge_columns& columns) {
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const table_row& row) {
    const std::string interaction = " (" + table_sample::field(row, columns.interaction) + ") ";
    return table_sample::field(row, columns.name).find(interaction) != std::string::npos;
  });
}

}  // namespace fathom::io
