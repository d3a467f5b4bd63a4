// Report of `fathom bench` as CSV and Markdown.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/text.hpp"
#include "bench/suite/scaling_text.hpp"
#include "build_info.hpp"
#include "commands/bench/intervals.hpp"
#include "commands/bench/report.hpp"
#include "commands/bench/tables.hpp"
#include "fathom/report.hpp"

namespace fathom::program {

text_table times_table() {
  return {{{"", text_side::left},
           {"threads"},
           {"runs"},
           {"min"},
           {"1st quartile"},
           {"median"},
           {"3rd quartile"},
           {"max"},
           {"95 % interval of the median"},
           {"outliers"},
           {"mean speed"},
           {"note", text_side::left}},
          {}};
}

std::vector<std::string> times_of(const bench_row& row) {
  const summary_statistics s = summarize(row.seconds);
  return {row.what,
          std::to_string(row.threads),
          std::to_string(row.seconds.size()),
          human_seconds(s.min),
          human_seconds(s.first_quartile),
          human_seconds(s.median),
          human_seconds(s.third_quartile),
          human_seconds(s.max),
          interval_text(median_interval(row.seconds)),
          std::to_string(outliers_of(row.seconds)),
          row.amounts.empty() ? "-" : fmt::format("{}{}/s", human_quantity(rates_of(row).harmonic_mean), row.unit),
          row.note};
}

std::string bench_csv(const bench_report& report) {
  std::string text = csv_line({"bench", "graph", "what", "threads", "run", "seconds", "amount", "unit", "commit", "machine"});
  for (const bench_row& row : report.rows) {
    for (std::size_t i = 0; i < row.seconds.size(); ++i) {
      const bool has_amount = i < row.amounts.size();
      text += csv_line({row.bench, row.graph, row.what, std::to_string(row.threads), std::to_string(i + 1), exact(row.seconds[i]),
                        has_amount ? exact(row.amounts[i]) : "", has_amount ? row.unit : "", std::string(this_build().commit),
                        report.where.cpu.name});
    }
  }
  return text;
}

std::string bench_markdown(const bench_report& report) {
  std::string text = "# fathom bench\n\n" + markdown_code(report.where.command_line) + "\n";
  for (const std::string& warning : report.warnings) text += "**Warning:** " + markdown_text(warning) + "\n\n";
  text_table measured = times_table();
  measured.columns.front() = {"measurement", text_side::left};
  measured.columns.insert(measured.columns.begin(), {"graph", text_side::left});
  for (const bench_row& row : report.rows) {
    if (row.seconds.empty()) continue;  // a figure of a paper without a time
    std::vector<std::string> line = times_of(row);
    line.front() = row.bench + ": " + row.what;
    line.insert(line.begin(), row.graph);
    measured.rows.push_back(std::move(line));
  }
  text_table circumstances{{{"circumstance", text_side::left}, {"value", text_side::left}}, {}};
  for (const auto& [name, value] : facts(report.where)) circumstances.rows.push_back({name, value});
  text += markdown_table(measured) + "\n";
  for (const scaling_study& study : scaling_studies(report.rows)) {
    text += fmt::format("## {}: {}\n\n", markdown_text(study.bench), markdown_text(study.graph));
    text += markdown_table(scaling_table(report.rows, study.bench, study.graph)) + "\n";
  }
  return text + markdown_table(circumstances);
}

}  // namespace fathom::program
