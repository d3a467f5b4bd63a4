// Data received by sinks, against sums over the oracle's distances.
#include <gtest/gtest.h>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/sinks.hpp"
#include "joined.hpp"

namespace fathom {
namespace {

std::vector<multi_bfs_options> every_method_of_sinks() {
  std::vector<multi_bfs_options> all;
  for (const multi_bfs_method method : test::methods_of_tested_device()) {
    all.push_back({.method = method, .width = 64});
  }
  return all;
}

class sinks : public testing::TestWithParam<test::specimen> {};

TEST_P(sinks, receive_what_the_searches_found) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  std::vector<vertex_id> sources = test::spread_sources(g, 100);
  sources.push_back(sources.front());  // a duplicate
  const vertex_id n = g.num_vertices();
  for (const hop_count limit : {2, 1000}) {
    const auto truth = test::true_distances(g, sources, limit);
    for (multi_bfs_options options : every_method_of_sinks()) {
      SCOPED_TRACE(std::string(to_string(options.method)) + ", limit " + std::to_string(limit));
      options.depth_limit = limit;
      source_totals by_source;
      vertex_totals_sink by_vertex;
      distance_matrix<std::int16_t> matrix;
      multi_bfs_sink* const all[] = {&by_source, &by_vertex, &matrix};
      static_cast<void>(multi_bfs(prepare(g), sources, all, options, test::tested_place()));
      for (std::size_t i = 0; i < sources.size(); ++i) {
        std::uint64_t reached = 0, sum = 0;
        hop_count farthest = 0;
        std::vector<std::uint64_t> histogram;
        for (vertex_id v = 0; v < n; ++v) {
          const hop_count d = truth[i][v];
          ASSERT_EQ(matrix.row(i)[v], d);
          if (d == unreachable) continue;
          ++reached, sum += static_cast<std::uint64_t>(d);
          farthest = std::max(farthest, d);
          histogram.resize(std::max(histogram.size(), static_cast<std::size_t>(d) + 1));
          ++histogram[static_cast<std::size_t>(d)];
        }
        double harmonic = 0;
        for (std::size_t d = 1; d < histogram.size(); ++d) harmonic += static_cast<double>(histogram[d]) / static_cast<double>(d);
        ASSERT_EQ(by_source.reached[i], reached);
        ASSERT_EQ(by_source.distance_sum[i], sum);
        ASSERT_EQ(by_source.farthest[i], farthest);
        ASSERT_EQ(by_source.histogram[i], histogram);
        ASSERT_DOUBLE_EQ(by_source.harmonic_sum[i], harmonic);
      }
      // The duplicate source was searched once.
      for (vertex_id v = 0; v < n; ++v) {
        std::uint64_t reached = 0, sum = 0;
        double harmonic = 0;
        hop_count farthest = unreachable;
        for (std::size_t i = 0; i + 1 < sources.size(); ++i) {
          const hop_count d = truth[i][v];
          if (d == unreachable) continue;
          ++reached, sum += static_cast<std::uint64_t>(d);
          if (d > 0) harmonic += 1.0 / d;
          farthest = std::max(farthest, d);
        }
        ASSERT_EQ(by_vertex.totals.reached_by[v], reached) << v;
        ASSERT_EQ(by_vertex.totals.distance_sum[v], sum) << v;
        ASSERT_EQ(by_vertex.totals.farthest[v], farthest) << v;
        ASSERT_NEAR(static_cast<double>(by_vertex.totals.harmonic_sum[v]) * vertex_totals::harmonic_unit, harmonic, 1e-7) << v;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, sinks, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(distance_widths, hold_what_fits) {
  const graph g = build(path(400)).g;
  const std::vector<vertex_id> sources{200, 270};
  multi_bfs_options options;
  options.method = multi_bfs_method::bitwise;
  distance_matrix<hop_count> wide;
  distance_matrix<std::int16_t> half;
  distance_matrix<std::int8_t> narrow;
  multi_bfs_sink* const both[] = {&wide, &half};
  static_cast<void>(multi_bfs(prepare(g), sources, both, options, test::tested_place()));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::vector<hop_count> truth = test::queue_bfs(g, sources[i]);
    ASSERT_EQ(test::as_vector(wide.row(i)), truth);
    ASSERT_TRUE(std::equal(truth.begin(), truth.end(), half.row(i).begin()));
  }
  test::expect_error(error_category::usage,
                     "a distance of 270 does not fit in 8 bits, which hold at most 127; use wider distances or a depth limit",
                     [&] { static_cast<void>(multi_bfs(prepare(g), sources, narrow, options, test::tested_place())); });
  options.depth_limit = 127;
  static_cast<void>(multi_bfs(prepare(g), sources, narrow, options, test::tested_place()));
  const std::vector<hop_count> truth = test::queue_bfs(g, 270, 127);
  EXPECT_TRUE(std::equal(truth.begin(), truth.end(), narrow.row(1).begin()));
}

// User-defined sink: pairs of sources whose searches overlap within a number of hops.
class close_pairs final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }
  void begin(const multi_bfs_plan& plan) override {
    row_.resize(plan.num_vertices);
    sources_.assign(plan.sources.begin(), plan.sources.end());
    ++begun;
  }
  void take(const finished_group& group) override {
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::vector<hop_count*> rows(group.size());
      rows[i] = row_.data();
      group.copy_distances(std::span<hop_count* const>(rows));
      for (const vertex_id other : sources_) pairs += row_[other] >= 0 && row_[other] <= 3;
    }
    searches += group.size();
  }
  void end(vertex_totals& totals) override {
    EXPECT_TRUE(totals.reached_by.empty());
    ++ended;
  }

  int begun = 0, ended = 0;
  std::size_t searches = 0, pairs = 0;

 private:
  std::vector<hop_count> row_;
  std::vector<vertex_id> sources_;
};

TEST(own_sinks, see_each_search_once) {
  const graph g = build(small_world(500, 6, 0.05)).g;
  const std::vector<vertex_id> sources = test::spread_sources(g, 150);
  const auto truth = test::true_distances(g, sources);
  std::size_t expected = 0;
  for (const auto& distances : truth) {
    for (const vertex_id other : sources) expected += distances[other] >= 0 && distances[other] <= 3;
  }
  for (const multi_bfs_options& options : every_method_of_sinks()) {
    close_pairs mine;
    static_cast<void>(multi_bfs(prepare(g), sources, mine, options, test::tested_place()));
    EXPECT_EQ(mine.searches, sources.size());
    EXPECT_EQ(mine.pairs, expected);
    EXPECT_EQ(mine.begun, 1);
    EXPECT_EQ(mine.ended, 1);
  }
}

}  // namespace
}  // namespace fathom
