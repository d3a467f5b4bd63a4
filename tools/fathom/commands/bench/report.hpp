// Report of `fathom bench` in all its forms: text, JSON, CSV, Markdown, HTML.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "bench/suite/bench.hpp"
#include "charts/chart.hpp"
#include "charts/page.hpp"
#include "commands/bench/environment.hpp"
#include "fathom/report.hpp"

namespace fathom::program {

struct bench_report {
  bench_environment where;
  std::vector<bench_row> rows;
  std::vector<std::string> warnings;  ///< see warnings_of()
};

/// Amounts per second of each run.
[[nodiscard]] summary_statistics rates_of(const bench_row& row);

/// Samples more than 3.5 scaled median absolute deviations from the median (Iglewicz, Hoaglin 1993: modified z-score above 3.5).
/// None if more than half of the samples are equal.
[[nodiscard]] std::size_t outliers_of(const std::vector<double>& samples);

/// Reasons to distrust the measurements: other programs, outliers, a GPU that was slowed down. Empty on a quiet machine.
[[nodiscard]] std::vector<std::string> warnings_of(const bench_environment& where, const std::vector<bench_row>& rows);

/// The machine, before any measurement.
[[nodiscard]] std::string machine_text();
/// The measurements of one graph.
[[nodiscard]] std::string rows_text(const std::string& graph, const std::vector<bench_row>& rows);
[[nodiscard]] std::string warnings_text(const std::vector<std::string>& warnings);

/// Table of times with its headings, and the line of one measurement, which must have runs.
[[nodiscard]] text_table times_table();
[[nodiscard]] std::vector<std::string> times_of(const bench_row& row);

[[nodiscard]] std::string bench_json(const bench_report& report);
/// One line per run. Times are seconds.
[[nodiscard]] std::string bench_csv(const bench_report& report);
[[nodiscard]] std::string bench_markdown(const bench_report& report);
[[nodiscard]] std::string bench_page(const bench_report& report);

/// Charts of scaling over workers, beside the model; none if the rows contain no scaling.
void add_scaling(charts::page& page, const std::vector<bench_row>& rows);

/// Axis of times for box plots of these rows: logarithmic if they differ by more than a factor of 20.
[[nodiscard]] charts::axis time_axis(const std::vector<const std::vector<double>*>& samples);

}  // namespace fathom::program
