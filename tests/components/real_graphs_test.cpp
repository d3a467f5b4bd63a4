// The largest weakly and strongly connected component of every real graph, against facts that two other programs agree on.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "fathom/components.hpp"
#include "fathom/io.hpp"
#include "graph_files.hpp"

namespace fathom::test {
namespace {

TEST(real_components, have_the_sizes_of_the_facts) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no real graphs: FATHOM_TEST_GRAPHS names no folder with facts.json";
  const nlohmann::json all = nlohmann::json::parse(std::ifstream(folder / "facts.json"));
  int compared = 0;
  for (const auto& [name, facts] : all.items()) {
    if (!facts.contains("largest_weak_component")) continue;
    // Reading large graphs takes long.
    if (facts["compressed_bytes"] > std::min<std::uint64_t>(2'000'000, most_compressed_bytes)) continue;
    const graph g = read_graph(folder / name).g;
    const components_result weak = weakly_connected_components(g);
    EXPECT_EQ(weak.largest.size, facts["largest_weak_component"].get<vertex_id>()) << name;
    vertex_id larger_than_one = 0;
    for (const component& c : weak.components) larger_than_one += c.size > 1;
    EXPECT_EQ(larger_than_one, facts["components_of_2_or_more"].get<vertex_id>()) << name;
    if (facts.contains("largest_strong_component")) {
      EXPECT_EQ(strongly_connected_components(g).largest.size, facts["largest_strong_component"].get<vertex_id>()) << name;
    }
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

}  // namespace
}  // namespace fathom::test
