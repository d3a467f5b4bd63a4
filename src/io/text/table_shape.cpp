#include "io/text/table_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <span>

#include "fathom/error.hpp"
#include "io/text/column_names.hpp"
#include "io/text/header_words.hpp"
#include "io/text/list_words.hpp"
#include "io/text/table_separator.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t listed_columns = 12;  // maximum in a note about columns that were not read

using row = std::vector<std::string>;

// Whether a line consists of blanks and separators only.
bool is_empty_line(std::string_view line) { return line.find_first_not_of(" \t\r,;|") == line.npos; }

// Information from the lines before the first row.
struct table_head {
  std::optional<bool> directed;
  std::string direction_line;  // the comment that states it
  std::string last_comment;    // without '#'; it may name the columns
  stated_counts stated;
  char separator = 0;  // from a line "sep=;", as written by spreadsheets
};

void take_comment(std::string_view line, table_head& head) {
  const std::string lower = lower_case(line);
  const std::vector<std::string> words = lower_case_words(line.substr(1));
  head.last_comment = line.substr(std::min(line.find_first_not_of("#% \t"), line.size()));
  head.stated.take(line);
  if (head.directed) return;
  const bool konect = line.starts_with('%') && !words.empty();
  if (lower.find("undirected graph") != lower.npos || (konect && words[0] == "sym")) {
    head.directed = false;
  } else if (lower.find("directed graph") != lower.npos || (konect && words[0] == "asym")) {
    head.directed = true;
  }
  if (head.directed) head.direction_line = excerpt(line);
}

table_head take_head(text_source& text) {
  constexpr std::string_view separator_line = "sep=";
  table_head head;
  for (;;) {
    const std::string_view rest = text.peek();
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    const bool comment = line.starts_with('#') || line.starts_with('%');
    const bool hint = line.size() == separator_line.size() + 1 && lower_case(line).starts_with(separator_line);
    if (rest.empty() || !(comment || hint || is_empty_line(line))) return head;
    if (comment) take_comment(line, head);
    if (hint) head.separator = line.back();
    static_cast<void>(text.next_line());
  }
}

std::vector<std::string_view> lines_of_sample(std::string_view block) {
  std::vector<std::string_view> lines;
  while (!block.empty() && lines.size() < table_sample_rows) {
    const std::string_view line = block.substr(0, block.find('\n'));
    block.remove_prefix(line.size() + 1);
    if (!is_empty_line(line) && (lines.empty() || !line.starts_with('#'))) lines.push_back(line);
  }
  return lines;
}

bool is_id(const std::string& field, char point) {
  std::uint64_t ignored = 0;
  return scan_float_id(field, point, ignored) != line_fault::not_numeric;
}

bool is_given(const std::string& field) { return !field.empty() && !means_missing(field); }
bool is_word(const std::string& field, char point) { return is_given(field) && !is_number_field(field, point); }

row plain_row(const row& names) {
  row plain;
  std::transform(names.begin(), names.end(), std::back_inserter(plain), plain_column_name);
  return plain;
}

// "1,5" is a number with a decimal comma; "1,500" may be one and a half or one and a half thousand.
bool has_decimal_comma(const std::string& field) {
  const std::size_t comma = field.find(',');
  if (comma == 0 || comma == field.npos || field.find_first_not_of("0123456789,-") != field.npos) return false;
  constexpr std::size_t thousands = 3;
  const std::string_view fraction = std::string_view(field).substr(comma + 1);
  return !fraction.empty() && fraction.find(',') == fraction.npos && (fraction.size() != thousands || field.starts_with("0,"));
}

