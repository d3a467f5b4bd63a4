#include "base/text.hpp"

#include <gtest/gtest.h>

namespace fathom {
namespace {

TEST(text, grouped_digits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(text, counted_things) {
  EXPECT_EQ(counted(0, "edge"), "0 edges");
  EXPECT_EQ(counted(1, "edge"), "1 edge");
  EXPECT_EQ(counted(1234, "edge"), "1,234 edges");
  EXPECT_EQ(counted(1, "vertex", "vertices"), "1 vertex");
  EXPECT_EQ(counted(1060, "vertex", "vertices"), "1,060 vertices");
}

TEST(text, three_significant_digits) {
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(0.012345), "0.0123");
  EXPECT_EQ(three_digits(1.2345), "1.23");
  EXPECT_EQ(three_digits(123.45), "123");
  EXPECT_EQ(three_digits(12345), "12345");
}

TEST(text, seconds_and_quantities_have_units) {
  EXPECT_EQ(human_seconds(0), "0 s");
  EXPECT_EQ(human_seconds(1.5e-6), "1.50 us");
  EXPECT_EQ(human_seconds(0.0123), "12.3 ms");
  EXPECT_EQ(human_seconds(61), "61.0 s");
  EXPECT_EQ(human_quantity(950), "950 ");
  EXPECT_EQ(human_quantity(1234567890), "1.23 G");
}

TEST(text, tables_are_aligned_by_what_is_seen) {
  const text_table table{{{"name", text_side::left}, {"n"}}, {{"Zürich", "7"}, {"Bern", "1,000"}, {"Uri"}}};
  EXPECT_EQ(table.render(1),
            " name        n\n"
            " Zürich      7\n"
            " Bern    1,000\n"
            " Uri\n");
}

// Sets the limit for one test.
struct limited_lines {
  explicit limited_lines(std::size_t columns) { set_line_limit(columns); }
  ~limited_lines() { set_line_limit(0); }
};

TEST(text, headings_and_words_of_a_wide_table_wrap) {
  const text_table table{{{"level"}, {"edges inspected"}, {"reason", text_side::left}}, {{"0", "7", "a long reason to switch"}}};
  const limited_lines limit(36);
  EXPECT_EQ(table.render(),
            "             edges\n"
            "  level  inspected  reason\n"
            "      0          7  a long reason to\n"
            "                    switch\n");
}

TEST(text, a_table_that_is_still_too_wide_is_printed_in_parts) {
  const text_table table{{{"graph", text_side::left}, {"time"}, {"speed"}, {"note", text_side::left}},
                         {{"kron", "1,234 us", "5.67 GTEPS", "unbreakable_text_of_thirty_six_bytes"}}};
  const limited_lines limit(40);
  EXPECT_EQ(table.render(),
            "  graph      time       speed\n"
            "  kron   1,234 us  5.67 GTEPS\n"
            "\n"
            "  graph  note\n"
            "  kron   unbreakable_text_of_thirty_six_\n"
            "         bytes\n");
}

TEST(text, a_table_without_headings_has_no_line_for_them) {
  EXPECT_EQ((text_table{{{""}, {"", text_side::left}}, {{"1", "x"}}}.render(0)), "1  x\n");
}

}  // namespace
}  // namespace fathom
