// Tables of `fathom bench scaling`.
#include "bench/suite/scaling_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/suite/table.hpp"
#include "fathom/report.hpp"

namespace fathom::program {

bool is_scaling(std::string_view bench) {
  return bench == strong_scaling || bench == weak_scaling || bench == weak_scaling_by_edges;
}

text_table scaling_table(const std::vector<bench_row>& rows, std::string_view bench, std::string_view graph) {
  text_table table{{{"workers", text_side::left},
                    {"threads each"},
                    {"median"},
                    {"time by model"},
                    {"median speed"},
                    {"speedup"},
                    {"efficiency"},
                    {"bytes per search"},
                    {"bytes by model"},
                    {"J per search"},
                    {"transport", text_side::left}},
                   {}};
  const auto given = [](const bench_row& row, const char* name, const auto& text) {
    for (const auto& [key, value] : row.figures) {
      if (key == name) return text(value);
    }
    return std::string(no_figure);
  };
  const auto seconds = [](double value) { return human_seconds(value); };
  const auto bytes = [](double value) { return grouped(static_cast<std::uint64_t>(value)); };
  for (const bench_row& row : rows) {
    if (row.bench != bench || row.graph != graph) continue;
    const bool processes = row.what.find("process") != std::string::npos;
    table.rows.push_back({row.what, processes ? std::to_string(row.threads) : "1", human_seconds(summarize(row.seconds).median),
                          given(row, "seconds_model", seconds), human_quantity(figure_of(row, "teps")) + "edges/s",
                          fmt::format("{:.2f}", figure_of(row, "speedup")),
                          fmt::format("{:.0f} %", 100 * figure_of(row, "efficiency")), bytes(figure_of(row, "bytes_per_search")),
                          given(row, "bytes_model", bytes),
                          given(row, "joules_per_search", [](double value) { return three_digits(value); }), row.transport});
  }
  return table;
}

text_table levels_table(const bench_row& row) {
  text_table table{{{"level"},
                    {"direction", text_side::left},
                    {"frontier"},
                    {"edges inspected"},
                    {"bytes sent"},
                    {"time"},
                    {"searching"},
                    {"exchanging"},
                    {"waiting"}},
                   {}};
  for (const rank_level_report& level : row.levels) {
    table.rows.push_back({std::to_string(level.level), std::string(to_string(level.way)), grouped(level.frontier),
                          grouped(level.inspected), grouped(level.bytes_sent), human_seconds(level.seconds),
                          human_seconds(level.seconds_search), human_seconds(level.seconds_exchange),
                          human_seconds(level.seconds_wait)});
  }
  return table;
}

std::vector<scaling_study> scaling_studies(const std::vector<bench_row>& rows) {
  std::vector<scaling_study> all;
  for (const bench_row& row : rows) {
    if (!is_scaling(row.bench)) continue;
    auto known =
        std::find_if(all.begin(), all.end(), [&](const scaling_study& s) { return s.bench == row.bench && s.graph == row.graph; });
    if (known == all.end()) known = all.insert(all.end(), {row.bench, row.graph, {}});
    known->rows.push_back(&row);
  }
  return all;
}

std::string scaling_text(const std::vector<bench_row>& rows) {
  std::string text;
  for (const scaling_study& study : scaling_studies(rows)) {
    text += titled(fmt::format("{}: {}", study.bench, study.graph), scaling_table(rows, study.bench, study.graph));
    const bench_row& last = *study.rows.back();
    if (study.bench == strong_scaling && last.transport != "none")
      text += titled(fmt::format("Levels of the slowest search on {}", last.what), levels_table(last));
  }
  return text;
}

}  // namespace fathom::program
