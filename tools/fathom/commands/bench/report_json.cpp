// Report of `fathom bench` as JSON.
#include <nlohmann/json.hpp>
#include <optional>

#include "base/report_json.hpp"
#include "commands/bench/intervals.hpp"
#include "commands/bench/report.hpp"
#include "fathom/report.hpp"

namespace fathom::program {

namespace {

json levels_json(const bench_row& row) {
  if (row.levels.empty()) return nullptr;
  json levels = json::array();
  for (const rank_level_report& level : row.levels) levels.push_back(json_fields(level));
  return levels;
}

json interval_json(const bench_row& row) {
  const std::optional<interval> within = median_interval(row.seconds);
  if (!within) return nullptr;
  return {{"low", within->low}, {"high", within->high}};
}

json series_json(const bench_row& row) {
  if (row.series.empty()) return nullptr;
  json all = json::array();
  for (const bench_series& series : row.series) all.push_back({{"name", series.name}, {"x", series.x}, {"y", series.y}});
  return all;
}

}  // namespace

std::string bench_json(const bench_report& report) {
  json all = json::array();
  for (const bench_row& row : report.rows) {
    json figures = json::object();
    for (const auto& [name, value] : row.figures) figures[name] = value;
    all.push_back({{"bench", row.bench},
                   {"graph", row.graph},
                   {"what", row.what},
                   {"threads", row.threads},
                   {"runs", row.seconds.size()},
                   {"unit", row.amounts.empty() ? json(nullptr) : json(row.unit + "/s")},
                   {"summary",
                    {{"seconds", json_fields(summarize(row.seconds))},
                     {"rate", row.amounts.empty() ? json(nullptr) : json_fields(rates_of(row))}}},
                   {"median_interval", interval_json(row)},
                   {"outliers", outliers_of(row.seconds)},
                   {"samples", {{"seconds", row.seconds}, {"amounts", row.amounts}}},
                   {"figures", std::move(figures)},
                   {"transport", text_or_null(row.transport)},
                   {"levels_over_ranks", levels_json(row)},
                   {"series", series_json(row)},
                   {"note", row.note},
                   {"energy", energy_json(row)}});
  }
  json object = command_json("bench");
  object["machine"] = machine_json(report.where);
  object["run"] = run_json(report.where);
  object["warnings"] = report.warnings;
  object["rows"] = std::move(all);
  return text_of(object);
}

}  // namespace fathom::program
