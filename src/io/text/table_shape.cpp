#include "io/text/table_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/text/header_words.hpp"
#include "io/text/table_columns.hpp"
#include "io/text/table_header.hpp"
#include "io/text/table_sample.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

constexpr std::size_t listed_columns = 12;  // maximum in a note about columns that were not read

// Interprets the direction that the head, the columns' names or a column of types states.
void find_direction(table_shape& shape, table_sample& sample, const table_columns& columns, const table_head& head,
                    const read_options& options) {
  csv_layout& layout = sample.layout;
  const bool ends_as_named = columns.ends && layout.source == columns.ends->source && layout.target == columns.ends->target;
  if (head.directed) {
    shape.directed = head.directed;
  } else if (ends_as_named && columns.ends->directed) {
    shape.directed = true;
  }
  layout.directed_type = shape.directed.value_or(true);
  if (options.direction != stated_direction::automatic || layout.type) return;
  if (head.directed) {
    sample.notes.push_back(
        fmt::format("read as {}, as the comment {} says", *head.directed ? "directed" : "undirected", head.direction_line));
  } else if (!shape.directed) {
    sample.notes.push_back("direction is not stated; read as undirected (use --directed or --undirected)");
  }
}

void inspect_ids(table_shape& shape, const table_sample& sample) {
  bool names = false, numbers = false;
  const auto inspect = [&](const std::string& id) {
    const bool number = !is_given(id) || is_id(id, sample.layout.decimal_point);
    if (!number && !names) shape.first_name = excerpt(id);
    names |= !number;
    numbers |= number && is_given(id);
  };
  for (const table_row& r : sample.data()) {
    inspect(table_sample::field(r, sample.layout.source)), inspect(table_sample::field(r, sample.layout.target));
  }
  shape.whole_numbers = !names;
  shape.numbers_are_names = names && numbers;
}

// The columns that were not read and are not empty.
std::vector<std::string> columns_left_out(const table_sample& sample) {
  const csv_layout& layout = sample.layout;
  std::vector<std::string> left_out;
  for (std::size_t c = 0; c < layout.columns; ++c) {
    if (sample.is_end(c) || c == layout.weight || c == layout.type) continue;
    const auto rows = sample.data();
    const bool empty = std::all_of(rows.begin(), rows.end(), [&](const table_row& r) { return table_sample::field(r, c).empty(); });
    if (empty && (c >= sample.names.size() || sample.names[c].empty())) continue;
    const bool time = c < sample.plain_names.size() && names_time(sample.plain_names[c]) && !empty;
    left_out.push_back(sample.shown(c) + (time ? " (time stamps)" : ""));
  }
  if (left_out.size() > listed_columns) {
    left_out.resize(listed_columns);
    left_out.emplace_back("...");
  }
  return left_out;
}

// A weight column chosen by position is noted later, when it is known to hold weights.
void note_columns(table_sample& sample, const read_options& options) {
  const csv_layout& layout = sample.layout;
  if (options.table != table_options{}) {
    sample.notes.push_back(fmt::format("table: {}, columns separated by {}, source {}, target {}, weight {}",
                                       sample.has_header ? "a header" : "no header", separator_name(layout.separator),
                                       sample.shown(layout.source), sample.shown(layout.target),
                                       layout.weight ? sample.shown(*layout.weight) : "none"));
  }
  const auto has_comma = [&](const table_row& r) { return has_decimal_comma(table_sample::field(r, layout.weight.value_or(0))); };
  if (layout.weight && layout.decimal_point == ',' && std::any_of(sample.data().begin(), sample.data().end(), has_comma)) {
    sample.notes.push_back(fmt::format("commas in column {} were read as decimal points", sample.shown(*layout.weight)));
  }
  const std::vector<std::string> left_out = columns_left_out(sample);
  if (left_out.empty()) return;
  sample.notes.push_back(
      fmt::format("columns not read: {}{}", fmt::join(left_out, ", "),
                  layout.weight || !options.build.keep_weights ? "" : " (use --weight-column to read one as weights)"));
}

// Numbers of a first row that may state the size of the graph, in a table that neither a header nor an option describes.
std::optional<count_line> size_of_first_row(const table_sample& sample, const table_head& head, const table_options& options) {
  const csv_layout& layout = sample.layout;
  if (sample.has_header || !sample.plain_names.empty() || options.header != header_row::automatic || head.stated.vertices)
    return {};
  if (layout.source != 0 || layout.target != 1 || layout.type || layout.columns > 3) return {};
  const std::optional<std::vector<std::uint64_t>> numbers = header_numbers(fmt::format("{}", fmt::join(sample.rows[0], " ")));
  if (!numbers || numbers->size() != layout.columns || (layout.columns == 3 && (*numbers)[0] != (*numbers)[1])) return {};
  return count_line{numbers->front(), numbers->back()};
}

}  // namespace

table_shape open_table(text_source& text, const read_options& options) {
  const table_head head = take_table_head(text);
  const std::string_view block = text.peek();
  if (block.empty()) bad_text(text, "has no data lines");
  table_sample sample = read_table_sample(text, options.table, head, block);
  find_table_header(sample, options.table, head);
  if (sample.layout.columns < 2)
    bad_line(text, sample.lines[0], "expected the names of at least two columns (comments begin with # or %)");
  const table_columns columns = find_table_columns(sample, text, options);
  table_shape shape;
  shape.unnamed_weight = columns.unnamed_weight, shape.both_types = columns.both_types;
  find_direction(shape, sample, columns, head, options);
  inspect_ids(shape, sample);
  note_columns(sample, options);
  shape.stated = head.stated;
  shape.declared = head.declared;
  shape.lone = head.lone;
  shape.size = size_of_first_row(sample, head, options.table);
  shape.fields = fmt::format("the {} {} fields", sample.has_header ? "header's" : "first rows'", sample.layout.columns);
  shape.layout = std::move(sample.layout);
  shape.notes = std::move(sample.notes);
  if (sample.has_header) static_cast<void>(text.next_line());
  return shape;
}

}  // namespace fathom::io
