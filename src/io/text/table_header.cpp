#include "io/text/table_header.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/column_names.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

class header_finder {
 public:
  header_finder(const table_sample& sample, const table_options& options)
      : options_(options), first_(sample.rows.front()), below_(sample.below()), point_(sample.layout.decimal_point) {}

  /// Whether the first row names the columns; empty if nothing shows it, so that the row is data.
  [[nodiscard]] std::optional<bool> find() const {
    if (options_.header != header_row::automatic) return options_.header == header_row::yes;
    if (is_asked_for(options_.source_column) || is_asked_for(options_.target_column) || is_asked_for(options_.weight_column))
      return true;
    const auto ends = named_endpoints(plain_row(first_));
    if (ends && !(ends->letters && is_vertex_below(ends->source, ends->target))) return true;
    if (!ends && (names_vertices(first_) || names_edges())) return true;
    const std::string &source = first(0), &target = first(1);
    // The first column is the index of a data frame.
    if (source.empty()) return all_below(0, [](const std::string& f) { return !f.empty(); });
    if (is_id(source, point_) || is_id(target, point_) || is_vertex_below(0, 1)) return false;
    const auto is_fraction = [&](const std::string& f) { return is_number_field(f, point_) && !is_id(f, point_); };
    const bool may_be_names = source != target && std::none_of(first_.begin(), first_.end(), is_fraction);
    return may_be_names && words_above_numbers() ? std::optional(true) : std::nullopt;
  }

 private:
  [[nodiscard]] const std::string& first(std::size_t column) const { return table_sample::field(first_, column); }

  template <class Holds>
  [[nodiscard]] bool all_below(std::size_t column, Holds&& holds) const {
    return !below_.empty() &&
           std::all_of(below_.begin(), below_.end(), [&](const table_row& r) { return holds(table_sample::field(r, column)); });
  }

  // Whether an option names this column by a word, and the first row has it.
  [[nodiscard]] bool is_asked_for(const std::string& wanted) const {
    return wanted.find_first_not_of("0123456789") != wanted.npos &&
           std::any_of(first_.begin(), first_.end(), [&](const std::string& f) { return lower_case(f) == lower_case(wanted); });
  }

  // Whether the first row has Cytoscape's names of columns, and the rows below name edges such as "A (pp) B".
  [[nodiscard]] bool names_edges() const {
    const auto edges = named_edges(plain_row(first_));
    return edges && are_named_edges(below_, *edges);
  }

  // Whether a name in the first row is also a vertex in the rows below.
  [[nodiscard]] bool is_vertex_below(std::size_t source, std::size_t target) const {
    return std::any_of(below_.begin(), below_.end(), [&](const table_row& r) {
      const auto is_end = [&](const std::string& name) {
        return !name.empty() && (name == table_sample::field(r, source) || name == table_sample::field(r, target));
      };
      return is_end(first(source)) || is_end(first(target));
    });
  }

  [[nodiscard]] bool words_above_numbers() const {
    const auto number = [&](const std::string& f) { return !is_given(f) || is_number_field(f, point_); };
    for (std::size_t c = 0; c < first_.size(); ++c) {
      if (!is_given(first_[c]) || is_number_field(first_[c], point_)) continue;
      if (all_below(c, number) && !all_below(c, [](const std::string& f) { return !is_given(f); })) return true;
    }
    return false;
  }

  const table_options& options_;
  const table_row& first_;
  std::span<const table_row> below_;
  const char point_;
};

}  // namespace

void find_table_header(table_sample& sample, const table_options& options, const table_head& head) {
  const std::optional<bool> found = header_finder(sample, options).find();
  const std::string_view first = sample.lines[0];
  if (!found) {
    sample.notes.push_back(
        fmt::format("the first row, {}, was read as data (use --header yes to read it as column names)", excerpt(first)));
  }
  sample.has_header = found.value_or(false);
  table_row& names = sample.names;
  csv_layout& layout = sample.layout;
  if (sample.has_header) {
    names = sample.rows.front();
    layout.header = first.substr(0, first.find_last_not_of(" \t\r") + 1);
    if (!sample.found.agrees) layout.columns = names.size() - (names.size() > 2 && names.back().empty());
    names.resize(layout.columns);
  } else if (auto stated = split_fields(head.last_comment, layout.separator)) {
    if (stated->size() == layout.columns && named_endpoints(plain_row(*stated))) names = std::move(*stated);
  }
  sample.plain_names = plain_row(names);
}

}  // namespace fathom::io
