// Edges grouped by blocks of targets, and scores computed from them on a CUDA device.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "gpu/runtime.hpp"
#include "graph/layout/cuda/edge_blocks.hpp"
#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const build_options with_all_edges{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};

// A layout whose edges are grouped even if the graph is small.
layout grouped(const graph& g, vertex_order order) {
  const device where = tested_device();
  layout l = prepare(g, {.order = order, .where = where, .control = {}});
  const cuda::current_device here(where.index);
  const cuda::stream s;
  l.blocks = group_edges(l.num_vertices, l.num_edges, l.out, where, s);
  s.wait("grouping edges");
  return l;
}

using edge = std::pair<vertex_id, vertex_id>;

std::vector<edge> edges_of_rows(const layout& l) {
  array<edge_offset> offsets(std::size_t{l.num_vertices} + 1);
  array<vertex_id> targets(l.num_edges);
  copy_to_host(offsets.data(), l.out.offsets, offsets.bytes(), l.where);
  copy_to_host(targets.data(), l.out.targets, targets.bytes(), l.where);
  std::vector<edge> edges;
  for (vertex_id v = 0; v < l.num_vertices; ++v) {
    for (edge_offset e = offsets[v]; e < offsets[v + 1]; ++e) edges.emplace_back(v, targets[e]);
  }
  return edges;
}

// Decodes the edges of all chunks, and checks the lists of chunks.
std::vector<edge> edges_of_blocks(const layout& l) {
  const array<std::uint32_t> packed = to_host(l.blocks->edges), first_chunk = to_host(l.blocks->block_chunks),
                             splits = to_host(l.blocks->splits);
  const array<edge_chunk> chunks = to_host(l.blocks->chunks);
  std::vector<edge> edges;
  EXPECT_EQ(first_chunk[0], 0u);
  EXPECT_EQ(first_chunk[first_chunk.size() - 1], chunks.size() - 1);
  EXPECT_EQ(chunks[chunks.size() - 1].first, l.num_edges);
  EXPECT_EQ(splits[0], 0u);
  EXPECT_EQ(splits[splits.size() - 1], chunks.size() - 1);
  EXPECT_TRUE(std::is_sorted(splits.begin(), splits.end()));
  EXPECT_TRUE(std::is_sorted(first_chunk.begin(), first_chunk.end()));
  for (std::size_t block = 0; block + 1 < first_chunk.size(); ++block) {
    for (std::uint32_t c = first_chunk[block]; c < first_chunk[block + 1]; ++c) {
      const std::uint32_t first = chunks[c].first, last = chunks[c + 1].first;
      EXPECT_LT(first, last);
      EXPECT_LE(last - first, chunk_edges);
      for (std::uint32_t e = first; e < last; ++e) {
        edges.emplace_back(chunks[c].base + (packed[e] >> 16),
                           static_cast<vertex_id>(block * block_targets + (packed[e] & 0xFFFF)));
      }
    }
  }
  return edges;
}

void expect_same_edges(const layout& l) {
  std::vector<edge> rows = edges_of_rows(l), blocks = edges_of_blocks(l);
  std::sort(rows.begin(), rows.end());
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(rows, blocks);
}

// Edges are grouped only where a thread block holds a block of targets.
class blocks : public testing::Test {
 protected:
  void SetUp() override {
    if (!holds_edge_blocks(cuda::capabilities_of(tested_device())))
      GTEST_SKIP() << "the device has too little shared memory for edges grouped by target";
  }
};

class blocks_of_the_zoo : public blocks, public testing::WithParamInterface<specimen> {};

