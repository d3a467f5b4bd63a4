// Stacked bars.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "charts/frame.hpp"

namespace fathom::charts {
namespace {

constexpr double bars_height = 220;
constexpr double bars_right_margin = 8;
constexpr double widest_bar = 56, gap_share = 0.25;
constexpr double narrow = 4;      // units from bar to bar
constexpr double label_gap = 10;  // between the texts below neighboring bars

bool is_drawn(double value) { return std::isfinite(value) && value >= 0; }

// The smallest of 1, 2, 5, 10, ... that is not below the number.
std::size_t round_up(double number) {
  std::size_t power = 1;
  while (true) {
    for (const std::size_t factor : {1, 2, 5}) {
      if (static_cast<double>(factor * power) >= number) return factor * power;
    }
    power *= 10;
  }
}

double height_of(const bar& one) {
  double sum = 0;
  for (const double value : one.values) sum += is_drawn(value) ? value : 0;
  return sum;
}

}  // namespace

drawing draw(const bar_chart& chart) {
  std::vector<double> heights;
  std::size_t missing = 0;
  double widest_label = 0;
  for (const bar& one : chart.bars) {
    heights.push_back(height_of(one));
    missing += static_cast<std::size_t>(std::count_if(one.values.begin(), one.values.end(), [](double v) { return !is_drawn(v); }));
    widest_label = std::max(widest_label, text_width(one.label));
  }
  axis y = chart.y;
  y.scale = scale_kind::linear;  // the length of a bar means its value
  y.from_zero = true;
  const range shown = shown_range(y, heights);
  std::vector<legend_entry> legend;
  for (std::size_t i = 0; i < chart.parts.size(); ++i)
    legend.push_back({.name = chart.parts[i], .color = static_cast<int>(i), .filled = true});
  canvas on;
  const double top = draw_heading(on, chart.title, legend) + y_label_height;
  const plot_area area{y_axis_width(y, shown, bars_height), top, drawing_width - bars_right_margin, top + bars_height};
  draw_y_axis(on, y, shown, area);

  const scale vertical(scale_kind::linear, shown, area.bottom, area.top);
  const tick_format format(y.values, scale_kind::logarithmic, shown);
  const double pitch = (area.right - area.left) / static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  // Bars without gaps where gaps would be thinner than a pixel.
  const double width = std::min(pitch < narrow ? pitch : pitch * (1 - gap_share), widest_bar);
  const std::size_t every = round_up((widest_label + label_gap) / pitch);
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const bar& one = chart.bars[i];
    const double middle = area.left + (static_cast<double>(i) + 0.5) * pitch;
    double below = 0;
    for (std::size_t part = 0; part < one.values.size(); ++part) {
      const double value = one.values[part];
      if (!is_drawn(value) || value == 0) continue;
      const double from = vertical.at(below), to = vertical.at(below + value);
      const std::string name = part < chart.parts.size() ? ", " + chart.parts[part] : "";
      on.rectangle({middle - width / 2, to}, width, from - to, "fill:" + color_of(static_cast<int>(part)), "bar",
                   fmt::format("{}{}: {}", one.label, name, format.text(value)));
      below += value;
    }
    if (i % every == 0) on.text({middle, area.bottom + line_height - 2}, one.label, anchor::middle, "x-tick");
  }
  on.line({area.left, area.bottom}, {area.right, area.bottom}, "axis");
  on.text({(area.left + area.right) / 2, area.bottom + 2 * line_height}, chart.x_label, anchor::middle, "x-label");
  const std::string note = missing == 0 ? ""
                                        : fmt::format("{} not drawn: negative or not finite",
                                                      missing == 1 ? "1 value is" : fmt::format("{} values are", missing));
  const double bottom = draw_note(on, note, area.bottom + x_axis_height);
  return on.finish(bottom, chart.title, chart.description);
}

}  // namespace fathom::charts
