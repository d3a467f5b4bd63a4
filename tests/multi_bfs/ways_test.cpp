// Each strategy of the bitwise engine for a level, made the cheapest: push to all, by range, to hubs, and pull; and all of them
// mixed.
#include <gtest/gtest.h>

#include "joined.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom {
namespace {

using multi_bfs_engine::bitwise_tuning;

struct named_tuning {
  std::string name;
  bitwise_tuning tuning;
};

constexpr double never = 1e18;

// A range of 64 vertices, so that small graphs have both hubs and other vertices.
std::vector<named_tuning> tunings() {
  const auto with = [](double cached, double anywhere, double search, double by_hub, double by_other) {
    return bitwise_tuning{cached, anywhere, search, by_hub, by_other, 1};
  };
  return {{"push_to_all", with(never, 0, never, never, never)},
          {"push_by_ranges", with(1, never, 0, never, never)},
          {"pull", with(never, never, never, 1, 1)},
          {"push_to_hubs_and_pull", with(1, never, never, never, 1)},
          {"pull_by_hubs_and_push", with(1, never, 0, 0, never)},
          {"as_measured", with(4, 26, 15, 9, 5)}};
}

class every_way : public testing::TestWithParam<test::specimen> {};

TEST_P(every_way, finds_shortest_paths) {
  if (test::tests_cuda()) GTEST_SKIP() << "ways of the engine on the CPU";
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  const std::vector<vertex_id> sources = test::spread_sources(g, 90);
  const auto truth = test::true_distances(g, sources);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    std::vector<vertex_id> internal = sources;
    for (vertex_id& v : internal) v = l.to_internal ? l.to_internal[v] : v;
    for (const named_tuning& way : tunings()) {
      for (const int threads : {1, 4}) {
        SCOPED_TRACE(way.name + ", " + std::to_string(threads) + " threads");
        multi_bfs_engine::group_plan plan;
        plan.width = 128;
        plan.needs = {.level_counts = true, .distances = true, .predecessors = g.has_in_edges(), .vertex_totals = true};
        plan.depth_limit = 1 << 20;
        plan.threads = threads;
        plan.tuning = way.tuning;
        const auto engine = multi_bfs_engine::make_bitwise_cpu(l, plan);
        // Repeated, since the second run reuses the memory of the first.
        for (int again = 0; again < 2; ++again) {
          static_cast<void>(engine->run(internal));
          std::vector<std::vector<hop_count>> found(sources.size(), std::vector<hop_count>(g.num_vertices()));
          std::vector<hop_count*> rows;
          for (auto& row : found) rows.push_back(row.data());
          engine->copy_distances(std::span<hop_count* const>(rows));
          for (std::size_t i = 0; i < sources.size(); ++i) {
            found[i][sources[i]] = 0;  // isolated sources are not handled by the engine
            ASSERT_EQ(found[i], truth[i]) << "source " << sources[i];
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, every_way, testing::ValuesIn(test::zoo()), test::specimen_name());

}  // namespace
}  // namespace fathom
