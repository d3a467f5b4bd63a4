// Multi-source BFS on several processes: all results are bitwise equal to those of one process and agree with the oracle.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "all_ranks.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "fathom/sinks.hpp"
#include "multi_bfs/joined.hpp"

namespace fathom {
namespace {

struct everything {
  source_totals by_source;
  vertex_totals_sink by_vertex;
  distance_matrix<hop_count> wide;
  distance_matrix<std::int16_t> half;
  predecessor_matrix predecessors;
  multi_bfs_report report;
};

everything search(const layout& l, const std::vector<vertex_id>& sources, const multi_bfs_options& options, communicator* ranks) {
  everything found;
  std::vector<multi_bfs_sink*> sinks{&found.by_source, &found.wide, &found.by_vertex, &found.half};
  if (l.in.offsets) sinks.push_back(&found.predecessors);
  execution place{.ranks = ranks};
  place.control.threads = 1;
  found.report = multi_bfs(l, sources, sinks, options, place);
  return found;
}

template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}
template <class T>
bool same_bits(const array<T>& a, const array<T>& b) {
  return same_bits(a.view(), b.view());
}
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return same_bits(std::span<const T>(a), std::span<const T>(b));
}

// No early return here: the other processes continue with the next search.
void expect_same(const everything& a, const everything& b) {
  EXPECT_TRUE(same_bits(a.wide.values, b.wide.values));
  EXPECT_TRUE(same_bits(a.half.values, b.half.values));
  EXPECT_TRUE(same_bits(a.predecessors.values, b.predecessors.values));
  EXPECT_TRUE(same_bits(a.by_source.reached, b.by_source.reached));
  EXPECT_TRUE(same_bits(a.by_source.distance_sum, b.by_source.distance_sum));
  EXPECT_TRUE(same_bits(a.by_source.harmonic_sum, b.by_source.harmonic_sum));
  EXPECT_TRUE(same_bits(a.by_source.farthest, b.by_source.farthest));
  EXPECT_EQ(a.by_source.histogram, b.by_source.histogram);
  EXPECT_TRUE(same_bits(a.by_vertex.totals.reached_by, b.by_vertex.totals.reached_by));
  EXPECT_TRUE(same_bits(a.by_vertex.totals.distance_sum, b.by_vertex.totals.distance_sum));
  EXPECT_TRUE(same_bits(a.by_vertex.totals.harmonic_sum, b.by_vertex.totals.harmonic_sum));
  EXPECT_TRUE(same_bits(a.by_vertex.totals.farthest, b.by_vertex.totals.farthest));
}

void expect_same_report(const multi_bfs_report& many, const multi_bfs_report& one) {
  EXPECT_EQ(many.ranks, test::all_ranks()->size());
  EXPECT_EQ(many.edges_traversed, one.edges_traversed);
  EXPECT_EQ(many.searches, one.searches);
  EXPECT_EQ(many.groups.size(), one.groups.size());
  for (std::size_t i = 0; i < std::min(many.groups.size(), one.groups.size()); ++i) {
    const group_report &a = many.groups[i], &b = one.groups[i];
    EXPECT_TRUE(a.rank >= 0 && a.rank < many.ranks) << a.rank;
    EXPECT_EQ(a.searches, b.searches);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.edges_traversed, b.edges_traversed);
    EXPECT_EQ(a.inspections, b.inspections);
    EXPECT_EQ(a.levels.size(), b.levels.size());
    for (std::size_t l = 0; l < std::min(a.levels.size(), b.levels.size()); ++l) {
      EXPECT_EQ(a.levels[l].found, b.levels[l].found);
      EXPECT_EQ(a.levels[l].visited.joint, b.levels[l].visited.joint);
    }
  }
}

// Each process checks its part of the rows against the oracle.
void expect_true(const graph& g, const std::vector<vertex_id>& sources, const everything& found, hop_count limit) {
  std::size_t wrong = 0;
  for (auto i = static_cast<std::size_t>(test::all_ranks()->rank()); i < sources.size();
       i += static_cast<std::size_t>(test::all_ranks()->size())) {
    wrong += test::as_vector(found.wide.row(i)) != test::queue_bfs(g, sources[i], limit);
  }
  EXPECT_EQ(wrong, 0u);
}

void check(const graph& g, std::vector<vertex_id> sources, multi_bfs_options options) {
  const layout l = prepare(g);
  options.width = 64;
  options.deterministic = true;
  options.report_levels = true;
  const everything one = search(l, sources, options, nullptr);
  const everything many = search(l, sources, options, test::all_ranks());
  expect_same(many, one);
  expect_same_report(many.report, one.report);
  expect_true(g, sources, many, options.depth_limit);
}

class ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(ranks, find_what_one_finds) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  std::vector<vertex_id> sources = test::spread_sources(g, 180);
  sources.push_back(sources.front());  // a duplicate
  check(g, sources, {});
}

