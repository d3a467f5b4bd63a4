// Report of `fathom bench` as an HTML page with box plots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "bench/suite/scaling_text.hpp"
#include "commands/bench/report.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

constexpr double widest_linear = 20;  // ratio of the slowest to the fastest run on a linear axis

std::vector<std::string> in_order(const std::vector<bench_row>& rows, std::string bench_row::*member) {
  std::vector<std::string> names;
  for (const bench_row& row : rows) {
    if (std::find(names.begin(), names.end(), row.*member) == names.end()) names.push_back(row.*member);
  }
  return names;
}

void add_boxes(charts::page& page, const std::string& bench, const std::string& graph, const std::vector<const bench_row*>& rows) {
  std::vector<const std::vector<double>*> samples;
  for (const bench_row* row : rows) samples.push_back(&row->seconds);
  charts::box_chart chart{
      fmt::format("{} on {}", bench, graph), "Box plots of the time per run, one per measurement.", time_axis(samples), {}, {}};
  text_table numbers = times_table();
  // Names of scaling contain the workers.
  const bool several = !is_scaling(bench) && std::any_of(rows.begin(), rows.end(), [&](const bench_row* row) {
    return row->threads != rows.front()->threads;
  });
  for (const bench_row* row : rows) {
    chart.groups.push_back(
        {several ? fmt::format("{}, {}", row->what, counted(static_cast<std::uint64_t>(row->threads), "thread")) : row->what,
         row->seconds, 0});
    numbers.rows.push_back(times_of(*row));
  }
  page.figure(charts::draw(chart), numbers);
}

// Speed over the number of threads, for measurements with at least three numbers.
void add_threads(charts::page& page, const std::string& bench, const std::string& graph,
                 const std::vector<const bench_row*>& rows) {
  std::set<double> counts;
  for (const bench_row* row : rows) counts.insert(row->threads);
  if (counts.size() < 3) return;
  charts::xy_chart chart{
      fmt::format("{} on {}, by threads", bench, graph), "Median time per run over the number of threads.", {}, {}, {}};
  chart.x = {.label = "threads", .scale = charts::scale_kind::logarithmic, .ticks = {counts.begin(), counts.end()}};
  chart.y = {.label = "median time per run", .scale = charts::scale_kind::logarithmic, .values = charts::quantity::seconds};
  text_table numbers{{{"", text_side::left}, {"threads"}, {"median"}, {"speedup"}}, {}};
  for (const bench_row* row : rows) {
    auto known = std::find_if(chart.all.begin(), chart.all.end(), [&](const charts::series& one) { return one.name == row->what; });
    if (known == chart.all.end()) known = chart.all.insert(chart.all.end(), charts::series{row->what, {}});
    const double median = summarize(row->seconds).median;
    known->points.push_back({double(row->threads), median});
    const double first = known->points.front().y;
    numbers.rows.push_back(
        {row->what, std::to_string(row->threads), human_seconds(median), median > 0 ? three_digits(first / median) : "-"});
  }
  page.figure(charts::draw(chart), numbers);
}

}  // namespace

charts::axis time_axis(const std::vector<const std::vector<double>*>& samples) {
  double low = HUGE_VAL, high = 0;
  for (const std::vector<double>* list : samples) {
    for (const double value : *list) low = std::min(low, value), high = std::max(high, value);
  }
  const bool wide = low > 0 && high > widest_linear * low;
  return {.label = "time per run",
          .scale = wide ? charts::scale_kind::logarithmic : charts::scale_kind::linear,
          .values = charts::quantity::seconds,
          .from_zero = true};
}

std::string bench_page(const bench_report& report) {
  charts::page page(fmt::format("fathom bench on {}", report.where.cpu.name));
  for (const std::string& warning : report.warnings) page.warning("Warning: " + warning);
  page.code(report.where.command_line);
  page.heading("Measurements");
  for (const std::string& graph : in_order(report.rows, &bench_row::graph)) {
    for (const std::string& bench : in_order(report.rows, &bench_row::bench)) {
      std::vector<const bench_row*> rows;
      for (const bench_row& row : report.rows) {
        if (row.graph == graph && row.bench == bench && !row.seconds.empty()) rows.push_back(&row);
      }
      if (rows.empty()) continue;
      add_boxes(page, bench, graph, rows);
      if (!is_scaling(bench)) add_threads(page, bench, graph, rows);
    }
  }
  add_scaling(page, report.rows);
  page.paragraph(
      "Boxes are quartiles, lines inside are medians, and whiskers end at the last run within 1.5 interquartile ranges of the box. "
      "Runs beyond them are dots; all runs are dots where there are at most eight. Outliers in the tables are more than 3.5 scaled "
      "median absolute deviations from the median. The interval contains the median with 95 % confidence: percentiles of 10,000 "
      "bootstrap resamples.");
  page.heading("Machine and run");
  text_table circumstances{{{"", text_side::left}, {"", text_side::left}}, {}};
  for (const auto& [name, value] : facts(report.where)) circumstances.rows.push_back({name, value});
  page.table(circumstances);
  return page.html();
}

}  // namespace fathom::program
