// Horizontal bars.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "charts/frame.hpp"

namespace fathom::charts {
namespace {

constexpr double row_height = 36;  // a line of text and a bar
constexpr double row_bar_height = 10, row_margin = 24;

}  // namespace

drawing draw(const row_chart& chart) {
  axis x = chart.x;
  x.scale = scale_kind::linear;  // the length of a bar means its value
  x.from_zero = true;
  std::vector<double> values;
  for (const row_bar& one : chart.rows) {
    if (std::isfinite(one.value) && one.value >= 0) values.push_back(one.value);
  }
  const std::size_t missing = chart.rows.size() - values.size();
  const range shown = shown_range(x, values);
  canvas on;
  const double top = draw_heading(on, chart.title, {}) + 4;
  const double height = row_height * static_cast<double>(std::max<std::size_t>(chart.rows.size(), 1));
  const plot_area area{row_margin, top, drawing_width - row_margin, top + height};
  draw_x_axis(on, x, shown, area);
  const scale horizontal(scale_kind::linear, shown, area.left, area.right);
  const tick_format format(x.values, scale_kind::logarithmic, shown);
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const row_bar& one = chart.rows[i];
    const double y = area.top + row_height * static_cast<double>(i);
    on.text({area.left, y + line_height - 4}, one.label, anchor::start, "row-label");
    if (!std::isfinite(one.value) || one.value < 0) continue;
    on.rectangle({area.left, y + line_height}, horizontal.at(one.value) - area.left, row_bar_height, "fill:" + color_of(0), "bar",
                 fmt::format("{}: {}", one.label, format.text(one.value)));
  }
  const std::string note =
      missing == 0 ? "" : fmt::format("values not drawn, because they are negative or not finite: {}", missing);
  return on.finish(draw_note(on, note, area.bottom + x_axis_height), chart.title, chart.description);
}

}  // namespace fathom::charts
