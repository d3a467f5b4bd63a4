// Charts of `fathom bench scaling`.
#include <fmt/format.h>

#include "base/text.hpp"
#include "bench/suite/scaling_text.hpp"
#include "bench/suite/table.hpp"
#include "commands/bench/report.hpp"

namespace fathom::program {
namespace {

charts::axis workers_axis(const scaling_study& study) {
  charts::axis axis{.label = study.rows.back()->what.find("thread") != std::string::npos ? "threads" : "processes",
                    .scale = charts::scale_kind::logarithmic};
  for (const bench_row* row : study.rows) axis.ticks.push_back(figure_of(*row, "workers"));
  return axis;
}

// Measured medians, and the model as a dashed line of the same color.
void add_times(charts::page& page, const scaling_study& study, const text_table& numbers) {
  charts::series measured{"measured", {}, charts::mark::line_and_points, 0}, model{"model", {}, charts::mark::line, 0, true};
  charts::series ideal{"perfect", {}, charts::mark::line, 1, true};
  const bool weak = study.bench != strong_scaling;
  for (const bench_row* row : study.rows) {
    const double workers = figure_of(*row, "workers"), modeled = figure_of(*row, "seconds_model");
    measured.points.push_back({workers, summarize(row->seconds).median});
    if (modeled > 0) model.points.push_back({workers, modeled});
    ideal.points.push_back({workers, measured.points.front().y / (weak ? 1 : workers)});
  }
  charts::xy_chart chart{
      fmt::format("{}{} {} {}", weak ? "Weak" : "Strong", std::string_view(study.bench).substr(weak ? 4 : 6), weak ? "from" : "of",
                  study.graph),
      "Median time of a search over the number of workers, measured and by the model.",
      workers_axis(study),
      {.label = "median time of a search", .scale = charts::scale_kind::logarithmic, .values = charts::quantity::seconds},
      {measured, model, ideal}};
  page.figure(charts::draw(chart), numbers,
              weak ? "The graph grows with the workers; perfect scaling keeps the time."
                   : "Perfect scaling divides the time by the workers.");
}

void add_bytes(charts::page& page, const scaling_study& study, const text_table& numbers) {
  charts::series measured{"measured", {}, charts::mark::line_and_points, 0}, model{"model", {}, charts::mark::line, 0, true};
  for (const bench_row* row : study.rows) {
    const double workers = figure_of(*row, "workers");
    if (workers == 1) continue;  // one worker sends nothing
    measured.points.push_back({workers, figure_of(*row, "bytes_per_search")});
    model.points.push_back({workers, figure_of(*row, "bytes_model")});
  }
  charts::xy_chart chart{fmt::format("Bytes per search, {}: {}", study.bench, study.graph),
                         "Bytes that all processes send in one search, measured and by the model.",
                         workers_axis(study),
                         {.label = "bytes per search", .scale = charts::scale_kind::logarithmic},
                         {measured, model}};
  page.figure(charts::draw(chart), numbers, "The model counts bitmaps of dense frontiers only.");
}

void add_levels(charts::page& page, const bench_row& row) {
  charts::bar_chart chart{fmt::format("Bytes by level, {} on {}", row.graph, row.what),
                          "Bytes sent in each level of the slowest search, by direction.",
                          "level",
                          {.label = "bytes sent"},
                          {"top-down", "bottom-up"},
                          {}};
  for (const rank_level_report& level : row.levels) {
    const auto bytes = static_cast<double>(level.bytes_sent);
    const bool top_down = level.way == direction::top_down;
    chart.bars.push_back({std::to_string(level.level), {top_down ? bytes : 0, top_down ? 0 : bytes}});
  }
  page.figure(charts::draw(chart), levels_table(row), fmt::format("Levels of the slowest search; transport {}.", row.transport));
}

}  // namespace

void add_scaling(charts::page& page, const std::vector<bench_row>& rows) {
  const std::vector<scaling_study> studies = scaling_studies(rows);
  if (studies.empty()) return;
  page.heading("Scaling");
  for (const scaling_study& study : studies) add_times(page, study, scaling_table(rows, study.bench, study.graph));
  for (const scaling_study& study : studies) {
    const bench_row& last = *study.rows.back();
    if (last.transport == "none") continue;
    add_bytes(page, study, scaling_table(rows, study.bench, study.graph));
    if (study.bench == strong_scaling) add_levels(page, last);
  }
}

}  // namespace fathom::program
