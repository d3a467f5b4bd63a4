// Edge slices and the matrix blocks built from them: together the same graph on any grid of any number of processes.
#include <gtest/gtest.h>

#include <algorithm>

#include "comm/exchange.hpp"
#include "fathom/generate.hpp"
#include "graph_of_parts.hpp"
#include "hubs_first.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::ranks;

using edge = std::pair<global_vertex, global_vertex>;

// The directed edges of a graph in ascending order.
std::vector<edge> edges_of(const graph& g) {
  std::vector<edge> edges;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) edges.emplace_back(u, *v);
  }
  return edges;
}

// The edges of all blocks in the caller's ids, ascending: from the rows of `out`, or those of `in`.
std::vector<edge> edges_of(const partitioned_graph& g, bool inwards) {
  const std::vector<global_vertex> rows = test::row_vertices(g);
  const block_rows& block = inwards ? g.in : g.out;
  std::vector<edge> mine;
  for (local_vertex id = 0; id + 1 < block.offsets.size(); ++id) {
    for (edge_offset e = block.offsets[id]; e < block.offsets[id + 1]; ++e) {
      const local_vertex source = inwards ? block.ends[e] : id, target = inwards ? id : block.ends[e];
      mine.emplace_back(g.column_vertex(source), rows[target]);
    }
  }
  std::vector<edge> all = test::gathered(std::span<const edge>(mine));
  std::sort(all.begin(), all.end());
  return all;
}

TEST(kron_slice, is_part_of_kron) {
  const edge_list whole = kron(9, 7);
  const edge_slice share = kron_slice(9, 7, generate_options{}.seed, true, ranks().rank(), ranks().size(), test::rank_control());
  EXPECT_EQ(share.num_edges, whole.size());
  ASSERT_EQ(share.weights.size(), share.size());
  std::size_t wrong = 0;
  for (std::uint64_t i = 0; i < share.size(); ++i) {
    wrong += share.edges[i].source() != whole.sources[share.first_edge + i];
    wrong += share.edges[i].target() != whole.targets[share.first_edge + i];
    wrong += !(share.weights[i] >= 0 && share.weights[i] < 1);
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(test::gathered(std::span<const packed_edge>(share.edges.view())).size(), whole.size());
}

TEST(kron_slice, weights_are_the_same_for_any_number_of_ranks) {
  const edge_slice one = kron_slice(6, 4, 5, true, 0, 1, test::rank_control());
  const edge_slice mine = kron_slice(6, 4, 5, true, ranks().rank(), ranks().size(), test::rank_control());
  const std::vector<edge_weight> all = test::gathered(std::span<const edge_weight>(mine.weights.view()));
  EXPECT_TRUE(std::equal(all.begin(), all.end(), one.weights.begin(), one.weights.end()));
}

// Ids beyond 32 bits: the first edges of scale 40 are in range, and not all below 2^32.
TEST(kron_slice, has_ids_of_more_than_32_bits) {
  const edge_slice few = kron_slice(40, 1, 1, false, 0, 1 << 30, test::rank_control());
  ASSERT_EQ(few.size(), 1024u);
  EXPECT_EQ(few.num_vertices, std::uint64_t{1} << 40);
  std::uint64_t largest = 0;
  for (const packed_edge& e : few.edges) largest = std::max({largest, e.source(), e.target()});
  EXPECT_LT(largest, few.num_vertices);
  EXPECT_GT(largest, std::uint64_t{1} << 38);
}

class partitions : public testing::TestWithParam<test::specimen> {};

TEST_P(partitions, have_every_edge_once) {
  const edge_slice share = test::own_share(test::edges_for_ranks(GetParam()));
  const std::vector<edge> expected = edges_of(build(test::edges_for_ranks(GetParam())).g);
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees()) {
      const partitioned_graph g = test::partitioned(share, grid, degree);
      SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << g.delegates.size() << " delegates");
      EXPECT_EQ(g.num_edges, expected.size());
      EXPECT_EQ(edges_of(g, false), expected);
      EXPECT_EQ(edges_of(g, true), expected);
      EXPECT_TRUE(std::is_sorted(g.out_degrees.begin() + g.delegates.ids(), g.out_degrees.end(), std::greater<>()));
    }
  }
}