INSTANTIATE_TEST_SUITE_P(zoo, ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

class random_graphs : public testing::TestWithParam<std::uint64_t> {};

TEST_P(random_graphs, by_every_method_and_grouping) {
  const std::uint64_t seed = GetParam();
  const graph g =
      build(seed % 2 == 0 ? kron(8, 8, {}, {.seed = seed, .control = {}}) : uniform(8, 4, {.seed = seed, .control = {}})).g;
  std::vector<vertex_id> sources(g.num_vertices());
  std::iota(sources.begin(), sources.end(), vertex_id{0});
  multi_bfs_options options;
  options.method = all_multi_bfs_methods[seed % (std::size(all_multi_bfs_methods) - 1)];  // without the last, which needs a GPU
  options.grouping = all_source_groupings[seed / 2 % std::size(all_source_groupings)];
  if (seed % 3 == 0) options.depth_limit = static_cast<hop_count>(seed % 5);
  check(g, sources, options);
}

INSTANTIATE_TEST_SUITE_P(seeds, random_graphs, testing::Range(std::uint64_t{1}, std::uint64_t{11}));

TEST(results, are_whole_on_every_rank) {
  const graph g = build(kron(9)).g;
  const std::vector<vertex_id> sources = test::spread_sources(g, 300);
  multi_bfs_options options;
  options.width = 64;
  options.return_predecessors = true;
  const multi_bfs_result found = multi_bfs(g, sources, options, {.ranks = test::all_ranks()});
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    wrong += test::as_vector(found.distances_from(i)) != test::queue_bfs(g, sources[i]);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      const vertex_id p = found.predecessors_from(i)[v];
      const hop_count d = found.distances_from(i)[v];
      wrong += d > 0 ? p >= g.num_vertices() || found.distances_from(i)[p] != d - 1 : p != no_vertex;
    }
  }
  EXPECT_EQ(wrong, 0u);
}

// Sink slow enough for every process to get a group.
class slow_sink final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {}; }
  void begin(const multi_bfs_plan& plan) override { ranks = plan.ranks; }
  void take(const finished_group&) override {
    const timer clock;
    while (clock.seconds() < 0.03) continue;
    ++taken;
  }
  void merge(communicator& all) override { all.all_reduce(reduction::sum, std::span(&taken, 1)); }

  int ranks = 0;
  std::uint32_t taken = 0;
};

TEST(groups, go_to_whichever_rank_is_free) {
  const graph g = build(kron(10)).g;
  multi_bfs_options options;
  options.width = 64;
  slow_sink sink;
  const std::vector<vertex_id> sources = test::spread_sources(g, 1000);
  const multi_bfs_report report = multi_bfs(prepare(g), sources, sink, options, {.ranks = test::all_ranks()});
  EXPECT_EQ(report.groups.size(), 16u);
  std::vector<int> by_rank(static_cast<std::size_t>(report.ranks));
  for (const group_report& group : report.groups) ++by_rank.at(static_cast<std::size_t>(group.rank));
  EXPECT_EQ(std::count(by_rank.begin(), by_rank.end(), 0), 0);
  EXPECT_EQ(sink.ranks, report.ranks);
  EXPECT_TRUE(report.ranks == 1 || sink.taken == 16);
}

TEST(failures, leave_the_ranks_usable) {
  const graph g = build(grid(9, 9)).g;
  multi_bfs_options options;
  const execution place{.ranks = test::all_ranks()};
  options.depth_limit = place.ranks->rank() == place.ranks->size() - 1 ? 3 : 4;
  const std::vector<vertex_id> sources{1, 2, 3};
  try {
    static_cast<void>(multi_bfs(g, sources, options, place));
    EXPECT_EQ(place.ranks->size(), 1);
  } catch (const rank_error& e) {
    EXPECT_NE(std::string(e.what()).find("disagree on the depth limit"), std::string::npos) << e.what();
  }
  options.depth_limit = 2;
  const graph large = build(path(300'000)).g;
  const layout prepared = test::prepared(large, vertex_order::caller);
  place.ranks->barrier();  // threads share the divided memory
  try {
    const divided_host_memory little(1 << 20);
    source_totals sink;
    static_cast<void>(multi_bfs(prepared, sources, sink, {.depth_limit = 2, .method = multi_bfs_method::bitwise}, place));
    ADD_FAILURE() << "searched with a millionth of the memory";
  } catch (const error& e) {
    EXPECT_EQ(e.category(), error_category::memory) << e.what();
    EXPECT_TRUE(place.ranks->size() == 1 || dynamic_cast<const rank_error*>(&e)) << e.what();
  }
  const multi_bfs_result found = multi_bfs(g, sources, options, place);
  EXPECT_EQ(test::as_vector(found.distances_from(2)), test::queue_bfs(g, 3, 2));
}

}  // namespace
}  // namespace fathom
