// fathom report: its numbers are those of the other commands, and of small graphs that can be checked by hand.
#include <gtest/gtest.h>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

TEST(study, of_a_path) {
  const json found = json_of({"report", "path:5", "--source", "0"});
  expect_values(found, {{"/degree_kind", "degree"},
                        {"/degrees", (json{{{"degree", 1}, {"vertices", 2}}, {{"degree", 2}, {"vertices", 3}}})},
                        {"/component_sizes", (json{{{"size", 5}, {"vertices", 1}}})},
                        {"/core_numbers", (json{{{"core_number", 1}, {"vertices", 5}}})},
                        {"/triangles", 0},
                        {"/tail", nullptr},
                        {"/distances/pairs", (json{0, 1, 1, 1, 1})},
                        {"/distances/mean", 2.5}});
  // 90 % of 4 pairs are 3.6: three within distance 3, and 0.6 of the one at distance 4.
  EXPECT_NEAR(found["distances"]["effective_diameter"].get<double>(), 3.6, 1e-12);
  EXPECT_EQ(found["search"]["reached"], 5);
  EXPECT_EQ(found["search"]["levels"].size(), 5u);
  // The ceilings are those of the search's threads. A read of 8 bytes in order is faster than one at random; half the bytes leave
  // room for noise.
  const json& ceilings = found["ceilings"];
  EXPECT_EQ(ceilings["threads"], found["search"]["threads"]);
  EXPECT_GT(ceilings["reads_per_second"].get<double>(), 0);
  EXPECT_GT(ceilings["bytes_per_second"].get<double>(), 4 * ceilings["reads_per_second"].get<double>());
  EXPECT_GT(ceilings["seconds_per_level"].get<double>(), 0);
}

// More sources are drawn than there are vertices.
TEST(study, counts_the_pairs_of_a_source_once) {
  expect_values(json_of({"report", "path:3"}), {{"/distances/sources", 3}, {"/distances/pairs", (json{0, 4, 2})}});
}

TEST(study, agrees_with_the_other_commands) {
  for (const std::string graph : {"kron:9:8", "grid:12x9", "uniform:8:2"}) {
    SCOPED_TRACE(graph);
    const json found = json_of({"report", graph, "--sources", "random:4"});
    EXPECT_EQ(found["degrees"], json_of({"degrees", graph})["distribution"]);
    EXPECT_EQ(found["core_numbers"], json_of({"cores", graph})["distribution"]);
    const json triangles = json_of({"triangles", graph});
    EXPECT_EQ(found["triangles"], triangles["count"]);
    EXPECT_NEAR(found["transitivity"].get<double>(), triangles["transitivity"].get<double>(), 1e-12);
    EXPECT_NEAR(found["average_clustering"].get<double>(), triangles["average_clustering"].get<double>(), 1e-12);
    EXPECT_EQ(found["components"], json_of({"components", graph})["count"]);
    // Every pair of a source and another vertex of its component is at some distance.
    std::uint64_t pairs = 0, reached = 0;
    for (const json& one : found["distances"]["pairs"]) pairs += one.get<std::uint64_t>();
    const json searched = json_of({"bfs", graph, "--sources", "random:4"});
    for (const json& run : searched["runs"]) reached += run["reached"].get<std::uint64_t>() - 1;
    EXPECT_EQ(pairs, reached);
    // The mean over degrees of two and more, weighted by vertices, is the average over all vertices.
    double sum = 0;
    for (const json& bin : found["clustering_by_degree"]) sum += bin["vertices"].get<double>() * bin["clustering"].get<double>();
    EXPECT_NEAR(sum / found["graph"]["vertices"].get<double>(), found["average_clustering"].get<double>(), 1e-9);
  }
}

TEST(study, of_a_directed_graph_ignores_directions_where_it_says_so) {
  const scratch_folder folder;
  const std::string graph = folder.file("cycle.el", "0 1\n1 2\n2 0\n");
  const json found = json_of({"report", graph, "--directed", "--source", "0"});
  expect_values(found,
                {{"/degree_kind", "out-degree"}, {"/triangles", 1}, {"/components", 1}, {"/distances/pairs", (json{0, 1, 1})}});
}

TEST(study, refuses_wrong_files_before_reading) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", "0 1\n");
  expect_error(run_program({"report", graph, "--html", graph}), 2, "would overwrite the input");
  expect_error(run_program({"report", graph, "--html", "-"}), 2, "--html -: not a file");
  expect_error(run_program({"report", "kron:40", "--html", folder / "no/such/page.html"}), 3, "page.html");
}

}  // namespace
}  // namespace fathom::test