TEST(delegates, are_found_again) {
  const delegate_table none, table({70, 3, std::uint64_t{1} << 40, 0});
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(none.has(0));
  EXPECT_EQ(none.ids(), 0u);
  EXPECT_EQ(table.ids(), 64u);
  for (std::uint32_t i = 0; i < table.size(); ++i) EXPECT_EQ(table.find(table.vertex(i)), i);
  for (global_vertex v = 4; v < 70; ++v) EXPECT_FALSE(table.has(v));
}

// Delegates are the vertices with more neighbors in the edge list than requested; in a directed graph on one grid column, with more
// in-edges.
TEST(delegates, have_more_edges_than_the_threshold) {
  for (const bool directed : {false, true}) {
    const edge_list list = test::hubs_first(3000, 7, 3, directed);
    std::vector<std::uint64_t> degrees(list.num_vertices);
    for (std::uint64_t i = 0; i < list.size(); ++i) {
      if (list.sources[i] == list.targets[i]) continue;
      ++degrees[list.targets[i]];
      if (!directed) ++degrees[list.sources[i]];
    }
    for (const std::uint64_t least : {2, 3, 1200, 1250, 1300, 9000}) {
      const partitioned_graph g = test::partitioned(test::own_share(list), {ranks().size(), 1}, least);
      std::vector<global_vertex> expected;
      for (global_vertex v = 0; v < degrees.size(); ++v) {
        if (degrees[v] > least) expected.push_back(v);
      }
      std::stable_sort(expected.begin(), expected.end(), [&](global_vertex a, global_vertex b) { return degrees[a] > degrees[b]; });
      EXPECT_EQ(g.delegates.vertices(), expected) << least << ", directed " << directed;
    }
  }
}

// Without delegates the hub's owner has half of all edges, or on one grid row all of them.
TEST(delegates, share_a_hubs_edges) {
  constexpr std::uint64_t leaves = 200'000;
  const edge_slice share = test::own_share(star(leaves + 1));
  for (const auto& grid : test::all_grids()) {
    const partitioned_graph g = test::partitioned(share, grid, heavy_delegates);
    ASSERT_EQ(g.delegates.size(), ranks().size() > 1 ? 1u : 0u);
    if (ranks().size() == 1) continue;
    EXPECT_EQ(g.delegates.vertex(0), 0u);
    const std::uint64_t edges = g.in.ends.size(), vertices = g.owned_vertices(), parts = static_cast<std::uint64_t>(ranks().size());
    const std::uint64_t mine[] = {edges, vertices};
    for (const std::uint64_t one : test::gathered(std::span<const std::uint64_t>(mine).first(1))) {
      EXPECT_NEAR(static_cast<double>(one), 2.0 * leaves / static_cast<double>(parts), 0.03 * leaves);
    }
    EXPECT_EQ(sum_of(ranks(), vertices), leaves + 1);
  }
  EXPECT_TRUE(test::partitioned(test::own_share(star(1000)), test::all_grids().front(), heavy_delegates).delegates.empty());
}

INSTANTIATE_TEST_SUITE_P(zoo, partitions, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(partition, keeps_the_smallest_weight_of_parallel_edges) {
  edge_list list = test::edges_of(3, {{0, 1}, {1, 0}, {0, 1}, {2, 2}, {1, 2}}, false);
  list.weights = array<edge_weight>(5);
  const float weights[] = {3, 1, 2, 0, 5};
  std::copy(std::begin(weights), std::end(weights), list.weights.begin());
  for (const auto& grid : test::all_grids()) {
    const partitioned_graph g = test::partitioned(test::own_share(list), grid);
    const std::vector<edge_weight> all = test::gathered(std::span<const edge_weight>(g.out.weights.view()));
    EXPECT_EQ(g.num_edges, 4u);
    EXPECT_EQ(std::count(all.begin(), all.end(), 1.0f), 2);
    EXPECT_EQ(std::count(all.begin(), all.end(), 5.0f), 2);
  }
}

TEST(grids, must_fit_the_ranks) {
  EXPECT_THROW(static_cast<void>(make_grid(ranks(), ranks().size() + 1, 1)), error);
  EXPECT_THROW(static_cast<void>(make_grid(ranks(), 0, ranks().size())), error);
  const process_grid whole = make_grid(ranks(), 0, 0);
  EXPECT_EQ(whole.rows * whole.columns, ranks().size());
  EXPECT_EQ(whole.along_row->size(), whole.columns);
  EXPECT_EQ(whole.along_column->rank(), whole.row);
}

}  // namespace
}  // namespace fathom
