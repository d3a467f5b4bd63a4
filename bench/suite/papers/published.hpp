// Figures and tables of the five papers behind Fathom: the published values with their source, the command that shows Fathom's, and
// the rows of `fathom bench` that they are compared with.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fathom::program {

enum class value_unit : std::uint8_t { number, fraction, times, seconds, edges_per_second, watts };

/// Rule by which measured values count as reproduced. Only values that do not depend on the machine's speed have one.
enum class value_rule : std::uint8_t {
  shown,      ///< none: the value depends on the machine
  near,       ///< within a factor of 1.5 of the published range
  at_least,   ///< not below the published range
  at_most,    ///< not above the published range
  same_side,  ///< on the same side as the published range: of 1 for `times`, of 0 for other units. The verdict also counts the
              ///< values whose distance from it is within a factor of 1.5 of the published one
};

/// Where the measured values are: one per graph. Empty texts match everything.
struct measured_place {
  std::string_view bench;              ///< bench_row::bench
  std::string_view what = "";          ///< begin of bench_row::what; the first such row of a graph counts. Empty: the last row
  std::string_view figure = "median";  ///< name of a figure, "median" (seconds), "rate" or "watts"
  std::string_view over = "";          ///< begin of another `what`: the value of that row divided by that of the first
  std::string_view graph = "";         ///< begin of the graph's name
};

/// Published range of one quantity; `low` equals `high` for a single value. Nothing is published if both are NaN.
struct published_value {
  std::string_view name;
  value_unit unit;
  double low, high;
  std::string_view source;  ///< place in the paper
  value_rule rule = value_rule::shown;
  measured_place here{};  ///< `bench` is empty if Fathom measures no such value
};

struct published_point {
  double x, y;
};

/// A curve of a published chart or table. Only points that the text states are typed in.
struct published_curve {
  std::string_view name;
  std::span<const published_point> points;
};

enum class chart_form : std::uint8_t {
  none,
  ranges,  ///< published and measured values of all quantities, side by side
  boxes,   ///< box plots of the series of rows
  curves,  ///< lines of the series of rows
  sweep,   ///< one point per row: its figure over another figure, or over the number in its name
};

struct chart_of_exhibit {
  chart_form form = chart_form::none;
  std::string_view bench = "";   ///< rows that the chart shows
  std::string_view series = "";  ///< begin of the names of their series
  std::string_view x_label = "", y_label = "";
  std::string_view x_figure = "", y_figure = "median";  ///< of a sweep
  bool x_logarithmic = false, y_logarithmic = false;
  std::string_view title = "";
};

/// One figure or table.
struct exhibit {
  std::string_view paper;   ///< key of a paper
  std::string_view number;  ///< "Figure 4"
  std::string_view title;
  std::string_view command;  ///< empty if there is none
  std::span<const published_value> values;
  chart_of_exhibit chart{};
  std::span<const published_curve> curves{};
  std::string_view why_different = "";  ///< follows "because"
  std::string_view why_not = "";        ///< follows "because", if nothing was measured
  bool cpu_only = false;                ///< rows of a GPU are no values of it
  std::string_view why_on_gpu = "";     ///< replaces both reasons in a run on a GPU, unless empty
};

struct published_paper {
  std::string_view key;  ///< "enterprise"
  std::string_view name;
  std::string_view citation;
  std::string_view machine;
  std::string_view illustrations;  ///< figures and tables without measured values
};

[[nodiscard]] std::span<const published_paper> published_papers();
[[nodiscard]] std::span<const exhibit> published_exhibits();

/// A value in its unit: "9 %", "1.4 times", "76 Gedges/s".
[[nodiscard]] std::string text_of(double value, value_unit unit);
/// A range in its unit: "9 %", "2 to 37.5 times".
[[nodiscard]] std::string range_text(double low, double high, value_unit unit);
/// The published range; "-" if nothing is published.
[[nodiscard]] std::string range_text(const published_value& value);
/// All published values of an exhibit in one line. Throws error_category::usage if there is no such exhibit.
[[nodiscard]] std::string published_text(std::string_view paper, std::string_view number);

}  // namespace fathom::program
