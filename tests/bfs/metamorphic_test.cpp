// Transformations that must not change the result: another numbering, another number of threads, the reversed graph.
#include <gtest/gtest.h>

#include "graph/generators/scramble.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using test::as_vector;

class metamorphic : public testing::TestWithParam<test::specimen> {};

// A permutation of [0, n): cycle-walking of a bijection on the next power of two.
std::vector<vertex_id> permutation(std::uint64_t n) {
  int bits = 0;
  while ((std::uint64_t{1} << bits) < n) ++bits;
  const id_scramble scramble(bits, 99);
  std::vector<vertex_id> to(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    std::uint64_t image = scramble(v);
    while (image >= n) image = scramble(image);
    to[v] = static_cast<vertex_id>(image);
  }
  return to;
}

TEST_P(metamorphic, a_permutation_of_vertices_permutes_distances) {
  const graph g = build(GetParam().edges()).g;
  edge_list edges = GetParam().edges();
  const auto to = permutation(edges.num_vertices);
  for (vertex_id& v : edges.sources) v = to[v];
  for (vertex_id& v : edges.targets) v = to[v];
  const graph h = build(std::move(edges)).g;
  for (const vertex_id source : test::some_sources(g)) {
    const auto expected = bfs(g, source, {}, test::on_tested_device()).distances;
    for (const test::manner& m : test::every_method(g.num_vertices() > test::too_deep)) {
      SCOPED_TRACE(m.name);
      const auto permuted = m.search(prepare(h), to[source]).distances;
      for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(permuted[to[v]], expected[v]);
    }
  }
}

TEST_P(metamorphic, paths_are_as_long_in_the_reversed_graph) {
  edge_list edges = GetParam().edges();
  const graph g = build(GetParam().edges()).g;
  std::swap(edges.sources, edges.targets);
  const graph reversed = build(std::move(edges)).g;
  const auto sources = test::some_sources(g);
  for (const vertex_id u : sources) {
    const auto from_u = bfs(g, u, {}, test::on_tested_device()).distances;
    for (const vertex_id v : sources) EXPECT_EQ(bfs(reversed, v).distances[u], from_u[v]);
  }
}

TEST_P(metamorphic, threads_change_no_distance_and_no_deterministic_predecessor) {
  const graph g = build(GetParam().edges()).g;
  for (const vertex_id source : test::some_sources(g)) {
    const bfs_options options{.deterministic = true};
    const bfs_result one = bfs(g, source, options, test::on_tested_device(1));
    for (const int threads : {2, 3, 4}) {
      const bfs_result many = bfs(g, source, options, test::on_tested_device(threads));
      EXPECT_EQ(as_vector(many.distances), as_vector(one.distances));
      EXPECT_EQ(as_vector(many.predecessors), as_vector(one.predecessors));
    }
  }
}

TEST_P(metamorphic, methods_change_no_distance_and_no_deterministic_predecessor) {
  const graph g = build(GetParam().edges()).g;
  for (const vertex_id source : test::some_sources(g)) {
    const bfs_result expected = bfs(g, source, {.deterministic = true});
    for (test::manner m : test::every_method(g.num_vertices() > test::too_deep)) {
      SCOPED_TRACE(m.name);
      m.options.deterministic = true;
      const bfs_result result = m.search(prepare(g), source);
      EXPECT_EQ(as_vector(result.distances), as_vector(expected.distances));
      EXPECT_EQ(as_vector(result.predecessors), as_vector(expected.predecessors));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, metamorphic, testing::ValuesIn(test::zoo()), test::specimen_name());

}  // namespace
}  // namespace fathom
