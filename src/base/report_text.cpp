#include "base/report_text.hpp"

#include <stdexcept>

#include "base/memory.hpp"

namespace fathom {
namespace {

constexpr std::size_t widest_line = 80;

bool has_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::string label_of(std::string_view key) {
  if (key == "seconds") return "time";
  if (key == "teps") return "speed";
  if (key == "planned_bytes") return "planned memory";
  has_prefix(key, "seconds_");
  if (key.ends_with("_bytes")) key.remove_suffix(std::string_view("_bytes").size());
  std::string label(key);
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

std::string quantity_text(double value, std::string_view unit) {
  if (unit == "s") return human_seconds(value);
  if (unit == "bytes") return human_bytes(static_cast<std::uint64_t>(value));
  if (unit == "edges/s") return human_quantity(value) + "TEPS";
  if (unit == "fraction") return three_digits(100 * value) + " %";
  if (unit == "ratio") return fmt::format("{:.2f}", value);
  if (unit == "J" || unit == "W") return three_digits(value) + " " + std::string(unit);
  return fmt::format("{:.6g}", value);
}

void number_rows(text_table& table, std::string heading) {
  table.columns.insert(table.columns.begin(), {std::move(heading)});
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].insert(table.rows[i].begin(), grouped(i));
}

namespace report_text {

std::vector<cell> chosen(std::vector<cell> all, report_keys keys) {
  if (keys.size() == 0) return all;
  std::vector<cell> found;
  for (const std::string_view key : keys) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const cell& one) { return one.key == key; });
    if (at == all.end()) throw std::logic_error("the report has no field " + std::string(key));
    found.push_back(*at);
  }
  return found;
}

void drop_empty_columns(text_table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    if (std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return !row[c].empty(); })) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (std::vector<std::string>& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

std::string line_of(const std::vector<cell>& cells, report_keys shown) {
  const std::size_t line_width = line_limit() > 0 ? std::min(widest_line, line_limit()) : widest_line;
  std::string text, line;
  for (const cell& one : cells) {
    if (!one.number || one.zero || one.unit == "vertex" || one.key == "seconds" || one.key == "threads") continue;
    if (std::find(shown.begin(), shown.end(), one.key) != shown.end()) continue;
    const std::string part = label_of(one.key) + " " + one.text;
    if (line.empty()) {
      line = "  " + part;
    } else if (display_width(line) + display_width(part) + 3 > line_width) {  // 3: the commas and a space
      text += line + ",\n";
      line = "  " + part;
    } else {
      line += ", " + part;
    }
  }
  return line.empty() ? "" : text + line + "\n";
}

}  // namespace report_text
}  // namespace fathom
