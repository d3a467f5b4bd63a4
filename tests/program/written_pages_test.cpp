// Pages of `fathom bench` and `fathom report`, parsed as XML.
#include <gtest/gtest.h>

#include "expectations.hpp"
#include "fathom/generate.hpp"
#include "fathom/study.hpp"
#include "parsed_xml.hpp"

namespace fathom::test {
namespace {

TEST(bench_page, has_a_chart_and_a_table_for_each_benchmark) {
  const scratch_folder folder;
  const std::string page = folder / "page.html", graph = folder.file("<script>&\"x.el", "0 1\n1 2\n2 3\n");
  const run_outcome ran = run_program({"bench", "build", graph, "grid:5x5", "--repeat", "5", "--threads", "1,2,3", "--html", page});
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

TEST(bench_page, shows_scaling_beside_the_model) {
  const scratch_folder folder;
  const std::string page = folder / "page.html";
  ASSERT_EQ(run_program({"bench", "scaling", "kron:8", "-n", "3", "--threads", "1,2", "--html", page}).exit_code, 0);
  const auto all = parsed_xml(content_of(page));
  // Box plots and times of strong scaling and of both kinds of weak scaling.
  EXPECT_EQ(elements_of(all, "svg").size(), 6u);
  std::size_t models = 0;
  for (const xml_element& name : elements_of(all, "text", "legend")) models += name.text == "model";
  EXPECT_EQ(models, 3u);
}

TEST(study_page, has_all_charts) {
  const scratch_folder folder;
  const std::string page = folder / "page.html";
  ASSERT_EQ(run_program({"report", "kron:9:8", "--html", page}).exit_code, 0);
  const auto all = parsed_xml(content_of(page));
  std::vector<std::string> titles;
  for (const xml_element& title : elements_of(all, "text", "title")) titles.push_back(title.text);
  EXPECT_EQ(titles, (std::vector<std::string>{"Degree distribution", "Distances", "Component sizes", "Core numbers",
                                              "Clustering by degree", "Frontier by level", "Edges inspected by level",
                                              "Time by level", "Roofline", "Time by phase"}));
  EXPECT_EQ(elements_of(all, "details").size(), titles.size());
  ASSERT_EQ(elements_of(all, "pre").size(), 1u);
  EXPECT_NE(elements_of(all, "pre")[0].text.find("report kron:9:8 --html"), std::string::npos);
}

TEST(study_page, states_energy_where_it_can_be_read) {
  const graph g = build(kron(6)).g;
  graph_study study = study_graph(g, {.sources = {0}, .sources_text = "vertex 0"});
  ASSERT_EQ(study.energy.has_value(), study.why_no_energy.empty());
  if (study.energy) {
    EXPECT_GT(study.energy->searches, 0u);
  }
  study.energy.reset(), study.why_no_energy = "no meter";
  EXPECT_NE(study_page(study, {}).find("Its energy was not measured: no meter."), std::string::npos);
  study.energy = repeated_search_energy{{.joules = 0.5, .seconds = 1, .average_watts = 0.5, .uncertainty_joules = 0.1}, 100};
  EXPECT_NE(
      study_page(study, {}).find("Energy: 5.00 mJ, plus or minus 1.00 mJ, by energy counter of the whole device in 100 searches"),
      std::string::npos);
}

TEST(study_page, of_graphs_without_edges_and_with_hostile_names) {
  const scratch_folder folder;
  const std::string page = folder / "page.html";
  const std::string none = folder.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 0\n");
  const std::string named = folder.file("named.csv", "from,to\n<script>x</script>,</svg>\n</svg>,&amp;\n");
  for (const std::string& graph : {none, named}) {
    const run_outcome ran = run_program({"report", graph, "--html", page});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const auto all = parsed_xml(content_of(page));
    EXPECT_TRUE(elements_of(all, "script").empty());
    EXPECT_GE(elements_of(all, "svg").size(), 4u);
  }
}

}  // namespace
}  // namespace fathom::test
