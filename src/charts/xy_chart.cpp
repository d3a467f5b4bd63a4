// Lines and scatter plots.
#include <fmt/format.h>

#include <algorithm>

#include "charts/frame.hpp"

namespace fathom::charts {
namespace {

constexpr double plot_height = 260;
constexpr double right_margin = 20;
// Tooltips of more points would be most of a page.
constexpr std::size_t most_tooltips = 400;

bool has_place_in(const xy_chart& chart, const point& p) { return has_place(chart.x.scale, p.x) && has_place(chart.y.scale, p.y); }

struct drawn_ranges {
  range x, y;
  std::size_t missing = 0;
};

drawn_ranges ranges_of(const xy_chart& chart) {
  std::vector<double> xs, ys;
  drawn_ranges found;
  for (const series& one : chart.all) {
    for (const point& p : one.points) {
      if (has_place_in(chart, p)) {
        xs.push_back(p.x), ys.push_back(p.y);
      } else {
        ++found.missing;
      }
    }
  }
  found.x = shown_range(chart.x, std::move(xs));
  found.y = shown_range(chart.y, std::move(ys));
  return found;
}

std::size_t most_points(const xy_chart& chart) {
  std::size_t most = 0;
  for (const series& one : chart.all) most = std::max(most, one.points.size());
  return most;
}

}  // namespace

drawing draw(const xy_chart& chart) {
  const drawn_ranges shown = ranges_of(chart);
  const auto color_at = [&](std::size_t i) { return chart.all[i].color >= 0 ? chart.all[i].color : static_cast<int>(i); };
  std::vector<legend_entry> legend;
  for (std::size_t i = 0; i < chart.all.size(); ++i) {
    legend.push_back({chart.all[i].name, color_at(i), chart.all[i].drawn_as, chart.all[i].dashed});
  }
  canvas on;
  const double top = draw_heading(on, chart.title, legend) + y_label_height;
  const plot_area area{y_axis_width(chart.y, shown.y, plot_height), top, drawing_width - right_margin, top + plot_height};
  draw_y_axis(on, chart.y, shown.y, area);
  draw_x_axis(on, chart.x, shown.x, area);

  const scale horizontal(chart.x.scale, shown.x, area.left, area.right), vertical(chart.y.scale, shown.y, area.bottom, area.top);
  const tick_format x_text(chart.x.values, scale_kind::logarithmic, shown.x),
      y_text(chart.y.values, scale_kind::logarithmic, shown.y);
  const std::size_t most = most_points(chart);
  const double radius = most > 100 ? 2.2 : 3.6;
  for (std::size_t i = 0; i < chart.all.size(); ++i) {
    const series& one = chart.all[i];
    std::vector<place> run;
    const auto end_run = [&] {
      if (run.size() > 1 && one.drawn_as != mark::points) on.polyline(run, color_at(i), one.dashed);
      // A line of one point would be invisible.
      if (run.size() == 1 && one.drawn_as == mark::line) on.marker(run.front(), color_at(i), radius);
      run.clear();
    };
    for (const point& p : one.points) {
      if (has_place_in(chart, p)) {
        run.push_back({horizontal.at(p.x), vertical.at(p.y)});
      } else {
        end_run();
      }
    }
    end_run();
    if (one.drawn_as == mark::line) continue;
    for (const point& p : one.points) {
      if (!has_place_in(chart, p)) continue;
      on.marker({horizontal.at(p.x), vertical.at(p.y)}, color_at(i), radius,
                most > most_tooltips ? "" : fmt::format("{}: {}, {}", one.name, x_text.text(p.x), y_text.text(p.y)));
    }
  }
  const double bottom = draw_note(on, note_on_missing(shown.missing), area.bottom + x_axis_height);
  return on.finish(bottom, chart.title, chart.description);
}

}  // namespace fathom::charts
