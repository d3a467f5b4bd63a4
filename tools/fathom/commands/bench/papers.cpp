// Measurements of `fathom bench papers`, and their text, JSON and Markdown.
#include "commands/bench/papers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/suite/papers/suites.hpp"
#include "bench/suite/table.hpp"
#include "commands/bench/benches.hpp"
#include "commands/bench/tables.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

const default_graphs direction_graphs{{"kron:20:16"}, {"kron:20:16"}, {"kron:14:16"}};
const default_graphs index_graphs{{"kron:18:16"}, {"kron:16:16"}, {"kron:13:16"}};
const default_graphs energy_graphs{{"kron:22:16"}, {"kron:22:16"}, {"kron:16:16"}};

struct suite_of_papers {
  std::vector<std::string_view> papers;
  bench_function run;
  const default_graphs* graphs;
  bool as_generated = false;
};

std::vector<suite_of_papers> suites_for(device where) {
  const auto named = [](std::vector<std::string_view> papers, std::string_view name) {
    for (const named_bench& bench : all_benches()) {
      if (bench.name == name) return suite_of_papers{std::move(papers), bench.run, bench.graphs, bench.as_generated};
    }
    throw error(error_category::usage, fmt::format("there is no benchmark '{}'", name));
  };
  std::vector<suite_of_papers> all = {named({"enterprise"}, "enterprise"),
                                      named({"enterprise", "graph500"}, "scaling"),
                                      named({"multi-search"}, "multi-search"),
                                      {{"graph500"}, bench_directions, &direction_graphs},
                                      named({"ibfs"}, "ibfs"),
                                      {{"ibfs"}, bench_reach_index, &index_graphs},
                                      named({"edge-vertex"}, "edge-vertex")};
  if (where.kind == device_kind::cuda && why_no_energy(where).empty())
    all.push_back({{"enterprise"}, bench_energy_use, &energy_graphs});
  return all;
}

bench_settings settings_for(const suite_of_papers& suite, bench_settings settings) {
  // Scaling of one process is over its threads; the published indexes are those of a CPU.
  if (suite.run == bench_scaling || suite.run == bench_reach_index) settings.graph.device = "cpu";
  if (suite.run == bench_energy_use) settings.methods = {"enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc"};
  return suite.as_generated ? as_generated(std::move(settings)) : settings;
}

std::string measured_text(const compared_exhibit& one) {
  std::string text;
  for (const measured_values& value : one.values) {
    if (value.by_graph.empty()) continue;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const auto& [graph, number] : value.by_graph) low = std::min(low, number), high = std::max(high, number);
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", value.published->name, range_text(low, high, value.published->unit));
  }
  return text.empty() ? no_figure : text;
}

std::string published_or_none(const exhibit& what) {
  std::string text = published_text(what.paper, what.number);
  return text.empty() ? no_figure : text;
}

// Calls `add` with each paper of the report and its exhibits.
void for_each_paper(const papers_report& report,
                    const std::function<void(const published_paper&, const std::vector<const compared_exhibit*>&)>& add) {
  for (const published_paper& paper : published_papers()) {
    std::vector<const compared_exhibit*> own;
    for (const compared_exhibit& one : report.exhibits) {
      if (one.what->paper == paper.key) own.push_back(&one);
    }
    if (!own.empty()) add(paper, own);
  }
}

std::string_view key_of(value_unit unit) {
  switch (unit) {
    case value_unit::number:
      return "number";
    case value_unit::fraction:
      return "fraction";
    case value_unit::times:
      return "times";
    case value_unit::seconds:
      return "seconds";
    case value_unit::edges_per_second:
      return "edges/s";
    case value_unit::watts:
      return "watts";
  }
  return "";
}

