#include "output/levels_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/report_text.hpp"
#include "output/appearance.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t most_whole_levels = 30;  // about what a screen shows
constexpr std::size_t shown_at_each_end = 3;

// Levels [first, last] as one.
level_report sum_of(const std::vector<level_report>& levels, std::size_t first, std::size_t last) {
  level_report sum;
  sum.way = levels[first].way;
  std::uint64_t largest = 0;
  for (std::size_t i = first; i <= last; ++i) {
    sum.frontier += levels[i].frontier;
    sum.edges_inspected += levels[i].edges_inspected;
    sum.found += levels[i].found;
    sum.seconds += levels[i].seconds;
    largest = std::max(largest, levels[i].frontier);
  }
  sum.reason = fmt::format("sums of {} levels; largest frontier {}", grouped(last - first + 1), grouped(largest));
  return sum;
}

// Levels of a long search that get a row of their own.
std::vector<bool> worth_showing(const std::vector<level_report>& levels) {
  std::vector<bool> shown(levels.size(), false);
  const auto slower = [](const level_report& x, const level_report& y) { return x.seconds < y.seconds; };
  shown[std::max_element(levels.begin(), levels.end(), slower) - levels.begin()] = true;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bool at_end = i < shown_at_each_end || i + shown_at_each_end >= levels.size();
    const bool switched = i > 0 && levels[i].way != levels[i - 1].way;
    if (at_end || switched || !levels[i].reason.empty()) shown[i] = true;
  }
  return shown;
}

// One line of blocks per quantity, where the terminal shows them.
std::string sparklines(const std::vector<level_report>& levels) {
  constexpr std::size_t fewest_levels = 3, name_columns = 19, most_cells = 60;
  if (levels.size() < fewest_levels) return "";
  const std::size_t cells = std::min(most_cells, line_limit() > name_columns ? line_limit() - name_columns : most_cells);
  std::vector<double> frontiers, edges, seconds;
  for (const level_report& one : levels) {
    frontiers.push_back(static_cast<double>(one.frontier));
    edges.push_back(static_cast<double>(one.edges_inspected));
    seconds.push_back(one.seconds);
  }
  std::string lines;
  for (const auto& [name, values] : {std::pair{"frontier", &frontiers}, {"edges inspected", &edges}, {"time", &seconds}}) {
    const std::string line = sparkline(*values, cells);
    if (!line.empty()) lines += fmt::format("  {:<15}  {}\n", name, line);
  }
  return lines;
}

}  // namespace

std::string levels_text(const run_report& report) {
  const std::vector<level_report>& levels = report.levels;
  if (levels.size() <= most_whole_levels) return to_table(report) + sparklines(levels);
  std::vector<level_report> rows;
  std::vector<std::string> names;
  const std::vector<bool> shown = worth_showing(levels);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    std::size_t last = i;
    while (!shown[i] && last + 1 < levels.size() && !shown[last + 1]) ++last;
    rows.push_back(last == i ? levels[i] : sum_of(levels, i, last));
    names.push_back(last == i ? grouped(i) : fmt::format("{} - {}", grouped(i), grouped(last)));
    i = last;
  }
  text_table table = report_table(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i].front() = names[i];
  return table.render() + sparklines(levels);
}

}  // namespace fathom::program
