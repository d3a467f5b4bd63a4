#include "charts/frame.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fathom::charts {
namespace {

constexpr double margin = 8;
constexpr double key_width = 26;  // of a legend's symbol
constexpr double tick_room = 6;   // between an axis and its texts
// A tick needs about this many units of an axis.
constexpr double tick_height = 44, tick_width = 84;

std::vector<double> ticks_of(const axis& a, range shown, double length, double each) {
  return a.ticks.empty() ? ticks(a.scale, shown, std::max(2, static_cast<int>(length / each))) : a.ticks;
}

double draw_legend(canvas& on, const std::vector<legend_entry>& legend, double y) {
  double x = margin;
  y += line_height;
  for (const legend_entry& entry : legend) {
    const double width = key_width + text_width(entry.name) + 2 * character_width;
    if (x > margin && x + width > drawing_width) x = margin, y += line_height;
    const double middle = y - font_size / 3;
    if (entry.drawn_as != mark::points && !entry.filled) {
      const place ends[] = {{x, middle}, {x + key_width - 6, middle}};
      on.polyline(ends, entry.color, entry.dashed);
    }
    if (entry.filled) {
      on.rectangle({x + key_width / 2 - 8, middle - 5}, 10, 10, "fill:" + color_of(entry.color), "key");
    } else if (entry.drawn_as != mark::line) {
      on.marker({x + key_width / 2 - 3, middle}, entry.color, 3.6, "", "key");
    }
    on.text({x + key_width, y}, entry.name, anchor::start, "legend");
    x += width;
  }
  return y;
}

}  // namespace

double draw_heading(canvas& on, std::string_view title, const std::vector<legend_entry>& legend) {
  double y = 2;
  for (const std::string& line : wrapped(title, drawing_width - 2 * margin)) {
    y += line_height;
    on.text({margin, y - 4}, line, anchor::start, "title");
  }
  if (legend.size() > 1) y = draw_legend(on, legend, y);
  return y + 6;
}

range shown_range(const axis& a, std::vector<double> values) {
  if (a.ticks.empty()) return round_range(a.scale, values, a.from_zero);
  values.insert(values.end(), a.ticks.begin(), a.ticks.end());
  std::erase_if(values, [&](double v) { return !has_place(a.scale, v); });
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return values.empty() || *low == *high ? round_range(a.scale, values, a.from_zero) : range{*low, *high};
}

double y_axis_width(const axis& a, range shown, double height) {
  const tick_format format(a.values, a.scale, shown);
  double widest = 0;
  for (const double value : ticks_of(a, shown, height, tick_height)) {
    widest = std::max(widest, text_width(format.text(value)));
  }
  return margin + widest + tick_room;
}

void draw_y_axis(canvas& on, const axis& a, range shown, const plot_area& area) {
  const tick_format format(a.values, a.scale, shown);
  const scale vertical(a.scale, shown, area.bottom, area.top);
  for (const double value : ticks_of(a, shown, area.bottom - area.top, tick_height)) {
    const double y = vertical.at(value);
    on.line({area.left, y}, {area.right, y}, "grid");
    on.text({area.left - tick_room, y + font_size / 3}, format.text(value), anchor::end, "y-tick");
  }
  on.line({area.left, area.top}, {area.left, area.bottom}, "axis");
  // Horizontal above the axis, where it is read without turning the head.
  on.text({margin, area.top - line_height + 6}, a.label, anchor::start, "y-label");
}

void draw_x_axis(canvas& on, const axis& a, range shown, const plot_area& area) {
  const tick_format format(a.values, a.scale, shown);
  const scale horizontal(a.scale, shown, area.left, area.right);
  double free_from = 0;
  for (const double value : ticks_of(a, shown, area.right - area.left, tick_width)) {
    if (!has_place(a.scale, value)) continue;
    const double x = horizontal.at(value);
    on.line({x, area.top}, {x, area.bottom}, "grid");
    const std::string text = format.text(value);
    const double half = text_width(text) / 2 + margin;  // the width is an estimate
    const double center = std::clamp(x, half, drawing_width - half);
    if (center - half + margin < free_from) continue;
    free_from = center + half - margin + tick_room;
    on.text({center, area.bottom + line_height - 2}, text, anchor::middle, "x-tick");
  }
  on.line({area.left, area.bottom}, {area.right, area.bottom}, "axis");
  on.text({(area.left + area.right) / 2, area.bottom + 2 * line_height}, a.label, anchor::middle, "x-label");
}

std::string note_on_missing(std::size_t missing) {
  if (missing == 0) return "";
  return fmt::format("{} not drawn: not finite, or not above zero on a logarithmic axis",
                     missing == 1 ? "1 value is" : fmt::format("{} values are", missing));
}

double draw_note(canvas& on, const std::string& note, double bottom) {
  for (const std::string& line : wrapped(note, drawing_width - 2 * margin)) {
    bottom += line_height;
    on.text({margin, bottom - 6}, line, anchor::start, "note");
  }
  return bottom;
}

}  // namespace fathom::charts
