#include "io/text/list_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "fathom/error.hpp"
#include "io/text/column_names.hpp"
#include "io/text/list_words.hpp"
#include "io/text/table_sample.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t first_data_column = 2;  // counted from 0, after the ids
constexpr std::size_t konect_time_column = 3;

bool has_data(const std::vector<std::string>& words) {
  return words.size() > first_data_column && words[first_data_column].starts_with('{') &&
         !words[first_data_column].starts_with("{}");
}

bool has_weight_in_data(const std::vector<std::string>& words) {
  return has_data(words) && words[first_data_column].find("weight") != std::string::npos;
}

class column_finder {
 public:
  column_finder(const text_source& text, const list_preamble& found, const read_options& options)
      : text_(text), found_(found), options_(options) {
    for (const auto& words : found.lines) columns_ = std::max(columns_, words.size());
  }

  list_columns find() {
    check_order();
    if (!options_.table.weight_column.empty()) {
      take_weight(wanted_column());
      note(fmt::format("column {} was read as weights", first_data_column + plan_.skipped + 1));
    } else if (columns_ > first_data_column) {
      find_weight();
    }
    if (!options_.build.keep_weights) ignore_weights();
    return std::move(plan_);
  }

 private:
  void note(std::string text) { plan_.notes.push_back(std::move(text)); }

  void check_order() const {
    const auto ends = named_endpoints(found_.column_names);
    if (!ends || (ends->source == 0 && ends->target == 1)) return;
    bad_text(text_, fmt::format("names source and target in columns {} and {}, not 1 and 2; use --format csv", ends->source + 1,
                                ends->target + 1));
  }

  [[nodiscard]] std::size_t wanted_column() const {
    const std::string& wanted = options_.table.weight_column;
    const auto& names = found_.column_names;
    const auto named = std::find(names.begin(), names.end(), plain_column_name(wanted));
    if (named != names.end() && named - names.begin() >= 2) return static_cast<std::size_t>(named - names.begin());
    std::size_t number = 0;
    const auto [end, code] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    const bool good = code == std::errc() && end == wanted.data() + wanted.size();
    const bool there = number <= columns_ || found_.lines.empty();
    if (good && number > first_data_column && there) return number - 1;
    throw error(error_category::usage,
                columns_ > first_data_column
                    ? fmt::format("--weight-column {} is not a weight column of {}; use a number from {} to {}", excerpt(wanted),
                                  text_.file().string(), first_data_column + 1, columns_)
                    : fmt::format("--weight-column {}: {} has only two columns, the ids; omit the option", excerpt(wanted),
                                  text_.file().string()));
  }

  void take_weight(std::size_t column) {
    plan_.third = third_column::weight;
    plan_.skipped = column - first_data_column;
    plan_.rest_ignored = columns_ > column + 1;
  }

  // --no-weights: the columns behind the ids may hold anything.
  void ignore_weights() {
    plan_ = {};
    plan_.rest_ignored = true;
  }

  // Whether any of the first lines has a number in this column.
  [[nodiscard]] bool has_numbers(std::size_t column) const {
    return std::any_of(found_.lines.begin(), found_.lines.end(),
                       [&](const auto& words) { return words.size() > column && is_number_word(words[column]); });
  }

  [[nodiscard]] std::string name_of(std::size_t column) const {
    return column < found_.column_names.size() ? found_.column_names[column] : std::string();
  }

  // Chooses a column named as weights, otherwise the third column if it is numeric and not known to hold something else.
  void find_weight() {
    const auto longer = [](const auto& words) { return words.size() > first_data_column; };
    if ((*std::find_if(found_.lines.begin(), found_.lines.end(), longer))[first_data_column].starts_with('{')) {
      plan_.third = third_column::data;
      if (std::none_of(found_.lines.begin(), found_.lines.end(), has_weight_in_data) &&
          std::any_of(found_.lines.begin(), found_.lines.end(), has_data)) {
        note("the edges' data have no 'weight' in the first lines; other data are not read");
      }
      return;
    }
    for (std::size_t column = first_data_column; column < columns_; ++column) {
      if (weight_name_of(name_of(column)) == weight_name::none) continue;
      take_weight(column);
      note(fmt::format("column {} was read as weights", column + 1));
      return note_others(column);
    }
    plan_.rest_ignored = true;
    if (!has_numbers(first_data_column)) {
      refuse_decimal_commas();
      return note_ignored("it holds no numbers", false);
    }
    if (found_.unweighted) return note_ignored("the first comment says unweighted", true);
    if (names_time(name_of(first_data_column)) || (found_.mentions_time && columns_ == first_data_column + 1)) {
      return note_ignored("it holds time stamps", true);
    }
    take_weight(first_data_column);
    plan_.unnamed = !found_.konect && name_of(first_data_column).empty();
    if (!plan_.unnamed) note("column 3 was read as weights");
    note_others(first_data_column);
  }

  void refuse_decimal_commas() const {
    if (!options_.build.keep_weights) return;
    for (const auto& words : found_.lines) {
      if (words.size() <= first_data_column || !has_decimal_comma(words[first_data_column])) continue;
      bad_text(text_, fmt::format("has decimal commas in column 3, such as {}; use --format csv to read it as weights, or "
                                  "--no-weights to ignore it",
                                  excerpt(words[first_data_column])));
    }
  }

  void note_ignored(std::string_view why, bool numbers) {
    note(fmt::format("column 3 was ignored: {}{}", why, numbers ? " (use --weight-column 3 to read it as weights)" : ""));
    note_others(first_data_column);
  }

  void note_others(std::size_t read) {
    if (columns_ <= first_data_column + 1) return;
    std::string others;
    for (std::size_t column = first_data_column; column < columns_; ++column) {
      if (column == read) continue;
      const bool time = names_time(name_of(column)) || (found_.konect && column == konect_time_column);
      others += fmt::format("{}{}{}", others.empty() ? "" : ", ", column + 1, time ? " (time stamps)" : "");
    }
    note(fmt::format("columns not read: {} (use --weight-column to read one of them as weights)", others));
  }

  const text_source& text_;
  const list_preamble& found_;
  const read_options& options_;
  std::size_t columns_ = 0;
  list_columns plan_;
};

}  // namespace

list_columns find_list_columns(const text_source& text, const list_preamble& found, const read_options& options) {
  return column_finder(text, found, options).find();
}

}  // namespace fathom::io
