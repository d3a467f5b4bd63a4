#include "bench/suite/counters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "gpu/hardware_counters.hpp"

namespace fathom::program {
namespace {

std::string counter_text(const paper_counter& counter, double value) {
  std::string name(counter.figure);
  std::replace(name.begin(), name.end(), '_', ' ');
  return counter.unit == 1 ? fmt::format("{} {}", name, three_digits(value))
                           : fmt::format("{} {} %", name, three_digits(100 * value));
}

void append(std::string& note, const std::string& text) { note += (note.empty() ? "" : "; ") + text; }

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
      append(row.note, counter_text(counters[i], value));
    } else if (std::find(reasons.begin(), reasons.end(), read[i].why_none) == reasons.end()) {
      reasons.push_back(read[i].why_none);
    }
  }
  for (const std::string& reason : reasons) append(row.note, "counters that could not be read: " + reason);
}

}  // namespace fathom::program
