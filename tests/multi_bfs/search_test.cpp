// Every method on the zoo: each search's distances equal the oracle's, and its predecessors are a tree.
#include <gtest/gtest.h>

#include "joined.hpp"
#include "reference/check_tree.hpp"

namespace fathom {
namespace {

class every_method : public testing::TestWithParam<test::specimen> {
 protected:
  static void check(const graph& g, const std::vector<vertex_id>& sources, const std::vector<std::vector<hop_count>>& truth,
                    const multi_bfs_result& result, bool deterministic) {
    ASSERT_EQ(result.num_sources, sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      SCOPED_TRACE("source " + std::to_string(sources[i]));
      ASSERT_EQ(test::as_vector(result.distances_from(i)), truth[i]);
      if (result.predecessors.empty()) continue;
      ASSERT_EQ(test::tree_fault(g, sources[i], truth[i], result.predecessors_from(i)), "");
      if (deterministic) {
        ASSERT_EQ(test::as_vector(result.predecessors_from(i)), test::smallest_predecessors(g, truth[i]));
      }
    }
  }

  static std::uint64_t edges_of(const graph& g, const std::vector<std::vector<hop_count>>& truth) {
    std::uint64_t edges = 0;
    for (const auto& distances : truth) {
      for (vertex_id v = 0; v < g.num_vertices(); ++v) edges += distances[v] == unreachable ? 0 : g.view().out.degree(v);
    }
    return edges;
  }

  static void search(const graph& g, multi_bfs_options options, const std::vector<vertex_id>& sources) {
    const auto truth = test::true_distances(g, sources);
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout l = test::prepared(g, order);
      for (const auto& [threads, deterministic] : {std::pair{1, false}, {3, true}}) {
        SCOPED_TRACE(std::string(order == vertex_order::caller ? "caller's order, " : "degree order, ") + std::to_string(threads) +
                     " threads, width " + std::to_string(options.width));
        execution place = test::tested_place();
        place.control.threads = threads;
        options.return_predecessors = g.has_in_edges();
        options.deterministic = deterministic;
        const multi_bfs_result result = multi_bfs(l, sources, options, place);
        check(g, sources, truth, result, deterministic);
        if (HasFatalFailure()) return;
        ASSERT_EQ(result.report.edges_traversed, edges_of(g, truth));
        ASSERT_EQ(result.report.searches, sources.size());
      }
    }
  }

  static void search_by(multi_bfs_method method, const build_options& how = {}, bool early_termination = true,
                        bool merge_updates = false) {
    const graph g = build(GetParam().edges(), how).g;
    const bool shares_nothing = method == multi_bfs_method::sequential || method == multi_bfs_method::separate;
    if (g.num_vertices() == 0 || (test::is_too_deep(g) && !shares_nothing)) return;
    multi_bfs_options options;
    options.method = method;
    options.early_termination = early_termination;
    options.merge_updates = merge_updates;
    options.width = 64;  // two groups
    search(g, options, test::spread_sources(g, test::is_too_deep(g) ? 3 : 70));
  }
};

TEST_P(every_method, bitwise) { search_by(multi_bfs_method::bitwise); }
TEST_P(every_method, bitwise_without_in_edges) {
  build_options how;
  how.in = in_edges::none;
  search_by(multi_bfs_method::bitwise, how);
}
TEST_P(every_method, bitwise_without_early_termination) {
  if (test::tested_device().kind != device_kind::cpu) GTEST_SKIP() << "GPUs always terminate early";
  search_by(multi_bfs_method::bitwise, {}, false);
}
TEST_P(every_method, ibfs) {
  if (!test::tests_cuda()) GTEST_SKIP() << "needs a GPU";
  for (const bool early : {true, false}) {
    for (const bool merges : {true, false}) {
      SCOPED_TRACE(std::string(early ? "early termination" : "no early termination") + (merges ? ", merging" : ""));
      search_by(multi_bfs_method::ibfs, {}, early, merges);
    }
  }
}
TEST_P(every_method, ibfs_without_in_edges) {
  if (!test::tests_cuda()) GTEST_SKIP() << "needs a GPU";
  build_options how;
  how.in = in_edges::none;
  for (const bool merges : {true, false}) search_by(multi_bfs_method::ibfs, how, true, merges);
}
TEST_P(every_method, ms_bfs) { search_by(multi_bfs_method::ms_bfs); }
TEST_P(every_method, ms_bfs_without_in_edges) {
  build_options how;
  how.in = in_edges::none;
  search_by(multi_bfs_method::ms_bfs, how);
}
TEST_P(every_method, joint) { search_by(multi_bfs_method::joint); }
TEST_P(every_method, sequential) { search_by(multi_bfs_method::sequential); }
TEST_P(every_method, separate) { search_by(multi_bfs_method::separate); }

INSTANTIATE_TEST_SUITE_P(zoo, every_method, testing::ValuesIn(test::zoo()), test::specimen_name());

// As many searches as a row has bits, one less and one more.
TEST(widths, any_number_of_searches_fits) {
  const graph g = build(kron(9, 8)).g;
  const layout l = test::prepared(g, vertex_order::degree);
  for (const int width : {64, 128, 256, 512, 1024}) {
    for (const int more : {-1, 0, 1}) {
      const std::vector<vertex_id> sources =
          test::spread_sources(g, std::min<vertex_id>(static_cast<vertex_id>(width + more), 512));
      const auto truth = test::true_distances(g, sources);
      for (const multi_bfs_method method : test::joint_methods_of_tested_device()) {
        multi_bfs_options options;
        options.method = method;
        options.merge_updates = method == multi_bfs_method::ibfs;
        options.width = width;
        const multi_bfs_result result = multi_bfs(l, sources, options, test::tested_place());
        EXPECT_EQ(result.report.width, width);
        for (std::size_t i = 0; i < sources.size(); ++i) {
          ASSERT_EQ(test::as_vector(result.distances_from(i)), truth[i])
              << to_string(method) << ", width " << width << ", source " << sources[i];
        }
      }
    }
  }
}

TEST(all_pairs, agree_with_themselves_reversed) {
  const graph g = build(rmat(8, 8)).g;
  std::vector<vertex_id> sources(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) sources[v] = v;
  const multi_bfs_result all = multi_bfs(g, sources, {}, test::tested_place());
  ASSERT_FALSE(g.directed());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(all.distances_from(u)[v], all.distances_from(v)[u]);
  }
}

}  // namespace
}  // namespace fathom
