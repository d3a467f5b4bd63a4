// All search methods on all test graphs: distances equal to the reference's, valid predecessor trees, and successful validation.
#include <gtest/gtest.h>

#include "fathom/validate.hpp"
#include "reference/check_tree.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using test::as_vector;
using test::manner;

class every_manner : public testing::TestWithParam<test::specimen> {
 protected:
  struct truth {
    vertex_id source;
    std::vector<hop_count> distances;
    std::vector<vertex_id> smallest;
  };

  static std::vector<truth> truths_of(const graph& g) {
    std::vector<truth> truths;
    for (const vertex_id source : test::some_sources(g)) {
      truth t{source, test::queue_bfs(g, source), {}};
      t.smallest = test::smallest_predecessors(g, t.distances);
      truths.push_back(std::move(t));
    }
    return truths;
  }

  static void check(const graph& g, const truth& t, const bfs_options& options, const bfs_result& result) {
    ASSERT_EQ(as_vector(result.distances), t.distances);
    ASSERT_EQ(test::tree_fault(g, t.source, t.distances, result.predecessors.view()), "");
    if (options.deterministic) {
      ASSERT_EQ(as_vector(result.predecessors), t.smallest);
    }
    const bfs_validation v = validate_bfs(g, t.source, result.distances.view(), result.predecessors.view());
    ASSERT_TRUE(v.valid) << v.message;
    ASSERT_EQ(v.reached, result.report.reached);
    ASSERT_EQ(v.edges_traversed, result.report.edges_traversed);
  }

  // All sources in one call, so that memory is reused.
  static void search(const graph& g, const layout& l, const manner& m, int threads, const std::vector<truth>& truths) {
    std::vector<vertex_id> sources;
    for (const truth& t : truths) sources.push_back(t.source);
    std::size_t calls = 0;
    m.search(l, sources, threads, [&](std::size_t i, bfs_result& result) {
      ASSERT_EQ(i, calls++);
      SCOPED_TRACE("source " + std::to_string(sources[i]));
      check(g, truths[i], m.options, result);
    });
    ASSERT_EQ(calls, sources.size());
  }

  static void search_in_every_manner(const graph& g) {
    const std::vector<truth> truths = truths_of(g);
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout l = test::prepared(g, order);
      for (const manner& m : test::manners()) {
        if (!test::applies(m, g)) continue;
        for (const auto& [threads, deterministic] : {std::pair{1, false}, {1, true}, {2, true}, {4, false}}) {
          if (threads > 1 && m.method) continue;  // not a CPU method
          SCOPED_TRACE(m.name + (order == vertex_order::caller ? ", caller's order, " : ", degree order, ") +
                       std::to_string(threads) + (deterministic ? " threads, deterministic" : " threads"));
          manner wanted = m;
          wanted.options.deterministic = deterministic;
          search(g, l, wanted, threads, truths);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
};

TEST_P(every_manner, finds_shortest_paths) { search_in_every_manner(build(GetParam().edges()).g); }

TEST_P(every_manner, finds_shortest_paths_without_in_edges) {
  build_options options;
  options.in = in_edges::none;
  const graph g = build(GetParam().edges(), options).g;
  if (!g.directed()) return;  // covered by the test above
  search_in_every_manner(g);
}

TEST_P(every_manner, finds_shortest_paths_among_loops_and_duplicates) {
  build_options options;
  options.loops = self_loops::keep;
  options.parallel = parallel_edges::keep;
  const graph g = build(GetParam().edges(), options).g;
  if (g.properties().self_loops + g.properties().duplicates == 0) return;  // covered by the test above
  search_in_every_manner(g);
}

INSTANTIATE_TEST_SUITE_P(zoo, every_manner, testing::ValuesIn(test::zoo()), test::specimen_name());

// Large enough that threads share levels, and that some levels are bottom-up.
TEST(large, all_manners_agree) {
  const graph g = build(kron(15)).g;
  const std::vector<vertex_id> sources = as_vector(random_sources(g, 3));
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const manner& m : test::manners()) {
      for (const int threads : {1, 3}) {
        manner wanted = m;
        wanted.options.deterministic = threads == 3;
        wanted.search(l, sources, threads, [&](std::size_t i, bfs_result& result) {
          const auto distances = test::queue_bfs(g, sources[i]);
          EXPECT_EQ(as_vector(result.distances), distances) << m.name;
          if (wanted.options.deterministic) {
            EXPECT_EQ(as_vector(result.predecessors), test::smallest_predecessors(g, distances)) << m.name;
          }
          const bfs_validation v = validate_bfs(g, sources[i], result.distances.view(), result.predecessors.view());
          EXPECT_TRUE(v.valid) << v.message;
        });
      }
    }
  }
}

// Hub split: hubs are searched bottom-up, and the other vertices of the frontier top-down.
TEST(large, split_levels_find_all) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  for (const bool directed : {false, true}) {
    edge_list edges = kron(18);
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    ASSERT_EQ(g.directed(), directed);
    const layout l = test::prepared(g, vertex_order::degree);
    const std::vector<vertex_id> sources = as_vector(random_sources(g, 64));
    std::size_t in_halves = 0;
    bfs(l, sources, {.report_levels = true}, test::on_tested_device(), [&](std::size_t i, bfs_result& result) {
      const auto is_in_halves = [](const level_report& level) { return level.reason.find("hub split") != std::string::npos; };
      const auto& levels = result.report.levels;
      if (std::none_of(levels.begin(), levels.end(), is_in_halves)) return;
      ++in_halves;
      EXPECT_EQ(as_vector(result.distances), test::queue_bfs(g, sources[i])) << "from " << sources[i];
      const bfs_validation v = validate_bfs(g, sources[i], result.distances.view(), result.predecessors.view());
      EXPECT_TRUE(v.valid) << v.message;
      for (const level_report& level : levels) EXPECT_GE(level.edges_inspected, level.found) << level.level;
    });
    EXPECT_GT(in_halves, 0u);
  }
}

// Many vertices in each of few levels; directed, so that in-edges and out-edges differ.
TEST(large, directed_graphs_agree) {
  const graph g = build(fixed_out_degree(40'000, 5)).g;
  const auto distances = test::queue_bfs(g, 17);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const manner& m : test::manners()) {
      const bfs_result result = m.search(l, 17, 2);
      EXPECT_EQ(as_vector(result.distances), distances) << m.name;
      EXPECT_EQ(test::tree_fault(g, 17, distances, result.predecessors.view()), "") << m.name;
    }
  }
}

}  // namespace
}  // namespace fathom
