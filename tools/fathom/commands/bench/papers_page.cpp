// `fathom bench papers` as an HTML page: published values beside measured ones, with a chart where the paper has one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/suite/table.hpp"
#include "build_info.hpp"
#include "commands/bench/papers.hpp"

namespace fathom::program {
namespace {

constexpr int color_here = 0, color_paper = 1;

double shown(double value, value_unit unit) { return unit == value_unit::fraction ? 100 * value : value; }

charts::axis axis_of(std::string_view label, bool logarithmic) {
  const bool seconds = label == "seconds";
  return {.label = seconds ? "time" : std::string(label),
          .scale = logarithmic ? charts::scale_kind::logarithmic : charts::scale_kind::linear,
          .values = seconds ? charts::quantity::seconds : charts::quantity::number};
}

std::vector<const bench_row*> rows_of(const std::vector<bench_row>& rows, std::string_view bench) {
  std::vector<const bench_row*> own;
  for (const bench_row& row : rows) {
    if (row.bench == bench) own.push_back(&row);
  }
  return own;
}

bool one_graph(const std::vector<const bench_row*>& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const bench_row* row) { return row->graph == rows.front()->graph; });
}

/// A chart with its numbers.
struct drawn {
  charts::drawing chart;
  text_table numbers;
};

text_table values_table(const compared_exhibit& one) {
  text_table table{{{"", text_side::left}, {"published"}, {"here"}, {"graph", text_side::left}, {"rule", text_side::left}}, {}};
  for (const measured_values& value : one.values) {
    const published_value& p = *value.published;
    std::vector<std::string> line = {std::string(p.name), range_text(p), no_figure, "", std::string(to_string(p.rule))};
    for (const auto& [graph, number] : value.by_graph) {
      line[2] = text_of(number, p.unit), line[3] = graph;
      table.rows.push_back(line);
      line[0] = line[1] = line[4] = "";
    }
    if (value.by_graph.empty()) table.rows.push_back(line);
  }
  return table;
}

// Values of one unit: the published range and the measured values of each quantity, one below the other.
drawn ranges_chart(const compared_exhibit& one) {
  const chart_of_exhibit& how = one.what->chart;
  const value_unit unit = one.values.front().published->unit;
  charts::box_chart chart{std::string(how.title),
                          "Published and measured values of each quantity.",
                          axis_of(unit == value_unit::fraction ? "percent"
                                  : unit == value_unit::times  ? "times"
                                                               : how.x_label,
                                  how.x_logarithmic),
                          {"measured here", "published"},
                          {}};
  for (const measured_values& value : one.values) {
    const published_value& p = *value.published;
    if (p.unit != unit) continue;
    std::vector<double> here;
    for (const auto& [graph, number] : value.by_graph) here.push_back(shown(number, unit));
    if (!std::isnan(p.low)) {
      std::vector<double> range{shown(p.low, unit)};
      if (p.high != p.low) range.push_back(shown(p.high, unit));
      chart.groups.push_back({fmt::format("{}: published", p.name), std::move(range), color_paper});
    }
    if (!here.empty()) chart.groups.push_back({fmt::format("{}: here", p.name), std::move(here), color_here});
  }
  return {charts::draw(chart), values_table(one)};
}

drawn boxes_chart(const exhibit& what, const std::vector<const bench_row*>& rows) {
  charts::box_chart chart{
      std::string(what.chart.title), "Box plots of all levels of all searches.", axis_of(what.chart.x_label, false), {}, {}};
  text_table numbers{{{"", text_side::left}, {"values"}, {"1st quartile"}, {"median"}, {"3rd quartile"}, {"max"}, {"mean"}}, {}};
  for (const bench_row* row : rows) {
    for (const bench_series& series : row->series) {
      if (series.y.empty()) continue;
      const std::string name = fmt::format("{}, {}", row->graph, series.name);
      chart.groups.push_back({name, series.y, 0});
      const summary_statistics s = summarize(series.y);
      numbers.rows.push_back({name, std::to_string(series.y.size()), three_digits(s.first_quartile), three_digits(s.median),
                              three_digits(s.third_quartile), three_digits(s.max), three_digits(s.mean)});
    }
  }
  return {charts::draw(chart), numbers};
}