// The column that an option selects: by name, otherwise by number from 1.
std::size_t column_of(const text_source& text, std::string_view option, const std::string& wanted, const row& names,
                      std::size_t columns) {
  const auto find = [&](auto&& same) {
    return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), same) - names.begin());
  };
  std::size_t at = find([&](const std::string& name) { return name == wanted; });
  if (at == names.size()) at = find([&](const std::string& name) { return lower_case(name) == lower_case(wanted); });
  if (at < names.size()) return at;
  std::size_t number = 0;
  const auto [end, code] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  if (code == std::errc() && end == wanted.data() + wanted.size() && number >= 1 && number <= columns) return number - 1;
  const std::string known = names.empty() ? "; the table has no header (use --header yes to read the first row as one)"
                                          : fmt::format(" or one of {}", fmt::join(names, ", "));
  throw error(error_category::usage, fmt::format("{} {} is not a column of {}; use a number from 1 to {}{}", option,
                                                 excerpt(wanted), text.file().string(), columns, known));
}

class shape_finder {
 public:
  shape_finder(const text_source& text, const read_options& options, const table_head& head, std::string_view block)
      : text_(text), options_(options), table_(options.table), head_(head), lines_(lines_of_sample(block)) {}

  table_shape find() {
    find_separator();
    read_rows();
    find_header();
    find_columns();
    find_direction();
    inspect_ids();
    note_columns();
    shape_.stated = head_.stated;
    return std::move(shape_);
  }
  [[nodiscard]] bool has_header() const { return has_header_; }

 private:
  void note(std::string text) { shape_.notes.push_back(std::move(text)); }

  void find_separator() {
    const std::string suffix = lower_case(std::filesystem::path(text_.name()).extension().string());
    const char usual = suffix == ".tsv" ? '\t' : ',';
    char separator = table_.separator != 0 ? table_.separator : head_.separator;
    if (separator != 0) {
      found_ = separate(lines_, separator);
    } else if (const auto found = find_separation(lines_, suffix == ".tsv" ? '\t' : '\0')) {
      found_ = *found;
      if (found_.separator != usual) note(fmt::format("columns are separated by {}", separator_name(found_.separator)));
    } else {
      bad_line(text_, lines_[0],
               "expected columns separated by commas, semicolons, tabs, vertical bars or blanks, the same number in each line (or "
               "use --separator)");
    }
    if (table_.separator == 0 && found_.separator == blank_separator) refuse_line_ends();
    if (found_.columns < 2) {
      bad_line(text_, lines_[0], fmt::format("expected at least two columns separated by {}", separator_name(found_.separator)));
    }
    layout_.separator = found_.separator;
    layout_.columns = found_.columns;
    layout_.last_optional = found_.last_optional;
  }

  // "1 2;" has one column separated by semicolons, and a vertex "2;" if blanks separate.
  void refuse_line_ends() const {
    const auto last = [](std::string_view line) { return line[line.find_last_not_of(" \t\r")]; };
    const char end = last(lines_[0]);
    if (end != ';' && end != ',' && end != '|') return;
    if (!std::all_of(lines_.begin(), lines_.end(), [&](std::string_view line) { return last(line) == end; })) return;
    bad_text(text_, fmt::format("has '{}' at the end of each line; remove it: sed 's/{}$//'", end, end));
  }

  void read_rows() {
    for (const std::string_view line : lines_) {
      if (auto fields = split_fields(line, layout_.separator)) rows_.push_back(std::move(*fields));
      if (rows_.empty()) rows_.emplace_back();  // the parser reports what is wrong with the first row
    }
    if (found_.row_names) rows_.front().insert(rows_.front().begin(), "");
    if (layout_.separator == ',') return;
    const auto has_comma = [](const row& fields) { return std::any_of(fields.begin(), fields.end(), has_decimal_comma); };
    if (layout_.separator == ';' || std::any_of(rows_.begin(), rows_.end(), has_comma)) layout_.decimal_point = ',';
  }

  [[nodiscard]] const std::string& field(const row& fields, std::size_t column) const {
    static const std::string none;
    return column < fields.size() ? fields[column] : none;
  }
  [[nodiscard]] std::span<const row> below() const { return std::span<const row>(rows_).subspan(1); }
  [[nodiscard]] std::span<const row> data() const { return has_header_ ? below() : std::span<const row>(rows_); }

