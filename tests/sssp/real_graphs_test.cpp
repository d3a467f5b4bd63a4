// Weighted real graphs, against facts that two other programs agree on.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "fathom/io.hpp"
#include "fathom/sssp.hpp"
#include "graph_files.hpp"

namespace fathom::test {
namespace {

TEST(real_shortest_paths, are_those_of_the_facts) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no real graphs: FATHOM_TEST_GRAPHS names no folder with facts.json";
  const nlohmann::json all = nlohmann::json::parse(std::ifstream(folder / "facts.json"));
  int compared = 0;
  for (const auto& [name, facts] : all.items()) {
    if (!facts.contains("sssp")) continue;
    const nlohmann::json& want = facts["sssp"];
    const graph g = read_graph(folder / name).g;
    const auto there = g.find_vertex(want["source"].get<std::uint64_t>() - facts["ids_from"].get<std::uint64_t>());
    ASSERT_TRUE(there.has_value()) << name;
    const vertex_id source = *there;
    const sssp_result found = sssp(g, source);
    double sum = 0;
    for (const double d : found.distances) sum += std::isfinite(d) ? d : 0;
    EXPECT_EQ(found.report.reached, want["reached"].get<std::uint64_t>()) << name;
    EXPECT_EQ(found.report.farthest, want["max_distance"].get<double>()) << name;
    EXPECT_EQ(sum, want["sum_of_distances"].get<double>()) << name;
    const sssp_validation v = validate_sssp(g, source, found.distances.view(), found.predecessors.view());
    EXPECT_TRUE(v.valid) << name << ": " << v.message;
    ++compared;
  }
  EXPECT_GT(compared, 1);
}

}  // namespace
}  // namespace fathom::test
