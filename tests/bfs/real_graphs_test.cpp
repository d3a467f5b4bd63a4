// Real graphs, if the machine has them: level sizes as counted by two other programs, in both vertex orders, and validation.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "fathom/io.hpp"
#include "fathom/validate.hpp"
#include "graph_files.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

void expect_facts(const graph& g, const nlohmann::json& fact, vertex_id source, const layout& l, test::manner m) {
  SCOPED_TRACE(m.name);
  m.options.report_levels = true;
  const bfs_result result = m.search(l, source);
  const run_report& r = result.report;
  EXPECT_EQ(r.depth, fact["depth"].get<hop_count>());
  EXPECT_EQ(r.reached, fact["reached"].get<std::uint64_t>());
  EXPECT_EQ(r.edges_traversed, fact["arcs_from_reached"].get<std::uint64_t>());
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(r.depth) + 1);
  std::int64_t sum = 0;
  for (const hop_count d : result.distances) {
    if (d != unreachable) ++sizes[static_cast<std::size_t>(d)], sum += d;
  }
  EXPECT_EQ(sum, fact["sum_of_depths"].get<std::int64_t>());
  EXPECT_EQ(sizes, fact["level_sizes"].get<std::vector<std::uint64_t>>());
  for (std::size_t i = 0; i < r.levels.size(); ++i) EXPECT_EQ(r.levels[i].frontier, sizes[i]);
  const bfs_validation v = validate_bfs(g, source, result.distances.view(), result.predecessors.view());
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(v.edges_traversed, r.edges_traversed);
}

void expect_facts(const graph& g, const nlohmann::json& fact, std::uint64_t ids_from) {
  const auto source = g.find_vertex(fact["source"].get<std::uint64_t>() - ids_from);
  ASSERT_TRUE(source.has_value());
  const bool deep = fact["depth"].get<hop_count>() > 500;  // one launch per vertex and level would take too long
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const test::manner& m : test::every_method(deep)) expect_facts(g, fact, *source, l, m);
  }
}

TEST(real_graphs, have_the_levels_stated) {
  const std::filesystem::path folder = test::graph_files();
  if (folder.empty()) GTEST_SKIP() << "no folder of real graphs (FATHOM_TEST_GRAPHS)";
  std::ifstream in(folder / "facts.json");
  const nlohmann::json facts = nlohmann::json::parse(in);
  for (const auto& [name, fact] : facts.items()) {
    if (!std::filesystem::exists(folder / name) || fact["compressed_bytes"] > test::most_compressed_bytes) continue;
    SCOPED_TRACE(name);
    const auto ids_from = fact["ids_from"].get<std::uint64_t>();
    expect_facts(read_graph(folder / name).g, fact["bfs"], ids_from);
    if (!fact.contains("bfs_undirected_view")) continue;
    read_options both;
    both.build.symmetrize = true;
    expect_facts(read_graph(folder / name, both).g, fact["bfs_undirected_view"], ids_from);
  }
}

}  // namespace
}  // namespace fathom
