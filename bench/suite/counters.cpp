#include "bench/suite/counters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "bench/suite/table.hpp"
#include "gpu/hardware_counters.hpp"

namespace fathom::program {
namespace {

std::string counter_text(const paper_counter& counter, double value) {
  std::string name(counter.figure);
  std::replace(name.begin(), name.end(), '_', ' ');
  return counter.unit == 1 ? fmt::format("{} {}", name, three_digits(value))
                           : fmt::format("{} {} %", name, three_digits(100 * value));
}

void add_to_note(std::string& note, const std::string& text) { note += (note.empty() ? "" : "; ") + text; }

}  // namespace

void add_counters(bench_row& row, device where, std::span<const paper_counter> counters, const std::function<void()>& work) {
  std::vector<std::string_view> metrics;
  for (const paper_counter& counter : counters) metrics.push_back(counter.metric);
  const std::vector<hardware_counter> read = read_hardware_counters(where, metrics, work);
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (read[i].why_none.empty()) {
      const double value = read[i].value * counters[i].unit;
      row.figures.emplace_back(counters[i].figure, value);
      add_to_note(row.note, counter_text(counters[i], value));
    } else if (std::find(reasons.begin(), reasons.end(), read[i].why_none) == reasons.end()) {
      reasons.push_back(read[i].why_none);
    }
  }
  for (const std::string& reason : reasons) add_to_note(row.note, "counters that could not be read: " + reason);
}

std::string counters_text(const std::string& title, const std::vector<bench_row>& rows, std::string_view bench) {
  text_table table{{{"", text_side::left}, {"", text_side::left}}, {}};
  for (const bench_row& row : rows) {
    if (row.bench == bench) table.rows.push_back({row.graph + ", " + row.what, row.note});
  }
  return titled(title, table);
}

}  // namespace fathom::program
