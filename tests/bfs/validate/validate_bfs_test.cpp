// Correct results pass, on every graph of the zoo, complete or in part, with any number of threads; and arguments are checked.
#include <gtest/gtest.h>

#include "claims.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

using test::claim;

class right_results : public testing::TestWithParam<test::specimen> {};

void expect_valid(const claim& c, const validate_options& options, std::uint64_t reached, std::uint64_t edges) {
  const bfs_validation v = c.validated(options);
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(v.violated, bfs_rule::none);
  EXPECT_EQ(v.message, "");
  EXPECT_EQ(v.from, no_vertex);
  EXPECT_EQ(v.to, no_vertex);
  EXPECT_EQ(v.reached, reached);
  EXPECT_EQ(v.edges_traversed, edges);
}

TEST_P(right_results, pass) {
  for (const in_edges in : {in_edges::automatic, in_edges::none}) {
    build_options built;
    built.in = in;
    const graph g = test::graph_of(GetParam(), built);
    for (const vertex_id source : test::some_sources(g)) {
      for (const hop_count limit : {0, 1, 2, std::numeric_limits<hop_count>::max()}) {
        claim c = test::right_claim(g, source, limit);
        std::uint64_t reached = 0, edges = 0;
        for (vertex_id v = 0; v < g.num_vertices(); ++v) {
          if (c.distances[v] != unreachable) ++reached, edges += g.view().out.degree(v);
        }
        for (const int threads : {1, 3}) {
          validate_options options;
          options.depth_limit = limit;
          options.control.threads = threads;
          expect_valid(c, options, reached, edges);
          claim self = c;
          self.predecessors[source] = source;
          expect_valid(self, options, reached, edges);
          claim distances_alone = c;
          distances_alone.predecessors.clear();
          expect_valid(distances_alone, options, reached, edges);
          claim predecessors_alone = c;
          predecessors_alone.distances.clear();
          expect_valid(predecessors_alone, options, reached, edges);
        }
      }
    }
  }
}

TEST_P(right_results, pass_with_loops_and_duplicates_kept) {
  build_options built;
  built.loops = self_loops::keep;
  built.parallel = parallel_edges::keep;
  const graph g = test::graph_of(GetParam(), built);
  for (const vertex_id source : test::some_sources(g)) {
    claim c = test::right_claim(g, source);
    EXPECT_EQ(c.validated().message, "");
    c.distances.clear();
    EXPECT_EQ(c.validated().message, "");
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, right_results, testing::ValuesIn(test::zoo()), test::specimen_name());

// A graph as a caller of from_csr() may pass it: unsorted rows, no in-edges.
TEST(validate_bfs, needs_no_sorted_rows) {
  graph_arrays rows;
  rows.offsets = array<edge_offset>(4);
  rows.targets = array<vertex_id>(4);
  const edge_offset offsets[] = {0, 2, 3, 4};
  const vertex_id targets[] = {2, 1, 2, 0};
  std::copy(std::begin(offsets), std::end(offsets), rows.offsets.begin());
  std::copy(std::begin(targets), std::end(targets), rows.targets.begin());
  rows.properties.directed = true;
  rows.properties.sorted = false;
  claim c{graph(std::move(rows)), 0, {0, 1, 1}, {no_vertex, 0, 0}};
  EXPECT_EQ(c.validated().message, "");
  c.predecessors[2] = 1;
  EXPECT_EQ(c.validated().violated, bfs_rule::tree_levels_differ_by_one);
}

TEST(validate_bfs, names_vertices_as_the_graph_does) {
  edge_list edges = test::edges_of(3, {{0, 1}, {1, 2}}, false);
  edges.original_ids = array<std::uint64_t>(3);
  for (int i = 0; i < 3; ++i) edges.original_ids[i] = 1000 + 10 * i;
  const graph g = build(std::move(edges)).g;
  const bfs_validation v = validate_bfs(g, 0, std::vector<hop_count>{0, 1, 1}, {}, test::on_tested_device());
  EXPECT_EQ(v.message,
            "rule 2 (levels differ by one along the tree): vertex 1020: distance 1, but no vertex at distance 0 has an edge to it");
  const bfs_validation w = validate_bfs(g, 0, std::vector<hop_count>{0, 1, unreachable}, {}, test::on_tested_device());
  EXPECT_EQ(w.message,
            "rule 4 (the tree spans the reachable vertices): edge 1010 -> 1020: 1010 is reached at distance 1, 1020 is not");
}

void expect_refused(const graph& g, vertex_id source, std::size_t distances, std::size_t predecessors, hop_count limit,
                    const char* said) {
  validate_options options = test::on_tested_device();
  options.depth_limit = limit;
  test::expect_error(error_category::usage, said, [&] {
    (void)validate_bfs(g, source, std::vector<hop_count>(distances), std::vector<vertex_id>(predecessors), options);
  });
}

TEST(validate_bfs, checks_its_arguments) {
  const graph g = build(path(5)).g;
  expect_refused(g, 5, 5, 5, 9, "source 5 is outside the graph of 5 vertices");
  expect_refused(g, no_vertex, 5, 5, 9, "source 4294967295 is outside");
  expect_refused(g, 0, 4, 5, 9, "4 distances for a graph of 5 vertices");
  expect_refused(g, 0, 5, 6, 9, "6 predecessors for a graph of 5 vertices");
  expect_refused(g, 0, 0, 0, 9, "both are empty");
  expect_refused(g, 0, 5, 5, -1, "depth limit -1 is negative");
  expect_refused(build(path(0)).g, 0, 0, 0, 9, "source 0 is outside the graph of 0 vertices");
}

TEST(validate_bfs, stops_on_request) {
  validate_options options;
  options.control = test::stopped();
  const claim c = test::right_claim(build(path(5)).g, 0);
  test::expect_error(error_category::cancelled, [&] { (void)c.validated(options); });
}

}  // namespace
}  // namespace fathom