void add_published(const exhibit& what, charts::xy_chart& chart, text_table& numbers) {
  int color = 0;
  for (const published_curve& curve : what.curves) {
    charts::series series{std::string(curve.name), {}, charts::mark::line_and_points, color++, true};
    for (const published_point& at : curve.points) {
      series.points.push_back({at.x, at.y});
      numbers.rows.push_back({std::string(curve.name), three_digits(at.x), three_digits(at.y)});
    }
    chart.all.push_back(std::move(series));
  }
}

charts::xy_chart empty_chart(const exhibit& what) {
  const chart_of_exhibit& how = what.chart;
  return {std::string(how.title),
          std::string(what.title),
          axis_of(how.x_label, how.x_logarithmic),
          axis_of(how.y_label, how.y_logarithmic),
          {}};
}

text_table empty_numbers(const exhibit& what) {
  return {{{"", text_side::left}, {std::string(what.chart.x_label)}, {std::string(what.chart.y_label)}}, {}};
}

drawn curves_chart(const exhibit& what, const std::vector<const bench_row*>& rows) {
  charts::xy_chart chart = empty_chart(what);
  text_table numbers = empty_numbers(what);
  const bool single_graph = one_graph(rows);
  int color = 0;
  for (const bench_row* row : rows) {
    for (const bench_series& one : row->series) {
      if (!one.name.starts_with(what.chart.series) || one.x.empty()) continue;
      // Rows of several graphs are named by their graph; of several methods, by the method too.
      const bool several = std::count_if(rows.begin(), rows.end(), [&](const bench_row* other) {
                             return other->graph == row->graph && !other->series.empty();
                           }) > 1;
      const std::string method = several ? row->what.substr(0, row->what.find(',')) : "";
      charts::series series{single_graph ? (method.empty() ? row->graph : method)
                                         : (method.empty() ? row->graph : fmt::format("{}, {}", row->graph, method)),
                            {},
                            charts::mark::line_and_points,
                            color++};
      for (std::size_t i = 0; i < one.x.size(); ++i) {
        series.points.push_back({one.x[i], one.y[i]});
        numbers.rows.push_back({series.name, three_digits(one.x[i]), three_digits(one.y[i])});
      }
      chart.all.push_back(std::move(series));
    }
  }
  add_published(what, chart, numbers);
  return {charts::draw(chart), numbers};
}

// The figure of this name; of no name, the number in the row's.
double x_of(const bench_row& row, std::string_view figure) {
  if (!figure.empty()) return figure_of(row, figure);
  const std::size_t digits = row.what.find_first_of("0123456789");
  return digits == std::string::npos ? NAN : std::stod(row.what.substr(digits));
}

drawn sweep_chart(const exhibit& what, const std::vector<const bench_row*>& rows) {
  charts::xy_chart chart = empty_chart(what);
  text_table numbers = empty_numbers(what);
  for (const bench_row* row : rows) {
    const double x = x_of(*row, what.chart.x_figure);
    if (std::isnan(x)) continue;
    auto known = std::find_if(chart.all.begin(), chart.all.end(), [&](const charts::series& s) { return s.name == row->graph; });
    if (known == chart.all.end()) known = chart.all.insert(chart.all.end(), charts::series{row->graph, {}});
    known->color = static_cast<int>(known - chart.all.begin());
    const double y = what.chart.y_figure == "median" ? summarize(row->seconds).median : figure_of(*row, what.chart.y_figure);
    known->points.push_back({x, y});
    numbers.rows.push_back({row->graph, three_digits(x), three_digits(y)});
    if (std::find(chart.x.ticks.begin(), chart.x.ticks.end(), x) == chart.x.ticks.end()) chart.x.ticks.push_back(x);
  }
  for (const published_curve& curve : what.curves) {
    for (const published_point& at : curve.points) {
      if (std::find(chart.x.ticks.begin(), chart.x.ticks.end(), at.x) == chart.x.ticks.end()) chart.x.ticks.push_back(at.x);
    }
  }
  std::sort(chart.x.ticks.begin(), chart.x.ticks.end());
  add_published(what, chart, numbers);
  return {charts::draw(chart), numbers};
}

