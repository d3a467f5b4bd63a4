// The parts that all charts share: title, legend, axes with ticks and grid lines, and a note on values that are not drawn.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "charts/canvas.hpp"
#include "charts/scale.hpp"

namespace fathom::charts {

inline constexpr double line_height = 20;
inline constexpr double y_label_height = 30;  ///< above the plot area

/// Area in which data is drawn.
struct plot_area {
  double left = 0, top = 0, right = 0, bottom = 0;
};

struct legend_entry {
  std::string name;
  int color = 0;
  mark drawn_as = mark::points;
  bool dashed = false;
  bool filled = false;  ///< a rectangle, for bars and boxes
};

/// Draws the title and, if there are at least two entries or `always`, the legend. Returns the y below them.
double draw_heading(canvas& on, std::string_view title, const std::vector<legend_entry>& legend);

/// Range of an axis that contains all values and the axis's own ticks.
[[nodiscard]] range shown_range(const axis& a, std::vector<double> values);

/// Draws the ticks, grid lines and label of a vertical axis. `area` is the plot area.
void draw_y_axis(canvas& on, const axis& a, range shown, const plot_area& area);
/// The same of a horizontal axis below the area.
void draw_x_axis(canvas& on, const axis& a, range shown, const plot_area& area);
/// Width that the texts of the vertical axis need.
[[nodiscard]] double y_axis_width(const axis& a, range shown, double height);

/// Units below the plot area for ticks and label of a horizontal axis.
inline constexpr double x_axis_height = 2 * line_height + 8;

/// "3 values are not drawn: not finite, or not above zero on a logarithmic axis"; empty for none.
[[nodiscard]] std::string note_on_missing(std::size_t missing);
/// Draws the note below a chart that ends at `bottom`, and returns the new end.
double draw_note(canvas& on, const std::string& note, double bottom);

}  // namespace fathom::charts
