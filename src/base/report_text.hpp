// Described reports as text: a table with a row per report, or one line. Names and units are those of the description; see
// fathom/report_fields.hpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/text.hpp"
#include "fathom/device.hpp"
#include "fathom/report_fields.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Keys of fields, in the order of a table's columns; empty: all fields with one value, in the order of the description.
using report_keys = std::initializer_list<std::string_view>;

/// The name of a vertex for display.
using vertex_name = std::function<std::string(vertex_id)>;

/// A key as a heading: "edges_inspected" is "edges inspected", "seconds" is "time", "seconds_map_back" is "map back" and
/// "peak_memory_bytes" is "peak memory".
[[nodiscard]] std::string label_of(std::string_view key);

/// A number with its unit.
[[nodiscard]] std::string quantity_text(double value, std::string_view unit);

namespace report_text {

struct cell {
  std::string_view key, unit;
  std::string text;
  bool number = false, zero = false;
};

// Empty for a value that has several parts.
template <class Value>
std::optional<cell> cell_of(std::string_view key, const Value& value, std::string_view unit, const vertex_name& name) {
  if constexpr (std::same_as<Value, device>) {
    return cell{key, unit, to_string(value)};
  } else if constexpr (std::is_enum_v<Value>) {
    return cell{key, unit, std::string(to_string(value))};
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return cell{key, unit, std::string(value)};
  } else if constexpr (std::same_as<Value, bool>) {
    return cell{key, unit, value ? "yes" : "no"};
  } else if constexpr (std::is_arithmetic_v<Value>) {
    if constexpr (std::same_as<Value, vertex_id>) {
      if (unit == "vertex") return cell{key, unit, value == no_vertex ? "" : name ? name(value) : fmt::format("{}", value), true};
    }
    if constexpr (std::integral<Value>) {
      if (unit != "bytes") return cell{key, unit, grouped(static_cast<std::uint64_t>(value)), true, value == 0};
    }
    return cell{key, unit, quantity_text(static_cast<double>(value), unit), true, value == 0};
  } else {
    return std::nullopt;
  }
}

template <described Report>
std::vector<cell> cells_of(const Report& report, const vertex_name& name) {
  std::vector<cell> cells;
  describe_fields(report, [&](const char* key, const auto& value, const char* unit, const char*) {
    if (std::optional<cell> one = cell_of(key, value, unit, name)) cells.push_back(*std::move(one));
  });
  return cells;
}

/// The cells with these keys, in their order. Throws std::logic_error for a key that the description lacks.
[[nodiscard]] std::vector<cell> chosen(std::vector<cell> all, report_keys keys);

/// Removes the columns without text.
void drop_empty_columns(text_table& table);

/// See report_line().
[[nodiscard]] std::string line_of(const std::vector<cell>& cells, report_keys shown);

}  // namespace report_text

/// The values of a report as a row of report_table().
template <described Report>
[[nodiscard]] std::vector<std::string> report_row(const Report& report, report_keys keys = {}, const vertex_name& name = {}) {
  std::vector<std::string> row;
  for (report_text::cell& one : report_text::chosen(report_text::cells_of(report, name), keys)) row.push_back(std::move(one.text));
  return row;
}

/// A table of reports, with a column for each of `keys`. Columns without any text are left out.
template <std::ranges::input_range Reports>
[[nodiscard]] text_table report_table(Reports&& reports, report_keys keys = {}, const vertex_name& name = {}) {
  using report = std::remove_cvref_t<std::ranges::range_reference_t<Reports>>;
  text_table table;
  for (const report_text::cell& one : report_text::chosen(report_text::cells_of(report{}, {}), keys))
    table.columns.push_back({label_of(one.key), one.number ? text_side::right : text_side::left});
  for (const report& one : reports) table.rows.push_back(report_row(one, keys, name));
  report_text::drop_empty_columns(table);
  return table;
}

/// Puts a column with the rows' numbers, from 0, before the others.
void number_rows(text_table& table, std::string heading);

/// Indented line of the report's times, sizes and counts with their names, in the order of the description: those that are not 0
/// and not among `shown`, which the caller shows elsewhere. The whole time and the number of threads are never part of it. The line
/// wraps before column 80; it is empty if nothing is left.
template <described Report>
[[nodiscard]] std::string report_line(const Report& report, report_keys shown = {}) {
  return report_text::line_of(report_text::cells_of(report, {}), shown);
}

}  // namespace fathom
