// Charts as SVG: points and lines, bars, and box plots. Colors are CSS variables with fallbacks, and text has the color of
// its surroundings, so that one drawing fits light and dark pages.
#pragma once

#include <string>
#include <vector>

#include "charts/scale.hpp"

namespace fathom::charts {

/// An <svg> element with its namespace: part of a page, or a file of its own. Only the functions below make one, so a page may
/// contain its text unescaped.
class drawing {
 public:
  [[nodiscard]] const std::string& svg() const noexcept { return svg_; }

 private:
  friend class canvas;
  explicit drawing(std::string svg) : svg_(std::move(svg)) {}
  std::string svg_;
};

struct axis {
  std::string label;
  scale_kind scale = scale_kind::linear;
  quantity values = quantity::number;
  bool from_zero = false;          ///< a linear axis begins at 0 even if the data does not
  std::vector<double> ticks = {};  ///< ascending: ticks at these values only, such as numbers of threads; empty: round values
};

struct point {
  double x = 0, y = 0;
};

enum class mark { points, line, line_and_points };

struct series {
  std::string name;
  std::vector<point> points;  ///< a line connects them in this order
  mark drawn_as = mark::line_and_points;
  int color = -1;       ///< from 0; -1: the series' position. Measurement and model of one thing share a color.
  bool dashed = false;  ///< for models and fits
};

/// Lines and scatter plots. A point that has no place on the axes (not finite, or not above zero on a logarithmic axis) is left out
/// and interrupts its line; the chart states the number of such points.
struct xy_chart {
  std::string title;
  std::string description;  ///< one sentence for readers who cannot see the chart
  axis x, y;
  std::vector<series> all;
};

struct bar {
  std::string label;
  std::vector<double> values;  ///< one per part, from the bottom up; values that are negative or not finite are left out
};

/// Bars from zero on a linear axis, each a stack of parts.
struct bar_chart {
  std::string title, description;
  std::string x_label;
  axis y;
  std::vector<std::string> parts;  ///< names for the legend
  std::vector<bar> bars;
};

struct row_bar {
  std::string label;
  double value = 0;  ///< not drawn if it is negative or not finite
};

/// Horizontal bars from zero on a linear axis, one below the other, each with its label above it.
struct row_chart {
  std::string title, description;
  axis x;
  std::vector<row_bar> rows;
};

struct box_group {
  std::string label;
  std::vector<double> samples;  ///< values without a place on the axis are left out
  int color = 0;
};

/// Box plots, one below the other: quartiles, whiskers to the last sample within 1.5 interquartile ranges of the box, and outliers
/// as dots (Tukey 1977). Groups of at most eight samples show all of them.
struct box_chart {
  std::string title, description;
  axis x;
  std::vector<std::string> colors;  ///< names for the legend; empty if all groups are of one kind
  std::vector<box_group> groups;
};

[[nodiscard]] drawing draw(const xy_chart& chart);
[[nodiscard]] drawing draw(const bar_chart& chart);
[[nodiscard]] drawing draw(const row_chart& chart);
[[nodiscard]] drawing draw(const box_chart& chart);

/// Number of colors; further series repeat them.
inline constexpr int num_colors = 6;

}  // namespace fathom::charts