TEST_P(blocks_of_the_zoo, have_all_edges_and_give_the_same_scores) {
  const graph g = build(GetParam().edges(), with_all_edges).g;
  if (g.num_edges() == 0) return;
  const std::vector<double> expected = ranks_by_hand(g);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = grouped(g, order);
    expect_same_edges(l);
    const pagerank_result rough = pagerank(g, l, {.tolerance = 1e-4, .where = tested_device()});
    EXPECT_TRUE(rough.report.converged);
    EXPECT_NE(rough.report.engine.find("grouped by target"), std::string::npos) << rough.report.engine;
    expect_ranks(rough, expected, 1e-4 * 0.85 / 0.15 + 4e-7);
    const pagerank_result fine = pagerank(g, l, {.tolerance = 1e-12, .max_iterations = 1000, .where = tested_device()});
    EXPECT_TRUE(fine.report.converged);
    EXPECT_GT(fine.report.single_iterations, 0);
    EXPECT_LT(fine.report.single_iterations, fine.report.iterations);
    expect_ranks(fine, expected, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, blocks_of_the_zoo, testing::ValuesIn(zoo()), specimen_name());

// Sources so far apart that chunks are divided, and vertices of several blocks.
TEST_F(blocks, hold_distant_sources) {
  edge_pairs pairs;
  for (vertex_id i = 0; i < 3000; ++i) pairs.emplace_back(i * 700 + 1, i % 7), pairs.emplace_back(i, (i * 977) % 2'100'000);
  const graph g = build(edges_of(2'100'000, pairs, true), with_all_edges).g;
  const layout l = grouped(g, vertex_order::caller);
  expect_same_edges(l);
  EXPECT_GT(l.blocks->chunks.size(), 2u * 3000 / chunk_edges);
  const pagerank_result found = pagerank(g, l, {.tolerance = 0, .max_iterations = 5, .where = tested_device()});
  expect_ranks(found, ranks_by_hand(g, {.iterations = 5}), 4e-7);
}

// A contribution of a third of all scores, which exceeds 32 bits.
TEST_F(blocks, hold_huge_contributions) {
  edge_pairs pairs{{0, 1}, {1, 0}};
  for (vertex_id leaf = 2; leaf < 5000; ++leaf) pairs.emplace_back(leaf, 0);
  const graph g = build(edges_of(5000, pairs, true), with_all_edges).g;
  const pagerank_result found = pagerank(g, grouped(g, vertex_order::caller), {.tolerance = 1e-6, .where = tested_device()});
  EXPECT_TRUE(found.report.converged);
  expect_ranks(found, ranks_by_hand(g), 1e-6 * 0.85 / 0.15 + 4e-7);
}

// Equal contributions have equal rounding errors, which must not add up: a clique in a much larger sparse graph.
TEST_F(blocks, keep_scores_of_a_clique_precise) {
  edge_pairs pairs;
  for (vertex_id u = 0; u < 1500; ++u) {
    for (vertex_id v = 0; v < u; ++v) pairs.emplace_back(u, v);
  }
  for (vertex_id v = 1500; v + 1 < 900'000; v += 2) pairs.emplace_back(v, v + 1);
  const graph g = build(edges_of(900'000, pairs, false), with_all_edges).g;
  const pagerank_result found =
      pagerank(g, grouped(g, vertex_order::degree), {.tolerance = 0, .max_iterations = 6, .where = tested_device()});
  const std::vector<double> expected = ranks_by_hand(g, {.iterations = 6});
  for (vertex_id v = 0; v < 1500; ++v) EXPECT_NEAR(found.scores[v] / expected[v], 1, 4e-7);
}

TEST_F(blocks, are_read_in_large_graphs_and_give_the_same_scores_in_all_runs) {
  const graph g = build(kron(18)).g;
  const layout l = prepare(g, {.where = tested_device(), .control = {}, .searches = search_kind::pagerank});
  ASSERT_TRUE(l.blocks);
  expect_same_edges(l);
  const pagerank_options options{.tolerance = 0, .max_iterations = 8, .where = tested_device()};
  const pagerank_result one = pagerank(g, l, options), two = pagerank(g, l, options);
  EXPECT_EQ(std::memcmp(one.scores.data(), two.scores.data(), one.scores.bytes()), 0);
  EXPECT_EQ(one.report.change, two.report.change);
  expect_ranks(one, ranks_by_hand(g, {.iterations = 8}), 4e-7);
}

TEST_F(blocks, are_not_made_where_rows_read_neighboring_values) {
  const auto blocks_of = [](edge_list edges) {
    const graph g = build(std::move(edges)).g;
    return prepare(g, {.order = vertex_order::caller, .where = tested_device(), .control = {}, .searches = search_kind::pagerank})
        .blocks;
  };
  EXPECT_FALSE(blocks_of(grid(1100, 1000)));
  EXPECT_TRUE(blocks_of(uniform(17, 20)));
}

TEST_F(blocks, are_not_read_where_scores_may_be_tiny) {
  const graph g = build(kron(12)).g;
  const layout l = grouped(g, vertex_order::degree);
  std::vector<double> p(g.num_vertices(), 0.0);
  p[5] = 1;
  pagerank_options options{.where = tested_device()};
  options.personalization = p;
  EXPECT_EQ(pagerank(g, l, options).report.engine.find("grouped by target"), std::string::npos);
  options = {.damping = 0.999, .where = tested_device()};
  EXPECT_EQ(pagerank(g, l, options).report.engine.find("grouped by target"), std::string::npos);
}

}  // namespace
}  // namespace fathom::test
