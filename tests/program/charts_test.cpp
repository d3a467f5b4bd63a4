// Charts: geometry of the drawings, and data that has no place on them.
#include "charts/chart.hpp"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

#include "charts/canvas.hpp"
#include "parsed_xml.hpp"

namespace fathom::charts {
namespace {

using test::elements_of;
using test::parsed_xml;
using test::xml_element;

const std::string hostile = "</svg><script>alert(1)</script> & \"quoted' \xe2\x80\xae \xff \x1b[31m \xef\xbf\xbf";

struct frame_of {
  double left, right, top, bottom;
};

// The plot area, from the lines of the axes.
frame_of frame(const std::vector<xml_element>& all) {
  const auto axes = elements_of(all, "line", "axis");
  if (axes.size() != 2) ADD_FAILURE() << axes.size() << " axes";
  const xml_element &vertical = axes.front(), &horizontal = axes.back();
  return {horizontal.number("x1"), horizontal.number("x2"), vertical.number("y1"), vertical.number("y2")};
}

// Every coordinate is a finite number within the drawing.
void expect_inside(const std::vector<xml_element>& all) {
  ASSERT_FALSE(all.empty());
  double width = 0, height = 0;
  ASSERT_EQ(std::sscanf(all.front().attributes.at("viewBox").c_str(), "0 0 %lf %lf", &width, &height), 2);
  EXPECT_EQ(width, drawing_width);
  for (const xml_element& one : all) {
    for (const auto& [name, value] : one.attributes) {
      const bool horizontal = name == "x" || name == "x1" || name == "x2" || name == "data-x" || name == "width";
      if (!horizontal && name != "y" && name != "y1" && name != "y2" && name != "data-y" && name != "height") continue;
      const double number = std::stod(value);
      EXPECT_GE(number, 0) << one.name << " " << name;
      EXPECT_LE(number, horizontal ? width : height) << one.name << " " << name;
    }
  }
}

// Texts of neighboring ticks do not overlap, and their positions are monotone.
void expect_ticks_apart(const std::vector<xml_element>& all) {
  const auto below = elements_of(all, "text", "x-tick"), beside = elements_of(all, "text", "y-tick");
  for (std::size_t i = 1; i < below.size(); ++i) {
    const double half = text_width(below[i].text) / 2 + text_width(below[i - 1].text) / 2;
    EXPECT_GE(below[i].number("x") - below[i - 1].number("x"), half) << below[i - 1].text << " " << below[i].text;
  }
  for (std::size_t i = 1; i < beside.size(); ++i) EXPECT_LE(beside[i].number("y"), beside[i - 1].number("y") - font_size);
}

xy_chart chart_of(std::vector<point> points, scale_kind kind) {
  return {"title", "description", {"x", kind}, {"y", kind}, {{"data", std::move(points)}}};
}

TEST(scales, ranges_are_never_empty_and_contain_their_values) {
  const std::vector<std::vector<double>> lists = {{},
                                                  {0},
                                                  {5},
                                                  {-3},
                                                  {NAN, INFINITY},
                                                  {1, 2, 3},
                                                  {1e-300, 1e300},
                                                  {7, 7, 7},
                                                  {-1e308, 1e308},
                                                  {DBL_MIN / 4, 1},
                                                  {0.1, 0.10001},
                                                  {1e15, 1e15 + 1},
                                                  {-5, 5}};
  for (const scale_kind kind : {scale_kind::linear, scale_kind::logarithmic}) {
    for (const auto& values : lists) {
      for (const bool from_zero : {false, true}) {
        const range found = round_range(kind, values, from_zero);
        EXPECT_LT(found.low, found.high);
        for (const double value : values) {
          if (!has_place(kind, value)) continue;
          EXPECT_LE(found.low, value + std::abs(value) * 1e-9);
          EXPECT_GE(found.high, value - std::abs(value) * 1e-9);
          const double at = scale(kind, found, 10, 110).at(value);
          EXPECT_GE(at, 10 - 1e-6);
          EXPECT_LE(at, 110 + 1e-6);
        }
      }
    }
  }
}

TEST(scales, ticks_are_round_ascending_and_inside) {
  const std::vector<double> linear = ticks(scale_kind::linear, {0, 10}, 5);
  EXPECT_EQ(linear, (std::vector<double>{0, 2, 4, 6, 8, 10}));
  for (const scale_kind kind : {scale_kind::linear, scale_kind::logarithmic}) {
    for (const range shown : {range{0.001, 0.0123}, range{1, 1e9}, range{3, 47}, range{2, 5}, range{1e-12, 1e12}}) {
      for (const int wanted : {2, 4, 7}) {
        const std::vector<double> found = ticks(kind, shown, wanted);
        ASSERT_GE(found.size(), 2u);
        EXPECT_LE(found.size(),
                  static_cast<std::size_t>(kind == scale_kind::linear ? std::max(wanted + 2, 5) : std::max(wanted + 2, 7)));
        for (std::size_t i = 0; i < found.size(); ++i) {
          const double slack = kind == scale_kind::linear ? (shown.high - shown.low) * 1e-6 : found[i] * 1e-6;
          EXPECT_GE(found[i], shown.low - slack);
          EXPECT_LE(found[i], shown.high + slack);
          if (i > 0) {
            EXPECT_GT(found[i], found[i - 1]);
          }
          if (kind == scale_kind::linear || found[i] == 0) continue;
          const double digit = found[i] / std::pow(10, std::floor(std::log10(found[i]) + 1e-9));
          EXPECT_TRUE(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6) << found[i];
        }
      }
    }
  }
  EXPECT_EQ(ticks(scale_kind::logarithmic, {1, 1000}, 5), (std::vector<double>{1, 10, 100, 1000}));
  EXPECT_EQ(ticks(scale_kind::logarithmic, {1, 10}, 5), (std::vector<double>{1, 2, 5, 10}));
}

TEST(scales, ticks_have_units) {
  const tick_format milliseconds(quantity::seconds, scale_kind::linear, {0, 0.012});
  EXPECT_EQ(milliseconds.text(0), "0");
  EXPECT_EQ(milliseconds.text(0.0005), "0.5 ms");
  const tick_format decades(quantity::seconds, scale_kind::logarithmic, {1e-6, 10});
  EXPECT_EQ(decades.text(1e-6), "1 us");
  EXPECT_EQ(decades.text(10), "10 s");
  const tick_format counts(quantity::number, scale_kind::linear, {0, 1200000});
  EXPECT_EQ(counts.text(800000), "0.8 M");
  const tick_format shares(quantity::number, scale_kind::logarithmic, {1e-6, 1});
  EXPECT_EQ(shares.text(1e-6), "10⁻⁶");
  EXPECT_EQ(shares.text(0.01), "0.01");
}

TEST(charts, points_lie_inside_the_plot) {
  for (const scale_kind kind : {scale_kind::linear, scale_kind::logarithmic}) {
    const auto all = parsed_xml(draw(chart_of({{1, 900}, {2, 30}, {4, 0.5}, {1000, 7}}, kind)).svg());
    expect_inside(all);
    expect_ticks_apart(all);
    const frame_of area = frame(all);
    const auto markers = elements_of(all, "path", "marker");
    ASSERT_EQ(markers.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_GE(markers[i].number("data-x"), area.left);
      EXPECT_LE(markers[i].number("data-x"), area.right);
      EXPECT_GE(markers[i].number("data-y"), area.top);
      EXPECT_LE(markers[i].number("data-y"), area.bottom);
      if (i > 0) {
        EXPECT_GT(markers[i].number("data-x"), markers[i - 1].number("data-x"));
      }
    }
    // Greater values are higher, that is, have a smaller y.
    EXPECT_LT(markers[0].number("data-y"), markers[1].number("data-y"));
    EXPECT_LT(markers[1].number("data-y"), markers[2].number("data-y"));
    EXPECT_GT(markers[2].number("data-y"), markers[3].number("data-y"));
  }
}

TEST(charts, decades_are_equally_wide) {
  const auto markers =
      elements_of(parsed_xml(draw(chart_of({{1, 1}, {10, 10}, {100, 100}}, scale_kind::logarithmic)).svg()), "path", "marker");
  ASSERT_EQ(markers.size(), 3u);
  EXPECT_NEAR(markers[1].number("data-x") - markers[0].number("data-x"), markers[2].number("data-x") - markers[1].number("data-x"),
              0.02);
}

TEST(charts, values_without_a_place_interrupt_the_line_and_are_counted) {
  const std::vector<point> points = {{1, 1}, {2, 4}, {3, 0}, {4, NAN}, {5, 5}, {6, INFINITY}, {7, 7}, {8, 8}};
  const auto logarithmic = parsed_xml(draw(chart_of(points, scale_kind::logarithmic)).svg());
  EXPECT_EQ(elements_of(logarithmic, "path", "marker").size(), 5u);
  EXPECT_EQ(elements_of(logarithmic, "polyline", "line").size(), 2u);
  ASSERT_GE(elements_of(logarithmic, "text", "note").size(), 1u);
  EXPECT_EQ(elements_of(logarithmic, "text", "note")[0].text.substr(0, 12), "3 values are");
  const auto linear = parsed_xml(draw(chart_of(points, scale_kind::linear)).svg());
  EXPECT_EQ(elements_of(linear, "path", "marker").size(), 6u);
  expect_inside(linear);
  expect_inside(logarithmic);
}

TEST(charts, no_data_and_one_point_are_drawn) {
  for (const scale_kind kind : {scale_kind::linear, scale_kind::logarithmic}) {
    for (const std::vector<point>& points : {std::vector<point>{}, {{3, 0.25}}, {{0, 0}}, {{NAN, NAN}}, {{2, 2}, {2, 2}}}) {
      const auto all = parsed_xml(draw(chart_of(points, kind)).svg());
      expect_inside(all);
      expect_ticks_apart(all);
      EXPECT_GE(elements_of(all, "text", "x-tick").size(), 1u);
      EXPECT_GE(elements_of(all, "text", "y-tick").size(), 1u);
    }
  }
  expect_inside(parsed_xml(draw(xy_chart{}).svg()));
  expect_inside(parsed_xml(draw(bar_chart{}).svg()));
  expect_inside(parsed_xml(draw(box_chart{}).svg()));
  expect_inside(parsed_xml(draw(box_chart{"", "", {}, {}, {{"none", {}}, {"NaN", {NAN}}}}).svg()));
}

TEST(charts, bars_stack_from_zero) {
  const bar_chart chart{
      "levels", "", "level", {"vertices"}, {"top-down", "bottom-up"}, {{"0", {1, 0}}, {"1", {30, 70}}, {"2", {-1, NAN}}}};
  const auto all = parsed_xml(draw(chart).svg());
  expect_inside(all);
  const auto bars = elements_of(all, "rect", "bar");
  ASSERT_EQ(bars.size(), 3u);
  const frame_of area = frame(all);
  EXPECT_NEAR(bars[0].number("y") + bars[0].number("height"), area.bottom, 0.02);
  EXPECT_NEAR(bars[1].number("y") + bars[1].number("height"), area.bottom, 0.02);
  EXPECT_NEAR(bars[2].number("y") + bars[2].number("height"), bars[1].number("y"), 0.02);
  EXPECT_NEAR(bars[2].number("height") / bars[1].number("height"), 7.0 / 3, 0.01);
  EXPECT_NE(bars[1].attributes.at("style"), bars[2].attributes.at("style"));
  EXPECT_GE(elements_of(all, "text", "note").size(), 1u);
}

TEST(charts, labels_of_many_bars_do_not_overlap) {
  bar_chart chart{"", "", "level", {"vertices"}, {"top-down"}, {}};
  for (int i = 0; i < 500; ++i) chart.bars.push_back({"level " + std::to_string(i), {double(i)}});
  const auto all = parsed_xml(draw(chart).svg());
  EXPECT_EQ(elements_of(all, "rect", "bar").size(), 499u);
  expect_ticks_apart(all);
}

TEST(charts, rows_are_as_long_as_their_values) {
  const auto all = parsed_xml(draw(row_chart{"t", "d", {"time"}, {{"a", 2}, {"b", 4}, {"c", 0}, {"d", -1}, {"e", NAN}}}).svg());
  expect_inside(all);
  const auto bars = elements_of(all, "rect", "bar");
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_NEAR(bars[1].number("width"), 2 * bars[0].number("width"), 0.11);
  EXPECT_EQ(bars[2].number("width"), 0);
  EXPECT_EQ(elements_of(all, "text", "row-label").size(), 5u);
  expect_inside(parsed_xml(draw(row_chart{"t", "d", {"time"}, {}}).svg()));
}

TEST(charts, boxes_hold_the_quartiles) {
  std::vector<double> samples;
  for (int i = 1; i <= 99; ++i) samples.push_back(i);
  samples.push_back(1000);
  const auto all = parsed_xml(draw(box_chart{"times", "", {"seconds"}, {}, {{"one", samples}, {"few", {20, 40, NAN}}}}).svg());
  expect_inside(all);
  const auto boxes = elements_of(all, "rect", "box");
  ASSERT_EQ(boxes.size(), 1u);
  // One outlier of the first group, and all samples of the second, which are too few for quartiles.
  const auto markers = elements_of(all, "path", "marker");
  ASSERT_EQ(markers.size(), 3u);
  const double per_unit = (markers[2].number("data-x") - markers[1].number("data-x")) / 20;
  EXPECT_NEAR(boxes[0].number("width"), 49.5 * per_unit, 0.1);
  EXPECT_NEAR(markers[0].number("data-x") - markers[1].number("data-x"), 980 * per_unit, 0.5);
  EXPECT_GE(elements_of(all, "text", "note").size(), 1u);
}

TEST(charts, given_ticks_stay_apart_and_on_the_axis) {
  xy_chart chart{"t", "d", {"T", scale_kind::logarithmic}, {"y"}, {{"one", {{1, 1}, {1024, 2}}}}};
  chart.x.ticks = {0, 1, 32, 33, 1024};
  const auto all = parsed_xml(draw(chart).svg());
  expect_inside(all);
  EXPECT_EQ(elements_of(all, "text", "x-tick").size(), 3u);  // no 0 on a logarithmic axis; 33 is too near to 32
}

TEST(charts, names_are_escaped) {
  const drawing drawn[] = {draw(xy_chart{hostile, hostile, {hostile}, {hostile}, {{hostile, {{1, 1}}}, {hostile, {{2, 2}}}}}),
                           draw(bar_chart{hostile, hostile, hostile, {hostile}, {hostile, hostile}, {{hostile, {1, 2}}}}),
                           draw(box_chart{hostile, hostile, {hostile}, {hostile, hostile}, {{hostile, {1, 2}}}})};
  for (const drawing& one : drawn) {
    const auto all = parsed_xml(one.svg());
    EXPECT_TRUE(elements_of(all, "script").empty());
    ASSERT_GE(elements_of(all, "title").size(), 1u);
    EXPECT_EQ(elements_of(all, "title")[0].text,
              "</svg><script>alert(1)</script> & \"quoted' \\xe2\\x80\\xae \\xff \\x1b[31m \\xef\\xbf\\xbf");
    EXPECT_EQ(elements_of(all, "desc").size(), 1u);
  }
}

TEST(charts, legends_wrap_and_series_differ) {
  xy_chart chart{"a title that is so long that it does not fit on one line of a drawing of this width", "", {"x"}, {"y"}, {}};
  for (int i = 0; i < 6; ++i) chart.all.push_back({"series with a long name " + std::to_string(i), {{1.0 * i, 2.0 * i}}});
  const auto all = parsed_xml(draw(chart).svg());
  expect_inside(all);
  EXPECT_GE(elements_of(all, "text", "title").size(), 2u);
  const auto names = elements_of(all, "text", "legend");
  ASSERT_EQ(names.size(), 6u);
  for (const xml_element& name : names) EXPECT_LE(name.number("x") + text_width(name.text), drawing_width);
  const auto markers = elements_of(all, "path", "marker");
  ASSERT_EQ(markers.size(), 6u);
  EXPECT_NE(markers[0].attributes.at("style"), markers[1].attributes.at("style"));
}

}  // namespace
}  // namespace fathom::charts
