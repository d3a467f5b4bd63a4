// The example programs against oracles, on every shape of the zoo and in every way to run them.
#include <gtest/gtest.h>

#include <cmath>

#include "../../../examples/supersteps/components.hpp"
#include "../../../examples/supersteps/heat_diffusion.hpp"
#include "../../../examples/supersteps/k_core.hpp"
#include "../../../examples/supersteps/label_propagation.hpp"
#include "../../../examples/supersteps/pagerank.hpp"
#include "../../../examples/supersteps/shortest_paths.hpp"
#include "reference/float_dijkstra.hpp"
#include "reference/power_iteration.hpp"
#include "reference/union_find.hpp"
#include "ways.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const build_options everything{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};

class programs_in_the_zoo : public testing::TestWithParam<specimen> {
 protected:
  // A long path takes a superstep per vertex, which is too slow for testing all ways.
  [[nodiscard]] static bool is_deep() { return GetParam().name == "long_path"; }
  [[nodiscard]] static graph weighted() { return build(with_weights(GetParam().edges()), everything).g; }
  [[nodiscard]] static graph undirected() {
    build_options how = everything;
    how.symmetrize = true;
    return build(GetParam().edges(), how).g;
  }
  template <class Check>
  static void each_way(Check&& check) {
    for (const named_way& way : every_way()) {
      SCOPED_TRACE(way.name);
      const bool along_lists = way.options.way != superstep_way::pull && way.options.messages != message_form::buffered;
      if (!is_deep() || along_lists) check(way.options);
    }
  }
};

TEST_P(programs_in_the_zoo, shortest_paths) {
  const graph g = weighted();
  if (g.num_vertices() == 0) return;
  const vertex_id source = g.num_vertices() / 2;
  const std::vector<float> expected = float_dijkstra(g, source);
  each_way([&](const edge_vertex_options& options) {
    const auto found = edge_vertex(g, shortest_paths{source}, options);
    EXPECT_EQ(found.report.end, edge_vertex_end::no_active_vertex);
    ASSERT_EQ(std::vector<float>(found.values.begin(), found.values.end()), expected);
  });
}

TEST_P(programs_in_the_zoo, components) {
  const graph g = undirected();
  std::vector<vertex_id> expected = components_by_hand(g);
  // On a long path every vertex changes in every superstep: a hundred supersteps are enough.
  const std::uint64_t most = is_deep() ? 100 : 10'000;
  for (vertex_id v = 0; is_deep() && v < g.num_vertices(); ++v) expected[v] = v > most ? v - static_cast<vertex_id>(most) : 0;
  each_way([&](edge_vertex_options options) {
    options.max_supersteps = most;
    const auto found = edge_vertex(g, components_program{}, options);
    EXPECT_EQ(found.report.end, is_deep() ? edge_vertex_end::max_supersteps : edge_vertex_end::no_active_vertex);
    ASSERT_EQ(std::vector<vertex_id>(found.values.begin(), found.values.end()), expected);
  });
}

std::vector<bool> core_by_hand(const graph& g, edge_offset k) {
  const vertex_id n = g.num_vertices();
  std::vector<edge_offset> edges(n);
  std::vector<bool> stays(n, true);
  for (vertex_id v = 0; v < n; ++v) edges[v] = g.view().out.degree(v);
  for (bool changes = true; changes;) {
    changes = false;
    for (vertex_id v = 0; v < n; ++v) {
      if (!stays[v] || edges[v] >= k) continue;
      stays[v] = false, changes = true;
      for (const vertex_id* u = g.view().out.begin(v); u != g.view().out.end(v); ++u) --edges[*u];
    }
  }
  return stays;
}

TEST_P(programs_in_the_zoo, cores) {
  const graph g = undirected();
  for (const edge_offset k : {2, 3, 8}) {
    if (is_deep() && k == 2) continue;  // the oracle is quadratic
    const std::vector<bool> expected = core_by_hand(g, k);
    each_way([&](const edge_vertex_options& options) {
      const auto found = edge_vertex(g, k_core{k}, options);
      EXPECT_EQ(found.report.end, edge_vertex_end::no_active_vertex);
      for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.values[v].stays, expected[v]) << v;
    });
  }
}

TEST_P(programs_in_the_zoo, pagerank) {
  const graph g = build(GetParam().edges(), everything).g;
  const vertex_id n = g.num_vertices();
  std::vector<double> jumps(n);
  for (vertex_id v = 0; v < n; ++v) jumps[v] = v % 5 == 0;
  std::vector<double> shares(n);
  const std::vector<long double> p = proportions(jumps, n);
  for (vertex_id v = 0; v < n; ++v) shares[v] = static_cast<double>(p[v]);
  const std::vector<double> uniform = ranks_by_hand(g, {.weighted = false, .iterations = 12}),
                            expected = n > 0 ? ranks_by_hand(g, {.personalization = jumps, .weighted = false, .iterations = 12})
                                             : std::vector<double>{};
  each_way([&](edge_vertex_options options) {
    options.max_supersteps = 12;
    const auto alike = edge_vertex(g, pagerank_program<double>{.tolerance = 0}, options);
    EXPECT_LE(distance_of(alike.values.data(), uniform), 1e-12);
    const auto single = edge_vertex(g, pagerank_program<float>{.tolerance = 0}, options);
    EXPECT_LE(distance_of(single.values.data(), uniform), 4e-7);
    const auto mine = edge_vertex(g, pagerank_program<double>{.tolerance = 0, .jumps = shares.data()}, options);
    EXPECT_LE(distance_of(mine.values.data(), expected), 1e-12);
    EXPECT_EQ(mine.report.end, n > 0 ? edge_vertex_end::max_supersteps : edge_vertex_end::no_active_vertex);
  });
}

