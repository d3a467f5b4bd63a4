// Comparison of two reports of `fathom bench` as text, JSON, CSV, Markdown and HTML.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "charts/page.hpp"
#include "commands/bench/compare.hpp"
#include "commands/bench/report.hpp"
#include "commands/bench/tables.hpp"
#include "fathom/report.hpp"
#include "output/json.hpp"
#include "output/terminal.hpp"

namespace fathom::program {
namespace {

const char* word(change verdict) {
  return verdict == change::faster ? "faster" : verdict == change::slower ? "slower" : "no difference shown";
}

text_table table_of(const comparison& c) {
  text_table table{{{"graph", text_side::left},
                    {"measurement", text_side::left},
                    {"threads"},
                    {"runs"},
                    {"first median"},
                    {"second median"},
                    {"ratio"},
                    {"95 % interval"},
                    {"second is", text_side::left}},
                   {}};
  for (const compared_row& row : c.rows) {
    table.rows.push_back({row.first.graph, row.first.bench + ": " + row.first.what, std::to_string(row.first.threads),
                          fmt::format("{} and {}", row.first.seconds.size(), row.second.seconds.size()),
                          human_seconds(summarize(row.first.seconds).median), human_seconds(summarize(row.second.seconds).median),
                          fmt::format("{:.3f}", row.ratio),
                          row.within ? fmt::format("{:.3f} to {:.3f}", row.within->low, row.within->high) : "too few runs",
                          word(row.verdict())});
  }
  return table;
}

// Lines about the reports as a whole.
std::vector<std::string> remarks(const comparison& c) {
  std::vector<std::string> all;
  for (const std::string& one : c.differences) all.push_back("differs: " + one);
  for (const stored_report* report : {&c.first, &c.second}) {
    for (const std::string& warning : report->warnings) all.push_back(fmt::format("warning in {}: {}", report->file, warning));
  }
  for (const std::string& one : c.only_first) all.push_back(fmt::format("only in {}: {}", c.first.file, one));
  for (const std::string& one : c.only_second) all.push_back(fmt::format("only in {}: {}", c.second.file, one));
  return all;
}

constexpr const char* explanation =
    "The ratio is the second median divided by the first. The interval contains it with 95 % confidence: percentiles of 10,000 "
    "bootstrap resamples of both lists of runs. It covers chance within a run, not differences between machines or days.";

}  // namespace

std::string comparison_text(const comparison& c) {
  std::string text =
      painted(paint::heading, fmt::format("first: {}, second: {}", c.first.file, c.second.file)) + "\n" + table_of(c).render();
  for (const std::string& one : remarks(c)) text += "  " + terminal_safe(one) + "\n";
  return text;
}

std::string comparison_json(const comparison& c) {
  json rows = json::array();
  for (const compared_row& row : c.rows) {
    rows.push_back({{"bench", row.first.bench},
                    {"graph", row.first.graph},
                    {"what", row.first.what},
                    {"threads", row.first.threads},
                    {"median_first", summarize(row.first.seconds).median},
                    {"median_second", summarize(row.second.seconds).median},
                    {"ratio", row.ratio},
                    {"ratio_low", row.within ? json(row.within->low) : json(nullptr)},
                    {"ratio_high", row.within ? json(row.within->high) : json(nullptr)},
                    {"verdict", word(row.verdict())}});
  }
  json object = command_json("bench");
  object["compared"] = {c.first.file, c.second.file};
  object["differences"] = c.differences;
  object["only_first"] = c.only_first;
  object["only_second"] = c.only_second;
  object["ratios"] = std::move(rows);
  return text_of(object);
}

std::string comparison_csv(const comparison& c) {
  std::string text = csv_line(
      {"bench", "graph", "what", "threads", "median_first", "median_second", "ratio", "ratio_low", "ratio_high", "verdict"});
  for (const compared_row& row : c.rows) {
    text += csv_line({row.first.bench, row.first.graph, row.first.what, std::to_string(row.first.threads),
                      exact(summarize(row.first.seconds).median), exact(summarize(row.second.seconds).median), exact(row.ratio),
                      row.within ? exact(row.within->low) : "", row.within ? exact(row.within->high) : "", word(row.verdict())});
  }
  return text;
}

std::string comparison_markdown(const comparison& c) {
  std::string text = fmt::format("# fathom bench: {} and {}\n\n", markdown_text(c.first.file), markdown_text(c.second.file));
  text += markdown_table(table_of(c)) + "\n";
  for (const std::string& one : remarks(c)) text += "- " + markdown_text(one) + "\n";
  return text + "\n" + explanation + "\n";
}

std::string comparison_page(const comparison& c) {
  charts::page page(fmt::format("fathom bench: {} and {}", c.first.file, c.second.file));
  page.table(table_of(c));
  page.paragraph(explanation);
  for (const std::string& one : remarks(c)) page.warning(one);
  page.heading("Runs");
  for (const compared_row& row : c.rows) {
    charts::box_chart chart{fmt::format("{}: {} on {}, {}", row.first.bench, row.first.what, row.first.graph,
                                        counted(static_cast<std::uint64_t>(row.first.threads), "thread")),
                            "Box plots of the time per run in both reports.",
                            time_axis({&row.first.seconds, &row.second.seconds}),
                            {},
                            {}};
    chart.groups.push_back({"first", row.first.seconds, 0});
    chart.groups.push_back({"second", row.second.seconds, 1});
    text_table numbers{{{"", text_side::left}, {"runs"}, {"1st quartile"}, {"median"}, {"3rd quartile"}}, {}};
    for (const auto& [name, list] : {std::pair{"first", &row.first.seconds}, std::pair{"second", &row.second.seconds}}) {
      const summary_statistics s = summarize(*list);
      numbers.rows.push_back({name, std::to_string(list->size()), human_seconds(s.first_quartile), human_seconds(s.median),
                              human_seconds(s.third_quartile)});
    }
    page.figure(charts::draw(chart), numbers);
  }
  return page.html();
}

}  // namespace fathom::program
