// Multi-source BFS of real graphs against separate searches with a queue.
#include <gtest/gtest.h>

#include <string>

#include "fathom/bfs.hpp"
#include "fathom/io.hpp"
#include "graph_files.hpp"
#include "joined.hpp"

namespace fathom {
namespace {

class real_graphs : public testing::TestWithParam<const char*> {};

TEST_P(real_graphs, answers_are_those_of_a_queue) {
  const std::filesystem::path folder = test::graph_files();
  if (folder.empty()) GTEST_SKIP() << "no real graphs here: name their folder in FATHOM_TEST_GRAPHS";
  const graph g = read_graph(folder / GetParam()).g;
  const array<vertex_id> sources = random_sources(g, 100);
  const multi_bfs_result result = multi_bfs(g, sources.view(), {}, test::tested_place());
  for (std::size_t i = 0; i < sources.size(); i += 7) {
    ASSERT_EQ(test::as_vector(result.distances_from(i)), test::queue_bfs(g, sources[i])) << "source " << sources[i];
  }
}

INSTANTIATE_TEST_SUITE_P(files, real_graphs,
                         testing::Values("facebook_combined.txt.xz", "wiki-Vote.txt.xz", "email-Enron.mtx.xz",
                                         "delaunay_n15.graph.xz", "bips98_606.mtx.xz", "p2p-Gnutella31.wel.xz"),
                         [](const auto& of) {
                           std::string name = of.param;
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace fathom
