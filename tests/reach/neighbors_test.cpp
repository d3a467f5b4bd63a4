// Neighbors within k hops, against a queue-based search.
#include <gtest/gtest.h>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/neighbors.hpp"
#include "multi_bfs/joined.hpp"

namespace fathom {
namespace {

constexpr hop_count tested_hops[] = {0, 1, 3};

class neighbors : public testing::TestWithParam<test::specimen> {};

TEST_P(neighbors, are_those_of_a_queue) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  std::vector<vertex_id> sources = test::spread_sources(g, 70);
  sources.push_back(sources.front());  // one source occurs twice
  const layout prepared = prepare(g);
  multi_bfs_options options;
  options.width = 64;  // more than one group
  for (const hop_count k : tested_hops) {
    SCOPED_TRACE("k = " + std::to_string(k));
    const auto truth = test::true_distances(g, sources, k);
    const k_hop_neighbors_result found = k_hop_neighbors(prepared, sources, k, options, test::tested_place());
    const k_hop_counts_result counted = k_hop_counts(prepared, sources, k, options, test::tested_place());
    EXPECT_EQ(found.k, k);
    ASSERT_EQ(found.num_sources(), sources.size());
    ASSERT_EQ(counted.at.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      std::vector<vertex_id> vertices;
      std::vector<hop_count> distances;
      std::vector<std::uint64_t> at{1};
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        if (truth[i][v] <= 0) continue;
        vertices.push_back(v);
        distances.push_back(truth[i][v]);
        at.resize(std::max<std::size_t>(at.size(), static_cast<std::size_t>(truth[i][v]) + 1));
        ++at[static_cast<std::size_t>(truth[i][v])];
      }
      ASSERT_EQ(test::as_vector(found.neighbors_of(i)), vertices);
      ASSERT_EQ(test::as_vector(found.distances_of(i)), distances);
      ASSERT_EQ(counted.at[i], at);
      ASSERT_EQ(counted.within(i, k), vertices.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, neighbors, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(neighbors, of_every_width_of_distances) {
  const graph g = build(path(40'000)).g;
  const std::vector<vertex_id> sources{0, 39'999, 20'000};
  for (const hop_count k : {100, 127, 128, 300, 33'000}) {
    const auto truth = test::true_distances(g, sources, k);
    const k_hop_neighbors_result found = k_hop_neighbors(g, sources, k, {}, test::tested_place());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto within = static_cast<std::size_t>(std::ranges::count_if(truth[i], [](hop_count d) { return d > 0; }));
      ASSERT_EQ(found.neighbors_of(i).size(), within);
      for (std::size_t j = 0; j < within; ++j) ASSERT_EQ(found.distances_of(i)[j], truth[i][found.neighbors_of(i)[j]]);
    }
  }
}

TEST(neighbors, of_nothing_are_refused) {
  const graph g = build(path(5)).g;
  const std::vector<vertex_id> good{0}, outside{5}, none;
  const auto category_of = [&](const std::vector<vertex_id>& sources, hop_count k) {
    try {
      static_cast<void>(k_hop_neighbors(g, sources, k));
    } catch (const error& e) {
      EXPECT_THROW(static_cast<void>(k_hop_counts(g, sources, k)), error);
      return e.category();
    }
    return error_category::output;
  };
  EXPECT_EQ(category_of(good, -1), error_category::usage);
  EXPECT_EQ(category_of(outside, 1), error_category::usage);
  EXPECT_EQ(category_of(none, 1), error_category::usage);
  execution place = test::tested_place();
  place.control = test::stopped();
  test::expect_error(error_category::cancelled, [&] { static_cast<void>(k_hop_neighbors(g, good, 2, {}, place)); });
}

}  // namespace
}  // namespace fathom
