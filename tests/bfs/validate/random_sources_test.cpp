#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "claims.hpp"
#include "expected_error.hpp"
#include "fathom/bfs.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

std::vector<vertex_id> drawn(const graph& g, std::size_t count, std::uint64_t seed = 1) {
  const array<vertex_id> sources = random_sources(g, count, seed);
  return {sources.begin(), sources.end()};
}

TEST(random_sources, have_an_edge_out_and_are_distinct) {
  const graph g = build(kron(12, 4)).g;
  const auto sources = drawn(g, 500);
  EXPECT_EQ(std::set(sources.begin(), sources.end()).size(), 500u);
  for (const vertex_id v : sources) EXPECT_GT(g.view().out.degree(v), 0u);
  EXPECT_EQ(drawn(g, 500), sources);
  EXPECT_NE(drawn(g, 500, 2), sources);
  EXPECT_EQ(drawn(g, 10), std::vector(sources.begin(), sources.begin() + 10));
  EXPECT_TRUE(drawn(g, 0).empty());
}

TEST(random_sources, a_self_loop_is_not_an_edge) {
  build_options keep;
  keep.loops = self_loops::keep;
  keep.parallel = parallel_edges::keep;
  const graph g = build(test::edges_of(6, {{0, 0}, {1, 1}, {1, 1}, {2, 3}, {3, 3}, {4, 4}, {4, 5}}, true), keep).g;
  auto sources = drawn(g, 2);
  std::sort(sources.begin(), sources.end());
  EXPECT_EQ(sources, (std::vector<vertex_id>{2, 4}));
}

TEST(random_sources, repeat_only_once_all_were_drawn) {
  const graph g = build(test::edges_of(100'000, {{70'000, 3}, {99'999, 70'000}, {5, 70'000}}, true)).g;
  const auto sources = drawn(g, 7);
  EXPECT_EQ(std::set(sources.begin(), sources.begin() + 3), (std::set<vertex_id>{5, 70'000, 99'999}));
  for (int i = 3; i < 7; ++i) EXPECT_EQ(sources[i], sources[i - 3]);
}

TEST(random_sources, are_even) {
  const graph g = build(path(10)).g;
  std::vector<int> first(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) ++first[drawn(g, 1, seed)[0]];
  for (const int times : first) EXPECT_NEAR(times, 200, 70);  // five standard deviations
}

TEST(random_sources, none_to_be_had) {
  for (const graph& g : {graph(), build(test::edges_of(9, {}, true)).g, build(test::edges_of(2, {{0, 0}}, true)).g}) {
    test::expect_error(error_category::usage, [&] { (void)random_sources(g, 3); });
  }
}

TEST(random_sources, too_many_to_fit_are_refused) {
  const graph g = build(path(10)).g;
  for (const std::size_t count : {std::size_t{1} << 50, std::size_t{1} << 62, ~std::size_t{0}}) {
    test::expect_error(error_category::memory, [&] { (void)random_sources(g, count); });
  }
}

}  // namespace
}  // namespace fathom
