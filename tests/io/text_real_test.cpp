// Published real graphs, if the machine has them, against facts that two other programs agree on.
#include <nlohmann/json.hpp>

#include "graph_files.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

TEST(real_graphs, read_with_the_facts_stated) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no folder of real graphs (FATHOM_TEST_GRAPHS)";
  const nlohmann::json facts = nlohmann::json::parse(content_of(folder / "facts.json"));
  for (const auto& [name, fact] : facts.items()) {
    if (!std::filesystem::exists(folder / name) || fact["compressed_bytes"] > most_compressed_bytes) continue;
    SCOPED_TRACE(name);
    const read_result r = read_graph(folder / name);
    // An edge list has the vertices that it names; other formats declare theirs.
    const bool list = r.format == file_format::snap || r.format == file_format::weighted_edges;
    EXPECT_EQ(r.g.num_vertices(), fact[list ? "vertices_with_an_edge" : "index_space"].get<std::uint64_t>());
    EXPECT_EQ(r.g.num_edges(), fact["arcs_distinct_loopfree"].get<std::uint64_t>());
    EXPECT_EQ(r.g.directed(), fact["directed"].get<bool>());
    EXPECT_EQ(r.g.num_vertices() - r.what.isolated, fact["vertices_with_an_edge"].get<std::uint64_t>());
    EXPECT_EQ(r.what.edges_read, fact["entries"].get<std::uint64_t>());
    EXPECT_EQ(r.bytes, fact["compressed_bytes"].get<std::uint64_t>());
    const char* degree = fact["directed"].get<bool>() ? "max_out_degree" : "max_degree";
    EXPECT_EQ(r.g.properties().max_out_degree, fact[degree].get<std::uint64_t>());
    EXPECT_TRUE(r.g.weighted() || !fact["weighted"].get<bool>());
  }
}

}  // namespace
}  // namespace fathom::test
