#include "charts/canvas.hpp"

#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "charts/escape.hpp"

namespace fathom::charts {
namespace {

// Colors on white of at least 4.5:1; pages with a dark background set the variables.
constexpr std::array<const char*, num_colors> fallbacks = {"#2563a8", "#b4500a", "#2b7a3d", "#7a4bb0", "#b3263b", "#0f766e"};

std::string classes_text(std::string_view classes) { return classes.empty() ? "" : fmt::format(" class=\"{}\"", classes); }

std::string tooltip_text(std::string_view tooltip) {
  return tooltip.empty() ? "" : fmt::format("<title>{}</title>", escaped(tooltip));
}

// Styles that the elements need outside of pages too. Lines of the frame are fainter than the data.
constexpr const char* styles =
    "font-family=\"system-ui, sans-serif\" fill=\"currentColor\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

}  // namespace

double text_width(std::string_view text) { return character_width * double(display_width(text)); }

std::vector<std::string> wrapped(std::string_view text, double width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && text_width(line) + text_width(word) + character_width > width) {
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string color_of(int index) {
  const int color = ((index % num_colors) + num_colors) % num_colors;
  return fmt::format("var(--series-{},{})", color + 1, fallbacks[static_cast<std::size_t>(color)]);
}

void canvas::text(place at, std::string_view words, anchor side, std::string_view classes) {
  const char* const name = side == anchor::start ? "start" : side == anchor::middle ? "middle" : "end";
  const char* const weight = classes == "title" ? " font-weight=\"600\"" : "";
  elements_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}{}>{}</text>\n", at.x, at.y, name, weight,
                           classes_text(classes), escaped(words));
}

void canvas::line(place from, place to, std::string_view classes) {
  const double opacity = classes == "grid" ? 0.15 : 0.7;
  elements_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"currentColor\" stroke-opacity=\"{}\"{}/>\n", from.x,
      from.y, to.x, to.y, opacity, classes_text(classes));
}

void canvas::rectangle(place corner, double width, double height, std::string_view style, std::string_view classes,
                       std::string_view tooltip) {
  elements_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" style=\"{}\"{}>{}</rect>\n",
                           corner.x, corner.y, width, height, style, classes_text(classes), tooltip_text(tooltip));
}

void canvas::polyline(std::span<const place> places, int color, bool dashed) {
  std::string points;
  for (const place& p : places) points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", p.x, p.y);
  elements_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\" style=\"stroke:{}\"{} class=\"line\"/>\n",
                           points, color_of(color), dashed ? " stroke-dasharray=\"6 5\"" : "");
}

void canvas::marker(place at, int color, double radius, std::string_view tooltip, std::string_view classes) {
  const double r = radius;
  std::string shape;
  switch (((color % 4) + 4) % 4) {
    case 0:
      shape = fmt::format("M{:.2f} {:.2f}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", at.x - r, at.y, fmt::arg("r", r),
                          fmt::arg("d", 2 * r));
      break;
    case 1:
      shape = fmt::format("M{:.2f} {:.2f}h{d}v{d}h-{d}z", at.x - r, at.y - r, fmt::arg("d", 2 * r));
      break;
    case 2:
      shape =
          fmt::format("M{:.2f} {:.2f}l{w} {h}h-{b}z", at.x, at.y - r, fmt::arg("w", r), fmt::arg("h", 2 * r), fmt::arg("b", 2 * r));
      break;
    default:
      shape = fmt::format("M{:.2f} {:.2f}l{r} {r}l-{r} {r}l-{r} -{r}z", at.x, at.y - r, fmt::arg("r", r));
  }
  elements_ += fmt::format("<path d=\"{}\" style=\"fill:{}\"{} data-x=\"{:.2f}\" data-y=\"{:.2f}\">{}</path>\n", shape,
                           color_of(color), classes_text(classes), at.x, at.y, tooltip_text(tooltip));
}

drawing canvas::finish(double height, std::string_view title, std::string_view description) const {
  return drawing(
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {:.0f} {:.0f}\" font-size=\"{}\" "
                  "{}>\n<title>{}</title>\n<desc>{}</desc>\n{}</svg>\n",
                  drawing_width, height, font_size, styles, escaped(title), escaped(description), elements_));
}

}  // namespace fathom::charts