  template <class Holds>
  [[nodiscard]] bool all_below(std::size_t column, Holds&& holds) const {
    const auto rows = below();
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const row& r) { return holds(field(r, column)); });
  }

  [[nodiscard]] bool is_column_name(const std::string& wanted) const {
    return !wanted.empty() && wanted.find_first_not_of("0123456789") != wanted.npos;
  }

  // Whether a name in the first row is also a vertex in the rows below.
  [[nodiscard]] bool is_vertex_below(std::size_t source, std::size_t target) const {
    const row& first = rows_.front();
    const auto rows = below();
    return std::any_of(rows.begin(), rows.end(), [&](const row& r) {
      const auto is_end = [&](const std::string& name) {
        return !name.empty() && (name == field(r, source) || name == field(r, target));
      };
      return is_end(field(first, source)) || is_end(field(first, target));
    });
  }

  [[nodiscard]] bool words_above_numbers() const {
    for (std::size_t c = 0; c < rows_.front().size(); ++c) {
      if (!is_word(rows_.front()[c], layout_.decimal_point)) continue;
      const auto number = [&](const std::string& f) { return !is_given(f) || is_number_field(f, layout_.decimal_point); };
      if (all_below(c, number) && !all_below(c, [](const std::string& f) { return !is_given(f); })) return true;
    }
    return false;
  }

  [[nodiscard]] bool first_row_names_columns() {
    if (table_.header != header_row::automatic) return table_.header == header_row::yes;
    const row& first = rows_.front();
    const row lower = [&] {
      row all;
      std::transform(first.begin(), first.end(), std::back_inserter(all), [](const std::string& f) { return lower_case(f); });
      return all;
    }();
    const auto asked_for = [&](const std::string& wanted) {
      return is_column_name(wanted) && std::find(lower.begin(), lower.end(), lower_case(wanted)) != lower.end();
    };
    if (asked_for(table_.source_column) || asked_for(table_.target_column) || asked_for(table_.weight_column)) return true;
    const auto ends = named_endpoints(plain_row(first));
    if (ends && !(ends->letters && is_vertex_below(ends->source, ends->target))) return true;
    const std::string &source = field(first, 0), &target = field(first, 1);
    if (source.empty())
      return all_below(0, [](const std::string& f) { return !f.empty(); });  // the first column is the index of a data frame
    if (is_id(source, layout_.decimal_point) || is_id(target, layout_.decimal_point) || is_vertex_below(0, 1)) return false;
    const auto is_fraction = [&](const std::string& f) {
      return is_number_field(f, layout_.decimal_point) && !is_id(f, layout_.decimal_point);
    };
    const bool may_be_names = source != target && std::none_of(first.begin(), first.end(), is_fraction);
    if (may_be_names && words_above_numbers()) return true;
    note(fmt::format("the first row, {}, was read as data (use --header yes to read it as column names)", excerpt(lines_[0])));
    return false;
  }

  void find_header() {
    has_header_ = first_row_names_columns();
    if (has_header_) {
      names_ = rows_.front();
      layout_.header = lines_[0].substr(0, lines_[0].find_last_not_of(" \t\r") + 1);
      if (!found_.agrees) layout_.columns = names_.size() - (names_.size() > 2 && names_.back().empty());
      names_.resize(layout_.columns);
    } else if (auto names = split_fields(head_.last_comment, layout_.separator)) {
      if (names->size() == layout_.columns && named_endpoints(plain_row(*names))) names_ = std::move(*names);
    }
    shape_.fields = fmt::format("the {} {} fields", has_header_ ? "header's" : "first rows'", layout_.columns);
  }

  [[nodiscard]] bool is_number_column(std::size_t column) const {
    const auto rows = data();
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const row& r) {
      return !is_given(field(r, layout_.target)) || is_number_field(field(r, column), layout_.decimal_point);
    });
  }

  // Whether this is a leading column of row numbers without a name, as written by data frames.
  [[nodiscard]] bool is_index(std::size_t column) const {
    return column == 0 && has_header_ && names_[0].empty() && layout_.columns > 2;
  }

  void find_columns() {
    plain_ = plain_row(names_);
    ends_ = named_endpoints(plain_);
    std::optional<std::size_t> source, target;
    if (!table_.source_column.empty()) source = column_of(text_, "--source-column", table_.source_column, names_, layout_.columns);
    if (!table_.target_column.empty()) target = column_of(text_, "--target-column", table_.target_column, names_, layout_.columns);
    if (!table_.weight_column.empty()) {
      layout_.weight = column_of(text_, "--weight-column", table_.weight_column, names_, layout_.columns);
    }
    const bool decided = ends_ || (source && target);
    if (!source && ends_ && target != ends_->source) source = ends_->source;
    if (!target && ends_ && source != ends_->target) target = ends_->target;
    for (std::size_t c = 0; c < layout_.columns && !(source && target); ++c) {
      const bool weight = c == layout_.weight || (c < plain_.size() && weight_name_of(plain_[c]) == weight_name::certain);
      if (is_index(c) || weight || c == source || c == target) continue;
      (source ? target : source) = c;
    }
    layout_.source = source.value_or(0);
    layout_.target = target.value_or(layout_.source == 0 ? 1 : 0);
    check_distinct();
    refuse_arrow(text_, field(rows_.back(), layout_.target));
    if (!decided) {
      note(fmt::format("{}columns {} and {} were read as source and target{}", names_.empty() ? "no header: " : "",
                       shown(layout_.source), shown(layout_.target),
                       names_.empty() ? "" : ": the column names do not identify them (use --source-column and --target-column)"));
    }
    if (options_.build.keep_weights) find_weight();
    if (!options_.build.keep_weights) layout_.weight.reset();
    find_type();
  }

  void check_distinct() const {
    const bool same = layout_.source == layout_.target || layout_.source == layout_.weight || layout_.target == layout_.weight;
    if (!same) return;
    throw error(error_category::usage,
                fmt::format("{}: column {} cannot be two of source, target and weight; choose different columns with "
                            "--source-column, --target-column and --weight-column",
                            text_.file().string(), shown(layout_.source == layout_.target ? layout_.source : *layout_.weight)));
  }

  [[nodiscard]] bool is_end(std::size_t column) const { return column == layout_.source || column == layout_.target; }

  void find_weight() {
    for (const weight_name wanted : {weight_name::certain, weight_name::likely}) {
      for (std::size_t c = 0; c < plain_.size() && !layout_.weight; ++c) {
        if (is_end(c) || weight_name_of(plain_[c]) != wanted) continue;
        if (wanted == weight_name::certain) layout_.weight = c;
        if (wanted == weight_name::certain || !is_number_column(c)) continue;
        layout_.weight = c;
        note(fmt::format("column {} was read as weights (use --no-weights to ignore it)", shown(c)));
      }
    }
    const bool plain_rows = names_.empty() && layout_.source < 2 && layout_.target < 2 && layout_.columns > 2;
    if (layout_.weight || !plain_rows || !is_number_column(2)) return;
    layout_.weight = 2;
    shape_.unnamed_weight = true;
  }

  void find_type() {
    if (options_.direction != stated_direction::automatic) return;
    const auto named = std::find(plain_.begin(), plain_.end(), "type");
    if (named == plain_.end()) return;
    const auto column = static_cast<std::size_t>(named - plain_.begin());
    std::set<std::string> types;
    for (const row& r : data()) types.insert(lower_case(field(r, column)));
    const bool known = std::all_of(types.begin(), types.end(), [](const std::string& type) {
      return type.empty() || type == "directed" || type == "undirected" || type == "mixed";
    });
    types.erase("");
    if (!known || types.empty() || is_end(column) || column == layout_.weight) return;
    layout_.type = column;
    shape_.both_types = types.contains("directed") && types.contains("undirected");
    note(fmt::format("the direction of each edge was read from column {}", shown(column)));
  }

  void find_direction() {
    const bool ends_as_named = ends_ && layout_.source == ends_->source && layout_.target == ends_->target;
    if (head_.directed) {
      shape_.directed = head_.directed;
    } else if (ends_as_named && ends_->directed) {
      shape_.directed = true;
    }
    layout_.directed_type = shape_.directed.value_or(true);
    if (options_.direction != stated_direction::automatic || layout_.type) return;
    if (head_.directed) {
      note(fmt::format("read as {}, as the comment {} says", *head_.directed ? "directed" : "undirected", head_.direction_line));
    } else if (!shape_.directed) {
      note("direction is not stated; read as undirected (use --directed or --undirected)");
    }
  }

  void inspect_ids() {
    bool names = false, numbers = false;
    const auto inspect = [&](const std::string& id) {
      const bool number = !is_given(id) || is_id(id, layout_.decimal_point);
      names |= !number;
      numbers |= number && is_given(id);
    };
    for (const row& r : data()) inspect(field(r, layout_.source)), inspect(field(r, layout_.target));
    shape_.whole_numbers = !names;
    shape_.numbers_are_names = names && numbers;
  }

  // A column's name in quotes, or its number if it has no name.
  [[nodiscard]] std::string shown(std::size_t column) const {
    return column < names_.size() && !names_[column].empty() ? excerpt(names_[column]) : std::to_string(column + 1);
  }

  [[nodiscard]] bool is_empty_column(std::size_t column) const {
    const auto rows = data();
    return std::all_of(rows.begin(), rows.end(), [&](const row& r) { return field(r, column).empty(); });
  }

  // Adds notes about the columns that were not read. A weight column chosen by position is noted later, when it is known to hold
  // weights.
  void note_columns() {
    if (table_ != table_options{}) {
      note(fmt::format("table: {}, columns separated by {}, source {}, target {}, weight {}",
                       has_header_ ? "a header" : "no header", separator_name(layout_.separator), shown(layout_.source),
                       shown(layout_.target), layout_.weight ? shown(*layout_.weight) : "none"));
    }
    const auto has_comma = [&](const row& r) { return has_decimal_comma(field(r, layout_.weight.value_or(0))); };
    if (layout_.weight && layout_.decimal_point == ',' && std::any_of(data().begin(), data().end(), has_comma)) {
      note(fmt::format("commas in column {} were read as decimal points", shown(*layout_.weight)));
    }
    std::vector<std::string> left_out;
    for (std::size_t c = 0; c < layout_.columns; ++c) {
      const bool read = is_end(c) || c == layout_.weight || c == layout_.type;
      const bool nothing = (c >= names_.size() || names_[c].empty()) && is_empty_column(c);
      if (read || nothing) continue;
      const bool time = c < plain_.size() && names_time(plain_[c]) && !is_empty_column(c);
      left_out.push_back(shown(c) + (time ? " (time stamps)" : ""));
    }
    if (left_out.empty()) return;
    if (left_out.size() > listed_columns) {
      left_out.resize(listed_columns);
      left_out.emplace_back("...");
    }
    note(fmt::format("columns not read: {}{}", fmt::join(left_out, ", "),
                     layout_.weight || !options_.build.keep_weights ? "" : " (use --weight-column to read one as weights)"));
  }

  const text_source& text_;
  const read_options& options_;
  const table_options& table_;
  const table_head& head_;
  std::vector<std::string_view> lines_;
  separation found_;
  std::vector<row> rows_;
  bool has_header_ = false;
  row names_, plain_;  // column names, empty if there are none
  std::optional<endpoint_columns> ends_;
  table_shape shape_;
  csv_layout& layout_ = shape_.layout;
};

}  // namespace

table_shape open_table(text_source& text, const read_options& options) {
  const table_head head = take_head(text);
  const std::string_view block = text.peek();
  if (block.empty()) bad_text(text, "has no data lines");
  shape_finder finder(text, options, head, block);
  table_shape shape = finder.find();
  if (finder.has_header()) static_cast<void>(text.next_line());
  return shape;
}

}  // namespace fathom::io