TEST_P(programs_in_the_zoo, label_propagation) {
  const graph g = weighted();
  const vertex_id n = g.num_vertices();
  std::vector<std::int8_t> labels(n, -1);
  for (vertex_id v = 0; v < n; ++v) {
    if (random_bits(5, v) % 16 == 0) labels[v] = static_cast<std::int8_t>(random_bits(6, v) % 4);
  }
  constexpr int steps = 6;
  std::vector<label_propagation::beliefs> now(n);
  for (vertex_id v = 0; v < n; ++v) {
    if (labels[v] >= 0) now[v].in[labels[v]] = 1;
  }
  for (int step = 0; step < steps; ++step) {
    std::vector<label_propagation::beliefs> sum(n), next = now;
    for (vertex_id u = 0; u < n; ++u) {
      for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
        for (int i = 0; i < 4; ++i) sum[g.view().out.targets[e]].in[i] += g.view().out.weights[e] * now[u].in[i];
      }
    }
    for (vertex_id v = 0; v < n; ++v) {
      const float all = sum[v].in[0] + sum[v].in[1] + sum[v].in[2] + sum[v].in[3];
      for (int i = 0; labels[v] < 0 && all > 0 && i < 4; ++i) next[v].in[i] = sum[v].in[i] / all;
    }
    now = next;
  }
  each_way([&](edge_vertex_options options) {
    options.max_supersteps = steps;
    const auto found = edge_vertex(g, label_propagation{.label = labels.data(), .precise = 0}, options);
    if (found.report.end == edge_vertex_end::no_active_vertex && found.report.supersteps < steps)
      return;  // nothing changes any more
    for (vertex_id v = 0; v < n; ++v) {
      for (int i = 0; i < 4; ++i) ASSERT_NEAR(found.values[v].in[i], now[v].in[i], 1e-5) << v;
    }
  });
}

TEST_P(programs_in_the_zoo, heat_diffusion) {
  const graph g = weighted();
  const vertex_id n = g.num_vertices();
  std::vector<double> start(n);
  for (vertex_id v = 0; v < n; ++v) start[v] = static_cast<double>(random_bits(8, v) % 100);
  const double step = 0.03 / (1.0 + static_cast<double>(g.properties().max_in_degree));
  std::vector<double> now = start;
  for (int i = 0; i < 8; ++i) {
    std::vector<double> next = now;
    for (vertex_id u = 0; u < n; ++u) {
      for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
        const vertex_id v = g.view().out.targets[e];
        next[v] += step * static_cast<double>(g.view().out.weights[e]) * (now[u] - now[v]);
      }
    }
    now = next;
  }
  each_way([&](edge_vertex_options options) {
    options.max_supersteps = 8;
    const auto found = edge_vertex(g, heat_diffusion{start.data(), step}, options);
    for (vertex_id v = 0; v < n; ++v) ASSERT_NEAR(found.values[v], now[v], 1e-9) << v;
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, programs_in_the_zoo, testing::ValuesIn(zoo()), specimen_name());

TEST(programs, that_converge_say_so) {
  const graph g = build(kron(10)).g;
  const auto found = edge_vertex(g, pagerank_program<double>{.tolerance = 1e-10});
  EXPECT_EQ(found.report.end, edge_vertex_end::no_active_vertex);
  EXPECT_EQ(found.report.still_active, 0u);
  EXPECT_LE(distance_of(found.values.data(), ranks_by_hand(g)), 1e-9);
  const auto stopped = edge_vertex(g, pagerank_program<double>{.tolerance = 1e-10}, {.max_supersteps = 5});
  EXPECT_EQ(stopped.report.end, edge_vertex_end::max_supersteps);
  EXPECT_EQ(stopped.report.supersteps, 5u);
  EXPECT_EQ(stopped.report.still_active, g.num_vertices());
  EXPECT_GT(stopped.aggregated.change, 1e-10);
}

// Huge weights overflow to infinity, which is a distance like any other; zero weights and ties are in the zoo.
TEST(programs, shortest_paths_beyond_all_numbers) {
  edge_list edges = as_directed(path(4));
  edges.weights = array<edge_weight>(3);
  std::fill(edges.weights.begin(), edges.weights.end(), 3e38f);
  const graph g = build(std::move(edges)).g;
  for (const named_way& way : every_way()) {
    const auto found = edge_vertex(g, shortest_paths{0}, way.options);
    EXPECT_EQ(found.values[1], 3e38f);
    EXPECT_TRUE(std::isinf(found.values[2]));
  }
}

}  // namespace
}  // namespace fathom::test
