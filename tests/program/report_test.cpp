#include "fathom/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/report_text.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/pagerank.hpp"

namespace fathom {
namespace {

run_report two_levels() {
  run_report r;
  r.algorithm = "bfs";
  r.engine = "cpu";
  r.threads = 2;
  r.source = 7;
  r.reached = 5;
  r.depth = 2;
  r.edges_traversed = 12;
  r.seconds_search = 0.5;
  r.seconds_map_back = 0.25;
  r.levels = {{0, direction::top_down, 1, 4, 3, 0.001, ""}, {1, direction::bottom_up, 3000000, 8, 1, 0.002, "the frontier grew"}};
  return r;
}

TEST(report, json_holds_every_field) {
  const auto object = nlohmann::json::parse(to_json(two_levels()));
  EXPECT_EQ(object["algorithm"], "bfs");
  EXPECT_EQ(object["device"], "cpu");
  EXPECT_EQ(object["source"], 7);
  EXPECT_DOUBLE_EQ(object["seconds"], 0.75);
  EXPECT_DOUBLE_EQ(object["seconds_map_back"], 0.25);
  EXPECT_DOUBLE_EQ(object["teps"], 16);
  EXPECT_DOUBLE_EQ(object["teps_graph500"], 8);
  ASSERT_EQ(object["levels"].size(), 2u);
  EXPECT_EQ(object["levels"][1]["direction"], "bottom-up");
  EXPECT_EQ(object["levels"][1]["reason"], "the frontier grew");
}

TEST(report, a_source_that_is_none_is_null) { EXPECT_TRUE(nlohmann::json::parse(to_json(run_report{}))["source"].is_null()); }

TEST(report, text_that_is_not_utf8_does_not_break_the_json) {
  run_report r = two_levels();
  r.engine = "\xff\xfe";
  EXPECT_TRUE(nlohmann::json::accept(to_json(r)));
}

TEST(report, table_has_a_line_for_each_level) {
  EXPECT_EQ(to_table(two_levels()),
            "  level  direction   frontier  edges inspected  found     time  reason\n"
            "      0  top-down           1                4      3  1.00 ms\n"
            "      1  bottom-up  3,000,000                8      1  2.00 ms  the frontier grew\n");
}

TEST(report, tables_leave_out_columns_without_text) {
  level_report one;
  one.frontier = 5;
  EXPECT_EQ(report_table(std::vector{one}).render(),
            "  level  direction  frontier  edges inspected  found  time\n"
            "      0  top-down          5                0      0   0 s\n");
  EXPECT_EQ(report_table(std::vector<level_report>{}).render(), "");
}

TEST(report, tables_have_the_requested_columns) {
  text_table table = report_table(std::vector{two_levels()}, {"reached", "source", "seconds_map_back"},
                                  [](vertex_id v) { return "v" + std::to_string(v); });
  number_rows(table, "run");
  EXPECT_EQ(table.render(),
            "  run  reached  source  map back\n"
            "    0        5      v7    250 ms\n");
  EXPECT_THROW(static_cast<void>(report_row(two_levels(), {"speed"})), std::logic_error);
}

TEST(report, line_has_what_is_not_shown_elsewhere) {
  pagerank_report r;
  r.iterations = 1200, r.bytes = 5 << 20, r.seconds_prepare = 1.5e-3, r.seconds_on_device = 0.25;
  EXPECT_EQ(report_line(r, {"bytes_moved"}), "  iterations 1,200, prepare 1.50 ms, on device 250 ms\n");
  EXPECT_EQ(report_line(pagerank_report{}), "");
  multi_bfs_report long_line;
  long_line.width = 64, long_line.sources = long_line.searches = 10'000'000, long_line.edges_traversed = 1ull << 50;
  long_line.seconds_search = 1, long_line.planned_bytes = 1 << 30;
  const std::string text = report_line(long_line);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) EXPECT_LE(end - at, 80u) << text;
}

TEST(summary, quartiles_are_interpolated) {
  const std::vector<double> values{4, 1, 3, 2};
  const summary_statistics s = summarize(values);
  EXPECT_DOUBLE_EQ(s.min, 1);
  EXPECT_DOUBLE_EQ(s.first_quartile, 1.75);
  EXPECT_DOUBLE_EQ(s.median, 2.5);
  EXPECT_DOUBLE_EQ(s.third_quartile, 3.25);
  EXPECT_DOUBLE_EQ(s.max, 4);
  EXPECT_DOUBLE_EQ(s.mean, 2.5);
  EXPECT_DOUBLE_EQ(s.harmonic_mean, 4 / (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0));
}

TEST(summary, one_value_is_every_statistic) {
  const summary_statistics s = summarize(std::vector<double>{5});
  for (const double value : {s.min, s.first_quartile, s.median, s.third_quartile, s.max, s.mean, s.harmonic_mean}) {
    EXPECT_DOUBLE_EQ(value, 5);
  }
}

TEST(summary, no_values_and_values_without_a_harmonic_mean) {
  EXPECT_EQ(summarize({}).max, 0);
  EXPECT_EQ(summarize(std::vector<double>{0, 4}).harmonic_mean, 0);
  EXPECT_EQ(summarize(std::vector<double>{0, 4}).mean, 2);
}

TEST(peak_memory, grows_with_use) {
  const std::uint64_t before = peak_memory_bytes();
  ASSERT_GT(before, 0u);
  constexpr std::size_t bytes = std::size_t{64} << 20;
  const std::vector<char> used(bytes, 1);
  EXPECT_GE(peak_memory_bytes(), before + bytes / 2);
  EXPECT_EQ(used.back(), 1);
}

}  // namespace
}  // namespace fathom
