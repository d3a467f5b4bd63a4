// Statistics and tables of `fathom bench`: outliers, intervals, warnings, CSV, Markdown.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "commands/bench/compare.hpp"
#include "commands/bench/report.hpp"
#include "commands/bench/tables.hpp"

namespace fathom::program {
namespace {

// Sums of twelve uniform numbers are nearly normal: mean `mean`, standard deviation `deviation`.
std::vector<double> normal_samples(std::size_t count, double mean, double deviation, std::uint64_t seed) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count; ++i) {
    double sum = -6;
    for (std::uint64_t k = 0; k < 12; ++k) sum += unit_interval(random_bits(seed, 12 * i + k));
    samples.push_back(mean + deviation * sum);
  }
  return samples;
}

TEST(bench_statistics, outliers_are_far_from_the_median) {
  EXPECT_EQ(outliers_of({}), 0u);
  EXPECT_EQ(outliers_of({1}), 0u);
  EXPECT_EQ(outliers_of({5, 5, 5, 5, 900}), 0u) << "more than half are equal: no scale";
  // Median 3, absolute deviations 2 1 0 1 2 97: their median is 1.5, so the limit is 3.5 * 1.4826 * 1.5 = 7.8.
  EXPECT_EQ(outliers_of({1, 2, 3, 4, 5, 100}), 1u);
  EXPECT_EQ(outliers_of({1, 2, 3, 4, 5, 10}), 0u);
}

TEST(bench_statistics, intervals_contain_the_true_ratio) {
  const auto same = ratio_interval(normal_samples(40, 10, 1, 1), normal_samples(40, 10, 1, 2));
  ASSERT_TRUE(same);
  EXPECT_LT(same->low, 1);
  EXPECT_GT(same->high, 1);
  EXPECT_LT(same->high - same->low, 0.25);
  const auto slower = ratio_interval(normal_samples(40, 10, 1, 1), normal_samples(40, 15, 1, 2));
  ASSERT_TRUE(slower);
  EXPECT_GT(slower->low, 1.3);
  EXPECT_LT(slower->high, 1.7);
}

// Coverage of a known median by 40 lists of samples: about 95 %, and not below 85 %.
TEST(bench_statistics, intervals_contain_the_true_median) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto found = median_interval(normal_samples(16, 10, 1, seed));
    ASSERT_TRUE(found);
    EXPECT_LT(found->high - found->low, 2);
    covered += found->low <= 10 && 10 <= found->high;
  }
  EXPECT_GE(covered, 34);
  EXPECT_EQ(interval_text(median_interval({1, 1, 1, 1, 1})), "1.00 s to 1.00 s");
  EXPECT_EQ(interval_text(median_interval({1, 1, 1, 1})), "-");
}

// Coverage over 40 pairs of samples with ratio 1: about 95 %, and not below 85 %.
TEST(bench_statistics, intervals_have_their_confidence) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto found = ratio_interval(normal_samples(16, 10, 1, 2 * seed), normal_samples(16, 10, 1, 2 * seed + 1));
    ASSERT_TRUE(found);
    covered += found->low <= 1 && 1 <= found->high;
  }
  EXPECT_GE(covered, 34);
}

TEST(bench_statistics, few_or_impossible_samples_have_no_interval) {
  EXPECT_FALSE(ratio_interval({1, 2, 3, 4}, {1, 2, 3, 4, 5}));
  EXPECT_FALSE(ratio_interval({1, 2, 3, 4, 5}, {}));
  EXPECT_FALSE(ratio_interval({0, 0, 0, 0, 0}, {1, 2, 3, 4, 5}));
  EXPECT_FALSE(ratio_interval({1, 2, 3, 4, NAN}, {1, 2, 3, 4, 5}));
  EXPECT_TRUE(ratio_interval({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}));
}

TEST(bench_statistics, rows_match_by_name_and_threads) {
  const stored_row row{"bfs", "path:9", "one", 1, {1, 1, 1, 1, 1}};
  stored_row other = row, slow = row;
  other.threads = 2;
  slow.seconds = {2, 2, 2, 2, 2};
  const comparison c = compare({"a", {{"commit", "x"}}, {}, {row, other}}, {"b", {{"commit", "y"}}, {}, {slow}});
  ASSERT_EQ(c.rows.size(), 1u);
  EXPECT_EQ(c.rows[0].ratio, 2);
  EXPECT_EQ(c.rows[0].verdict(), change::slower);
  EXPECT_EQ(compare({"b", {}, {}, {slow}}, {"a", {}, {}, {row}}).rows[0].verdict(), change::faster);
  EXPECT_EQ(c.only_first, (std::vector<std::string>{"bfs: one on path:9, 2 threads"}));
  EXPECT_TRUE(c.only_second.empty());
  EXPECT_EQ(c.differences, (std::vector<std::string>{"commit: x and y"}));
}

TEST(bench_statistics, a_quiet_machine_has_no_warnings) {
  bench_environment where;
  where.cpu.parallelism = 8;
  where.load_before = 1;
  where.other_programs = 0.1;
  bench_row row;
  row.seconds = {1, 1.1, 0.9, 1.05};
  EXPECT_TRUE(warnings_of(where, {row}).empty());
  where.load_before = 5;
  where.other_programs = 2;
  row.seconds = {1, 1.1, 0.9, 1.05, 9};
  clocks_of_device gpu;
  gpu.after = gpu_clocks{};
  gpu.after->slowed_by = {"power cap"};
  where.gpus = {gpu};
  const std::vector<std::string> all = warnings_of(where, {row});
  ASSERT_EQ(all.size(), 4u);
  row.threads = 4;
  where.processes_on_host = 4;
  EXPECT_EQ(warnings_of(where, {row}).size(), 5u);
  EXPECT_NE(all[0].find("load average 5"), std::string::npos);
  EXPECT_NE(all[1].find("used 2.00 of 8 CPUs"), std::string::npos);
  EXPECT_NE(all[2].find("1 of 5"), std::string::npos);
  EXPECT_NE(all[3].find("power cap"), std::string::npos);
}

TEST(bench_tables, fields_and_cells_stay_in_their_places) {
  EXPECT_EQ(csv_line({"a", "b,c", "say \"x\"", "two\nlines", ""}), "a,\"b,c\",\"say \"\"x\"\"\",two\\x0alines,\n");
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(std::stod(exact(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(markdown_text("a|b <i> *c*\n"), "a\\|b \\<i\\> \\*c\\*\\\\x0a");
  EXPECT_EQ(markdown_table({{{"x", text_side::left}, {"n"}}, {{"one", "1"}, {"short"}}}),
            "| x | n |\n| --- | ---: |\n| one | 1 |\n| short |  |\n");
  EXPECT_EQ(markdown_code("a ``` b"), "````sh\na ``` b\n````\n");
}

}  // namespace
}  // namespace fathom::program
