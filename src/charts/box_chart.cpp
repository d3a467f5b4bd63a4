// Box plots.
#include <fmt/format.h>

#include <algorithm>

#include "charts/frame.hpp"
#include "fathom/report.hpp"

namespace fathom::charts {
namespace {

constexpr double group_height = 46;  // a line of text and a box
constexpr double box_height = 14;
constexpr double side_margin = 24;
constexpr std::size_t shows_all = 8;        // quartiles of fewer samples say less than the samples
constexpr std::size_t shows_quartiles = 5;  // fewer samples have a line from the least to the largest, and no box
constexpr double whisker_ranges = 1.5;

std::vector<double> drawn_samples(const box_group& group, scale_kind kind) {
  std::vector<double> samples;
  std::copy_if(group.samples.begin(), group.samples.end(), std::back_inserter(samples),
               [&](double v) { return has_place(kind, v); });
  std::sort(samples.begin(), samples.end());
  return samples;
}

void draw_few(canvas& on, const std::vector<double>& samples, const scale& horizontal, double middle, int color) {
  const place line[] = {{horizontal.at(samples.front()), middle}, {horizontal.at(samples.back()), middle}};
  on.polyline(line, color, false);
  for (const double v : samples) on.marker({horizontal.at(v), middle}, color, 3.6);
}

void draw_box(canvas& on, const std::vector<double>& samples, const scale& horizontal, double middle, int color,
              const std::string& tooltip) {
  const summary_statistics s = summarize(samples);
  const double reach = whisker_ranges * (s.third_quartile - s.first_quartile);
  const auto is_outlier = [&](double v) { return v < s.first_quartile - reach || v > s.third_quartile + reach; };
  double low = s.first_quartile, high = s.third_quartile;
  for (const double v : samples) {
    if (!is_outlier(v)) low = std::min(low, v), high = std::max(high, v);
  }
  const auto x = [&](double v) { return horizontal.at(v); };
  const place whiskers[][2] = {{{x(low), middle}, {x(s.first_quartile), middle}},
                               {{x(s.third_quartile), middle}, {x(high), middle}}};
  for (const auto& whisker : whiskers) on.polyline(whisker, color, false);
  for (const double end : {low, high}) {
    const place cap[] = {{x(end), middle - 4}, {x(end), middle + 4}};
    on.polyline(cap, color, false);
  }
  const std::string style = fmt::format("fill:{0};fill-opacity:0.2;stroke:{0};stroke-width:2", color_of(color));
  on.rectangle({x(s.first_quartile), middle - box_height / 2}, x(s.third_quartile) - x(s.first_quartile), box_height, style, "box",
               tooltip);
  const place median[] = {{x(s.median), middle - box_height / 2}, {x(s.median), middle + box_height / 2}};
  on.polyline(median, color, false);
  for (const double v : samples) {
    if (samples.size() <= shows_all || is_outlier(v)) on.marker({x(v), middle}, color, 2.6);
  }
}

}  // namespace

drawing draw(const box_chart& chart) {
  std::vector<std::vector<double>> samples;
  std::vector<double> all;
  std::size_t missing = 0;
  for (const box_group& group : chart.groups) {
    samples.push_back(drawn_samples(group, chart.x.scale));
    missing += group.samples.size() - samples.back().size();
    all.insert(all.end(), samples.back().begin(), samples.back().end());
  }
  const range shown = shown_range(chart.x, std::move(all));
  std::vector<legend_entry> legend;
  for (std::size_t i = 0; i < chart.colors.size(); ++i)
    legend.push_back({.name = chart.colors[i], .color = static_cast<int>(i), .filled = true});
  canvas on;
  const double top = draw_heading(on, chart.title, legend) + 4;
  const double height = group_height * static_cast<double>(std::max<std::size_t>(chart.groups.size(), 1));
  const plot_area area{side_margin, top, drawing_width - side_margin, top + height};
  draw_x_axis(on, chart.x, shown, area);
  const scale horizontal(chart.x.scale, shown, area.left, area.right);
  const tick_format format(chart.x.values, scale_kind::logarithmic, shown);
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    const double y = area.top + group_height * static_cast<double>(i);
    on.text({area.left, y + line_height - 4}, chart.groups[i].label, anchor::start, "box-label");
    if (samples[i].empty()) continue;
    const double middle = y + line_height + box_height / 2 + 2;
    if (samples[i].size() < shows_quartiles) {
      draw_few(on, samples[i], horizontal, middle, chart.groups[i].color);
      continue;
    }
    const summary_statistics s = summarize(samples[i]);
    draw_box(on, samples[i], horizontal, middle, chart.groups[i].color,
             fmt::format("{}: median {}, quartiles {} and {}, {} samples", chart.groups[i].label, format.text(s.median),
                         format.text(s.first_quartile), format.text(s.third_quartile), samples[i].size()));
  }
  const double bottom = draw_note(on, note_on_missing(missing), area.bottom + x_axis_height);
  return on.finish(bottom, chart.title, chart.description);
}

}  // namespace fathom::charts
