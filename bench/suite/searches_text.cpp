// Tables of the multi-search paper from measured rows: one line per graph, one column per method.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "bench/suite/searches_methods.hpp"
#include "bench/suite/table.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

std::string median_seconds_text(const bench_row& row) { return three_digits(summarize(row.seconds).median); }

// The median seconds; for the chosen T also its value.
std::string swept_text(const bench_row& row) {
  const bool chosen = row.what == "T = chosen";
  return median_seconds_text(row) + (chosen ? fmt::format(" (T = {:.0f})", figure_of(row, "T")) : "");
}

// Joules for the same number of searches as the seconds.
std::string window_joules_text(const bench_row& row) {
  if (!row.energy) return no_figure;
  return three_digits(row.energy->reading.joules / static_cast<double>(row.energy->searches) * figure_of(row, "searches"));
}

std::string percent_text(const bench_row& row, std::string_view figure) {
  const double fraction = figure_of(row, figure);
  return fraction == 0 ? no_figure : three_digits(100 * fraction) + " %";
}

/// Appends a column from the hybrid's rows, which contain the comparisons.
void add_comparison(text_table& table, const std::vector<bench_row>& rows, const char* heading,
                    std::string (*cell)(const bench_row&)) {
  table.columns.push_back({heading});
  for (std::vector<std::string>& line : table.rows) {
    line.push_back(no_figure);
    for (const bench_row& row : rows) {
      if (row.bench == "multi-search" && row.graph == line[0] && row.what == method_name::hybrid) line.back() = cell(row);
    }
  }
}

}  // namespace

std::string multi_search_text(const std::vector<bench_row>& rows, const bench_settings& settings) {
  const auto first = std::find_if(rows.begin(), rows.end(), [](const bench_row& row) { return row.bench == "multi-search"; });
  if (first == rows.end()) return "";
  const device where = working_device(settings.graph);
  const bool on_device = std::any_of(rows.begin(), rows.end(), [](const bench_row& row) { return row.bench == "multi-search T"; });
  const std::string searches = counted(static_cast<std::uint64_t>(figure_of(*first, "searches")), "search", "searches");

  text_table seconds = pivot(rows, "multi-search", median_seconds_text), joules = pivot(rows, "multi-search", window_joules_text);
  if (on_device) {
    const char* const saved = "hybrid saves over oracle";
    add_comparison(seconds, rows, saved, [](const bench_row& row) { return percent_text(row, "time_saved_over_oracle"); });
    add_comparison(joules, rows, saved, [](const bench_row& row) { return percent_text(row, "energy_saved_over_oracle"); });
    add_comparison(seconds, rows, "hybrid / by hand", [](const bench_row& row) {
      const double ratio = figure_of(row, "time_over_by_hand");
      return ratio == 0 ? no_figure : three_digits(ratio);
    });
  }
  std::string text = titled(fmt::format("Table II: seconds for {} on {}, medians", searches, to_string(where)), seconds);
  text += titled(fmt::format("Table III: joules for {} on {}, idle power included", searches, to_string(where)), joules);
  if (const std::string why = why_no_energy(where); !why.empty()) text += fmt::format("  {}: {}\n\n", no_figure, why);
  if (on_device) {
    text += titled(
        fmt::format("Figure 1: seconds for {} by the hybrid method, by T: a warp expands vertices with T or more edges", searches),
        pivot(rows, "multi-search T", swept_text));
    text += fmt::format("  {}: no vertex has T edges; the result is that of T = infinity\n\n", no_figure);
  } else {
    text += "  The paper's methods and its threshold T need a CUDA device; a CPU has one method, one search per thread.\n\n";
  }
  return text;
}

}  // namespace fathom::program
