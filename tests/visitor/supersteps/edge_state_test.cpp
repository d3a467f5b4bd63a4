// Values of edges that programs change, against serial loops, on every shape of the zoo and in every way to run them.
#include <gtest/gtest.h>

#include <numeric>

#include "edge_state.hpp"
#include "looking.hpp"
#include "ways.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class edge_state_in_the_zoo : public testing::TestWithParam<specimen> {
 protected:
  [[nodiscard]] static graph weighted() {
    return build(with_weights(GetParam().edges()),
                 {.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}})
        .g;
  }
};

TEST_P(edge_state_in_the_zoo, transport_loses_nothing) {
  const graph g = weighted();
  constexpr int steps = 9;
  std::vector<std::uint64_t> stock(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) stock[v] = random_bits(11, v) % 100;
  const transported expected = transport_by_hand(g, stock, steps);
  for (named_way way : every_way()) {
    SCOPED_TRACE(way.name);
    way.options.max_supersteps = steps;
    const auto found = edge_vertex(g, transport{stock.data()}, way.options);
    ASSERT_EQ(std::vector<std::uint64_t>(found.edge_values.begin(), found.edge_values.end()), expected.waiting);
    std::uint64_t units = std::accumulate(found.edge_values.begin(), found.edge_values.end(), std::uint64_t{0});
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      ASSERT_EQ(found.values[v].stock, expected.stock[v]) << v;
      units += found.values[v].stock;
    }
    EXPECT_EQ(units, std::accumulate(stock.begin(), stock.end(), std::uint64_t{0}));
  }
}

TEST_P(edge_state_in_the_zoo, tolls_change_where_vertices_improve) {
  const graph g = weighted();
  if (g.num_vertices() == 0) return;
  const vertex_id source = g.num_vertices() / 2;
  const std::uint64_t most = GetParam().name == "long_path" ? 200 : 10'000;
  const travelled expected = tolls_by_hand(g, source, most);
  for (named_way way : every_way()) {
    SCOPED_TRACE(way.name);
    way.options.max_supersteps = most;
    const auto found = edge_vertex(g, tolls{source}, way.options);
    EXPECT_EQ(found.report.supersteps, expected.supersteps);
    ASSERT_EQ(std::vector<std::uint64_t>(found.values.begin(), found.values.end()), expected.arrivals);
    ASSERT_EQ(std::vector<std::uint64_t>(found.edge_values.begin(), found.edge_values.end()), expected.tolls);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, edge_state_in_the_zoo, testing::ValuesIn(zoo()), specimen_name());

// Enough edges that pushing is divided into chunks and ranges, and that pulling alternates with it.
TEST(edge_state, is_the_same_on_any_number_of_threads) {
  const graph g = build(with_weights(as_directed(kron(13)))).g;
  const vertex_id hub = g.properties().max_out_degree_vertex;
  const travelled expected = tolls_by_hand(g, hub, 1000);
  for (const superstep_way way : {superstep_way::automatic, superstep_way::push, superstep_way::pull}) {
    for (const int threads : {1, 4}) {
      edge_vertex_options options;
      options.way = way, options.max_supersteps = 1000, options.control.threads = threads;
      const auto found = edge_vertex(g, tolls{hub}, options);
      EXPECT_EQ(std::vector<std::uint64_t>(found.values.begin(), found.values.end()), expected.arrivals);
      EXPECT_EQ(std::vector<std::uint64_t>(found.edge_values.begin(), found.edge_values.end()), expected.tolls);
    }
  }
}

// An engine may get rows in any order (adopted arrays): pairs of positions are found without sorted rows.
TEST(edge_state, pairs_in_edges_with_out_edges_in_unsorted_rows) {
  //            0: 2, 1, 2   1: 0, 1   2: 1, 0, 0
  const edge_offset out_offsets[] = {0, 3, 5, 8}, in_offsets[] = {0, 3, 6, 8};
  const vertex_id targets[] = {2, 1, 2, 0, 1, 1, 0, 0}, sources[] = {2, 1, 2, 1, 2, 0, 0, 0};
  edge_vertex_graph g;
  g.num_vertices = 3, g.num_edges = 8;
  g.out = {out_offsets, targets, nullptr}, g.in = {in_offsets, sources, nullptr};
  const array<edge_offset> positions = edge_vertex_engine::make_out_positions(g, {});
  const vertex_id source_of[] = {0, 0, 0, 1, 1, 2, 2, 2};
  std::vector<bool> used(8);
  for (vertex_id v = 0; v < 3; ++v) {
    for (edge_offset e = in_offsets[v]; e < in_offsets[v + 1]; ++e) {
      const edge_offset at = positions[e];
      EXPECT_EQ(targets[at], v);
      EXPECT_EQ(source_of[at], sources[e]);
      EXPECT_FALSE(used[at]);
      used[at] = true;
    }
  }
}

// Programs without update_edge() have the memory of constant values, and no result for edges.
TEST(edge_state, costs_nothing_where_it_does_not_change) {
  const graph g = build(with_weights(kron(9))).g;
  const auto constant = edge_vertex(g, edge_values{});
  EXPECT_TRUE(constant.edge_values.empty());
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  // Values of vertices and edges, combined messages, four bitmaps, and messages in bins.
  EXPECT_EQ(constant.report.planned_bytes, n * 16 + m * 16 + n / 8 * 4 + 2 * (m / 4) * 16);
  const auto changing = edge_vertex(g, tolls{0}, {.way = superstep_way::pull});
  EXPECT_GE(changing.report.planned_bytes, n * 16 + m * 28);
  EXPECT_EQ(changing.edge_values.size(), m);
}

}  // namespace
}  // namespace fathom::test
