// SVG elements of a drawing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "charts/chart.hpp"

namespace fathom::charts {

/// Width of every drawing in its own units. Text of `font_size` units is readable when the drawing is shrunk to 360 pixels.
inline constexpr double drawing_width = 460;
inline constexpr double font_size = 14;
/// Mean width of a character, estimated for sans-serif fonts.
inline constexpr double character_width = 7.8;

struct place {
  double x = 0, y = 0;
};

enum class anchor { start, middle, end };

/// Width of the text, estimated from its number of characters.
[[nodiscard]] double text_width(std::string_view text);
/// The text in lines of at most `width`, broken at spaces; a single word may be wider.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width);
/// CSS color of a series: a variable that a page may set, and its fallback.
[[nodiscard]] std::string color_of(int index);

/// Collects elements. `tooltip` is shown by browsers on the element; empty for none.
class canvas {
 public:
  void text(place at, std::string_view words, anchor side = anchor::start, std::string_view classes = "");
  void line(place from, place to, std::string_view classes);
  void rectangle(place corner, double width, double height, std::string_view style, std::string_view classes,
                 std::string_view tooltip = "");
  void polyline(std::span<const place> places, int color, bool dashed);
  /// One of four shapes, so that series differ without color too.
  void marker(place at, int color, double radius, std::string_view tooltip = "", std::string_view classes = "marker");

  [[nodiscard]] drawing finish(double height, std::string_view title, std::string_view description) const;

 private:
  std::string elements_;
};

}  // namespace fathom::charts
