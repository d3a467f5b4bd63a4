// Pages of `fathom bench`, parsed as XML.
#include <gtest/gtest.h>

#include "expectations.hpp"
#include "parsed_xml.hpp"

namespace fathom::test {
namespace {

TEST(bench_page, has_a_chart_and_a_table_for_each_benchmark) {
  const scratch_folder folder;
  const std::string page = folder / "page.html", graph = folder.file("<script>&\"x.el", "0 1\n1 2\n2 3\n");
  const run_outcome ran = run_program({"bench", "build", graph, "grid:5x5", "--repeat", "2", "--threads", "1,2,3", "--html", page});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto all = parsed_xml(content_of(page));
  EXPECT_TRUE(elements_of(all, "script").empty());
  // A box plot and a chart by threads for each graph.
  EXPECT_EQ(elements_of(all, "svg").size(), 4u);
  EXPECT_EQ(elements_of(all, "details").size(), 4u);
  EXPECT_EQ(elements_of(all, "rect", "box").size(), 12u);
  ASSERT_EQ(elements_of(all, "pre").size(), 1u);
  EXPECT_NE(elements_of(all, "pre")[0].text.find("bench build"), std::string::npos);
  bool has_compiler = false;
  for (const xml_element& cell : elements_of(all, "td", "left")) has_compiler = has_compiler || cell.text == "compiler";
  EXPECT_TRUE(has_compiler);
}

}  // namespace
}  // namespace fathom::test
