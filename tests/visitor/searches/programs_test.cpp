// The examples' programs on the zoo against oracles, with edges visited from either end.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "../../../examples/searches/betweenness.hpp"
#include "../../../examples/searches/components.hpp"
#include "../../../examples/searches/distances.hpp"
#include "../../../examples/searches/k_hop_counts.hpp"
#include "../../../examples/searches/label_reachability.hpp"
#include "base/random.hpp"
#include "reference/queue_bfs.hpp"
#include "reference/shortest_paths.hpp"
#include "reference/union_find.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

constexpr search_directions all_directions[] = {search_directions::automatic, search_directions::top_down,
                                                search_directions::bottom_up};

std::vector<test::specimen> with_vertices(vertex_id most) {
  return test::zoo_where([most](const edge_list& edges) { return edges.num_vertices > 0 && edges.num_vertices <= most; });
}

// Some sources in no particular order, one of them a duplicate.
std::vector<vertex_id> some_sources(const graph& g) {
  const vertex_id n = g.num_vertices();
  std::vector<vertex_id> sources{n - 1, 0};
  for (std::uint64_t i = 0; i < 5; ++i) sources.push_back(static_cast<vertex_id>(random_bits(9, i) % n));
  sources.push_back(sources[2]);
  return sources;
}

class program_on : public testing::TestWithParam<test::specimen> {
 protected:
  program_on() : g(build(GetParam().edges()).g), sources(some_sources(g)) {}

  // Both layouts, all directions, one thread and several.
  template <class Check>
  void each_way(const Check& check) const {
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout prepared = prepare(g, {.order = order, .where = {}, .control = {}});
      for (const search_directions directions : all_directions) {
        for (const int threads : {1, 3}) {
          // Bottom-up steps through a path take quadratic time in its length.
          if (directions == search_directions::bottom_up && g.num_vertices() > test::too_deep) continue;
          multi_search_options options;
          options.directions = directions;
          options.control.threads = threads;
          check(prepared, options);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }

  const graph g;
  const std::vector<vertex_id> sources;
};
class program_on_small : public program_on {};
class program_on_undirected : public program_on {};

TEST_P(program_on, distances) {
  each_way([&](const layout& prepared, const multi_search_options& options) {
    const auto found = multi_search(prepared, sources, distances{}, options);
    ASSERT_EQ(found.searches.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::vector<hop_count> expected = test::queue_bfs(g, sources[i]);
      for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.searches[i].distance[v], expected[v]) << i << " " << v;
    }
  });
}

TEST_P(program_on, distances_up_to_a_limit) {
  for (const hop_count limit : {0, 1, 3}) {
    multi_search_options options;
    options.depth_limit = limit;
    const auto found = multi_search(g, sources, distances{}, options);
    EXPECT_LE(found.report.depth, limit);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::vector<hop_count> expected = test::queue_bfs(g, sources[i]);
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        ASSERT_EQ(found.searches[i].distance[v], expected[v] <= limit ? expected[v] : unreachable) << i << " " << v;
      }
    }
  }
}

TEST_P(program_on_small, betweenness) {
  const test::all_paths all = test::count_all_paths(g);
  std::vector<double> expected(g.num_vertices());
  for (const vertex_id s : sources) {
    for (vertex_id t = 0; t < g.num_vertices(); ++t) {
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        if (v != s && v != t && s != t) expected[v] += test::share_through(all, s, t, v, v, 0);
      }
    }
  }
  each_way([&](const layout& prepared, const multi_search_options& options) {
    const auto found = multi_search(prepared, sources, betweenness{}, options);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      ASSERT_NEAR(found.totals.centrality[v], expected[v], 1e-12 * std::max(1.0, expected[v])) << v;
    }
  });
}

TEST_P(program_on, k_hop_counts) {
  for (const std::uint64_t enough : {std::uint64_t{1}, std::uint64_t{20}, std::uint64_t{1} << 40}) {
    each_way([&](const layout& prepared, const multi_search_options& options) {
      const auto found = multi_search(prepared, sources, k_hop_counts{enough}, options);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto& counts = found.searches[i];
        const std::vector<hop_count> expected = test::queue_bfs(g, sources[i]);
        for (hop_count h = 0; h <= counts.hops; ++h) {
          const auto within =
              std::count_if(expected.begin(), expected.end(), [&](hop_count d) { return d != unreachable && d <= h; });
          ASSERT_EQ(counts.within[h], static_cast<std::uint64_t>(within)) << i << " " << h;
        }
        if (counts.hops > 0) {
          ASSERT_LT(counts.within[counts.hops - 1], enough) << "searched on though there were enough";
        }
        const hop_count farthest = *std::max_element(expected.begin(), expected.end());
        ASSERT_TRUE(counts.within[counts.hops] >= enough || counts.hops >= std::min(farthest, k_hop_counts::most_hops));
      }
    });
  }
}

TEST_P(program_on, label_reachability) {
  std::vector<std::uint8_t> labels(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) labels[v] = static_cast<std::uint8_t>(random_bits(4, v) % 4);
  const std::uint32_t allowed = 0b1011;
  each_way([&](const layout& prepared, const multi_search_options& options) {
    const array<std::uint8_t> inside = in_layout_order(prepared, std::span<const std::uint8_t>(labels), options);
    const auto found = multi_search(prepared, sources, label_reachability{inside.data(), allowed}, options);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      std::vector<std::uint8_t> expected(g.num_vertices());
      std::vector<vertex_id> queue{sources[i]};
      expected[sources[i]] = 1;
      for (std::size_t next = 0; next < queue.size(); ++next) {
        const adjacency_view& out = g.view().out;
        for (const vertex_id* v = out.begin(queue[next]); v != out.end(queue[next]); ++v) {
          if (!expected[*v] && ((allowed >> labels[*v]) & 1)) expected[*v] = 1, queue.push_back(*v);
        }
      }
      for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.searches[i].reached[v], expected[v]) << i << " " << v;
    }
  });
}

TEST_P(program_on_undirected, components) {
  const std::vector<vertex_id> expected = test::components_by_hand(g);
  std::vector<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  each_way([&](const layout& prepared, const multi_search_options& options) {
    const auto found = multi_search(prepared, all, components{}, options);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.totals.label[v], expected[v]) << v;
    // Searches see what others have found: only few must run to completion.
    if (options.control.threads == 1) {
      const auto distinct = std::count_if(all.begin(), all.end(), [&](vertex_id v) { return expected[v] == v; });
      EXPECT_EQ(found.report.stopped, all.size() - static_cast<std::size_t>(distinct));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, program_on, testing::ValuesIn(with_vertices(no_vertex)), test::specimen_name());
INSTANTIATE_TEST_SUITE_P(zoo, program_on_small, testing::ValuesIn(with_vertices(1200)), test::specimen_name());
INSTANTIATE_TEST_SUITE_P(zoo, program_on_undirected,
                         testing::ValuesIn(test::zoo_where([](const edge_list& e) { return e.num_vertices > 0 && !e.directed; })),
                         test::specimen_name());

}  // namespace
}  // namespace fathom