json number_or_null(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json exhibit_json(const compared_exhibit& one) {
  json values = json::array();
  for (const measured_values& value : one.values) {
    json measured = json::array();
    for (const auto& [graph, number] : value.by_graph) measured.push_back({{"graph", graph}, {"value", number}});
    const published_value& p = *value.published;
    values.push_back({{"name", p.name},
                      {"unit", key_of(p.unit)},
                      {"published_low", number_or_null(p.low)},
                      {"published_high", number_or_null(p.high)},
                      {"source", p.source},
                      {"rule", to_string(p.rule)},
                      {"measured", std::move(measured)}});
  }
  const exhibit& what = *one.what;
  return {{"paper", what.paper},    {"exhibit", what.number},
          {"title", what.title},    {"command", what.command.empty() ? json(nullptr) : json(what.command)},
          {"verdict", one.verdict}, {"values", std::move(values)}};
}

}  // namespace

std::vector<std::string> checked_papers(const std::vector<std::string>& words) {
  std::vector<std::string> keys;
  for (const published_paper& paper : published_papers()) keys.emplace_back(paper.key);
  for (const std::string& word : words) {
    if (std::find(keys.begin(), keys.end(), word) != keys.end()) continue;
    throw error(error_category::usage, fmt::format("'{}' is not a paper; use {}", word, fmt::join(keys, ", ")));
  }
  return words.empty() ? keys : words;
}

papers_report measure_papers(const std::vector<std::string>& papers, bool quick, const bench_settings& settings, const session& s) {
  papers_report report;
  const device where = working_device(settings.graph);
  report.on_gpu = where.kind != device_kind::cpu;
  for (const suite_of_papers& suite : suites_for(where)) {
    const auto wanted = [&](std::string_view key) { return std::find(papers.begin(), papers.end(), key) != papers.end(); };
    if (std::none_of(suite.papers.begin(), suite.papers.end(), wanted)) continue;
    const bench_settings own = settings_for(suite, settings);
    for (const std::string& graph : chosen_graphs(*suite.graphs, quick, working_device(own.graph))) {
      for (bench_row& row : suite.run(graph, own, s)) report.measured.rows.push_back(std::move(row));
    }
  }
  for (const std::string& paper : papers) {
    for (compared_exhibit& one : compare_with_paper(paper, report.measured.rows, report.on_gpu))
      report.exhibits.push_back(std::move(one));
  }
  return report;
}

std::string papers_text(const papers_report& report) {
  std::string text;
  for_each_paper(report, [&](const published_paper& paper, const std::vector<const compared_exhibit*>& own) {
    text_table table{{{"", text_side::left}, {"", text_side::left}, {"verdict", text_side::left}}, {}};
    for (const compared_exhibit* one : own)
      table.rows.push_back({std::string(one->what->number), std::string(one->what->title), one->verdict});
    text += titled(std::string(paper.name), table);
  });
  return text;
}

std::string papers_json(const papers_report& report) {
  json object = json::parse(bench_json(report.measured));
  json exhibits = json::array();
  for (const compared_exhibit& one : report.exhibits) exhibits.push_back(exhibit_json(one));
  object["exhibits"] = std::move(exhibits);
  return text_of(object);
}

std::string papers_markdown(const papers_report& report) {
  std::string text = "# Figures and tables of the papers\n\n" + markdown_code(report.measured.where.command_line) + "\n";
  for_each_paper(report, [&](const published_paper& paper, const std::vector<const compared_exhibit*>& own) {
    text_table table{{{"figure, table", text_side::left},
                      {"command", text_side::left},
                      {"published", text_side::left},
                      {"here", text_side::left},
                      {"verdict", text_side::left}},
                     {}};
    for (const compared_exhibit* one : own) {
      const exhibit& what = *one->what;
      table.rows.push_back({fmt::format("{}, {}", what.number, what.title),
                            std::string(what.command.empty() ? "none" : what.command), published_or_none(what), measured_text(*one),
                            one->verdict});
    }
    text += fmt::format("## {}\n\n{}. Published on: {}. {}\n\n", markdown_text(paper.name), markdown_text(paper.citation),
                        markdown_text(paper.machine), markdown_text(paper.illustrations));
    text += markdown_table(table) + "\n";
  });
  text_table circumstances{{{"circumstance", text_side::left}, {"value", text_side::left}}, {}};
  for (const auto& [name, value] : facts(report.measured.where)) circumstances.rows.push_back({name, value});
  return text + markdown_table(circumstances);
}

}  // namespace fathom::program