std::optional<drawn> chart_for(const compared_exhibit& one, const std::vector<bench_row>& rows) {
  const exhibit& what = *one.what;
  if (one.kind == verdict_kind::not_here && what.chart.form != chart_form::sweep) return std::nullopt;  // nothing measured to draw
  const std::vector<const bench_row*> own = rows_of(rows, what.chart.bench);
  switch (what.chart.form) {
    case chart_form::none:
      return std::nullopt;
    case chart_form::ranges:
      return ranges_chart(one);
    case chart_form::boxes:
      return own.empty() ? std::nullopt : std::optional(boxes_chart(what, own));
    case chart_form::curves:
      return own.empty() ? std::nullopt : std::optional(curves_chart(what, own));
    case chart_form::sweep:
      return own.empty() ? std::nullopt : std::optional(sweep_chart(what, own));
  }
  return std::nullopt;
}

charts::mood mood_of(verdict_kind kind) {
  switch (kind) {
    case verdict_kind::reproduced:
      return charts::mood::good;
    case verdict_kind::in_part:
      return charts::mood::mixed;
    case verdict_kind::differs:
      return charts::mood::bad;
    case verdict_kind::shown:
    case verdict_kind::not_here:
      return charts::mood::none;
  }
  return charts::mood::none;
}

text_table overview(const papers_report& report) {
  text_table table{{{"", text_side::left},
                    {"figures and tables"},
                    {"reproduced"},
                    {"in part"},
                    {"differ"},
                    {"shown only"},
                    {"not possible here"}},
                   {}};
  for (const published_paper& paper : published_papers()) {
    std::array<std::size_t, 5> counts{};
    std::size_t all = 0;
    for (const compared_exhibit& one : report.exhibits) {
      if (one.what->paper != paper.key) continue;
      ++all, ++counts[static_cast<std::size_t>(one.kind)];
    }
    if (all == 0) continue;
    std::vector<std::string> line = {std::string(paper.name), std::to_string(all)};
    for (const std::size_t count : counts) line.push_back(std::to_string(count));
    table.rows.push_back(std::move(line));
  }
  return table;
}

void add_exhibit(charts::page& page, const compared_exhibit& one, const std::vector<bench_row>& rows) {
  const exhibit& what = *one.what;
  page.subheading(fmt::format("{}: {}", what.number, what.title));
  page.verdict(mood_of(one.kind), one.verdict);
  if (!what.command.empty()) page.code(what.command);
  const std::optional<drawn> chart = chart_for(one, rows);
  if (chart)
    page.figure_beside(chart->chart, chart->numbers, values_table(one));
  else if (!one.values.empty())
    page.table(values_table(one));
}

}  // namespace

std::string papers_page(const papers_report& report) {
  const bench_report& measured = report.measured;
  charts::page page("Five papers, published and measured");
  page.paragraph(fmt::format(
      "Measured on {} with fathom {}, commit {}. Speeds of other machines are shown beside, without a rule; ratios, "
      "shares and counts have one. The reason after \"because\" names what is known to differ from the paper's "
      "experiment; a run does not find out whether it is the cause.{}",
      report.on_gpu && !measured.where.gpus.empty() ? measured.where.gpus.front().gpu.name : measured.where.cpu.name,
      this_build().version, this_build().commit, report.on_gpu ? " Scaling and reachability indexes run on the CPU." : ""));
  for (const std::string& warning : measured.warnings) page.warning("Warning: " + warning);
  page.code(measured.where.command_line);
  page.table(overview(report));
  for (const published_paper& paper : published_papers()) {
    const auto is_own = [&](const compared_exhibit& one) { return one.what->paper == paper.key; };
    if (std::none_of(report.exhibits.begin(), report.exhibits.end(), is_own)) continue;
    page.heading(paper.name);
    page.paragraph(fmt::format("{}. Published on: {}. {}", paper.citation, paper.machine, paper.illustrations));
    for (const compared_exhibit& one : report.exhibits) {
      if (is_own(one)) add_exhibit(page, one, measured.rows);
    }
  }
  page.heading("Machine and run");
  text_table circumstances{{{"", text_side::left}, {"", text_side::left}}, {}};
  for (const auto& [name, value] : facts(measured.where)) circumstances.rows.push_back({name, value});
  page.table(circumstances);
  return page.html();
}

}  // namespace fathom::program
