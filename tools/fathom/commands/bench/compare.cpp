#include "commands/bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.hpp"
#include "fathom/error.hpp"
#include "fathom/report.hpp"
#include "output/json.hpp"

namespace fathom::program {
namespace {

std::string label_of(const stored_row& row) {
  return fmt::format("{}: {} on {}, {}", row.bench, row.what, row.graph,
                     counted(static_cast<std::uint64_t>(row.threads), "thread"));
}

bool belong_together(const stored_row& a, const stored_row& b) {
  return a.bench == b.bench && a.graph == b.graph && a.what == b.what && a.threads == b.threads;
}

// Names of rows in `rows` without a counterpart in `others`.
std::vector<std::string> without_counterpart(const std::vector<stored_row>& rows, const std::vector<stored_row>& others) {
  std::vector<std::string> names;
  for (const stored_row& row : rows) {
    if (std::none_of(others.begin(), others.end(), [&](const stored_row& other) { return belong_together(row, other); }))
      names.push_back(label_of(row));
  }
  return names;
}

std::string text_at(const json& object, const char* section, const char* key) {
  const json& value = object.at(section).at(key);
  if (value.is_null()) return "unknown";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

stored_row row_of(const json& row) {
  return {row.at("bench").get<std::string>(), row.at("graph").get<std::string>(), row.at("what").get<std::string>(),
          row.at("threads").get<int>(), row.at("samples").at("seconds").get<std::vector<double>>()};
}

}  // namespace

stored_report read_bench_report(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  if (!in || !(content << in.rdbuf()))
    throw error(error_category::input, fmt::format("'{}' cannot be read; give a file that bench --output has written", file));
  stored_report report{file, {}, {}, {}};
  try {
    const json object = json::parse(content.str(), nullptr, false);
    if (object.is_discarded())
      throw error(error_category::input, fmt::format("'{}' is not JSON; give a file that bench --output has written", file));
    if (object.at("command") != "bench")
      throw error(error_category::input,
                  fmt::format("'{}' is the report of another command; give two reports of fathom bench", file));
    for (const json& row : object.at("rows")) report.rows.push_back(row_of(row));
    for (const json& warning : object.at("warnings")) report.warnings.push_back(warning.get<std::string>());
    for (const char* const key : {"version", "commit", "build_type", "compiler", "flags"})
      report.facts.emplace_back(key, text_at(object, "fathom", key));
    for (const char* const key : {"cpu", "hardware_threads", "system", "cpu_governor", "devices", "nvidia_driver"})
      report.facts.emplace_back(key, text_at(object, "machine", key));
    report.facts.emplace_back("seed", text_at(object, "run", "seed"));
  } catch (const nlohmann::json::exception& e) {
    throw error(
        error_category::input,
        fmt::format("'{}' is not a report of this version's fathom bench ({}); measure again with --output", file, e.what()));
  }
  return report;
}

change compared_row::verdict() const {
  if (!within) return change::unclear;
  return within->high < 1 ? change::faster : within->low > 1 ? change::slower : change::unclear;
}

comparison compare(stored_report first, stored_report second) {
  comparison c;
  for (const stored_row& before : first.rows) {
    const auto after =
        std::find_if(second.rows.begin(), second.rows.end(), [&](const stored_row& row) { return belong_together(before, row); });
    if (after == second.rows.end()) continue;
    const double a = summarize(before.seconds).median, b = summarize(after->seconds).median;
    c.rows.push_back({before, *after, a > 0 ? b / a : 0, ratio_interval(before.seconds, after->seconds)});
  }
  if (c.rows.empty()) {
    throw error(error_category::input, fmt::format("'{}' and '{}' have no measurement in common; compare reports of the same "
                                                   "benchmarks, graphs and numbers of threads",
                                                   first.file, second.file));
  }
  c.only_first = without_counterpart(first.rows, second.rows);
  c.only_second = without_counterpart(second.rows, first.rows);
  for (std::size_t i = 0; i < first.facts.size(); ++i) {
    const auto& [name, value] = first.facts[i];
    if (value != second.facts[i].second) c.differences.push_back(fmt::format("{}: {} and {}", name, value, second.facts[i].second));
  }
  c.first = std::move(first), c.second = std::move(second);
  return c;
}

}  // namespace fathom::program
