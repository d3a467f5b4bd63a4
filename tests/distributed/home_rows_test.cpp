// Adjacency rows of a block's vertices from an edge slice, on one process, against ordered maps.
#include "graph/partition/owned_rows.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {
namespace {

struct few_edges {
  std::uint64_t sources, targets, count;
  bool directed, weights;
};

edge_slice make_share(const few_edges& f, std::uint64_t vertices) {
  edge_slice share{vertices, f.count, 0, f.directed, array<packed_edge>(f.count), {}};
  if (f.weights) share.weights = array<edge_weight>(f.count);
  for (std::uint64_t i = 0; i < f.count; ++i) {
    // Every third edge is a duplicate with another weight.
    const std::uint64_t drawn = i % 3 == 2 ? i - 1 : i;
    // Targets are spread over the whole range, mostly far above 2^32 if there are that many vertices.
    share.edges[i] = packed_edge(random_bits(1, drawn) % f.sources, vertices - 1 - random_bits(2, drawn) % f.targets);
    if (f.weights) share.weights[i] = static_cast<edge_weight>(random_bits(3, i) % 1000);
  }
  return share;
}

// The smallest weight of each edge.
std::map<std::pair<std::uint64_t, std::uint64_t>, edge_weight> lightest(const edge_slice& share) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, edge_weight> edges;
  const auto add = [&](std::uint64_t u, std::uint64_t v, edge_weight weight) {
    const auto [at, is_new] = edges.try_emplace({u, v}, weight);
    if (!is_new) at->second = std::min(at->second, weight);
  };
  for (std::uint64_t i = 0; i < share.size(); ++i) {
    const std::uint64_t u = share.edges[i].source(), v = share.edges[i].target();
    const edge_weight weight = share.weights.empty() ? 0 : share.weights[i];
    if (u == v) continue;
    add(u, v, weight);
    if (!share.directed) add(v, u, weight);
  }
  return edges;
}

void expect_rows(const few_edges& f, const vertex_blocks& blocks, int threads) {
  const edge_slice share = make_share(f, blocks.num_vertices());
  const std::unique_ptr<communicator> one = single_process_communicator();
  std::uint64_t bytes_sent = 0;
  const owned_rows rows = gather_rows(*one, blocks, share, false, threads, bytes_sent);
  ASSERT_EQ(rows.size(), blocks.block(0).last);
  EXPECT_EQ(bytes_sent, 0u);
  const auto expected = lightest(share);
  EXPECT_EQ(rows.num_targets, expected.size());
  EXPECT_EQ(rows.weights.empty(), !f.weights);
  auto next = expected.begin();
  std::uint64_t visited = 0;
  rows.for_each_target(0, rows.room(), [&](std::uint64_t row, std::uint64_t e) {
    ASSERT_NE(next, expected.end());
    ASSERT_EQ(std::pair(row, rows.end(e)), next->first) << "end " << e;
    if (f.weights) {
      ASSERT_EQ(rows.weights[e], next->second) << "end " << e;
    }
    ++next, ++visited;
  });
  EXPECT_EQ(visited, expected.size());
  EXPECT_EQ(rows.first_rows.front(), 0u);
  EXPECT_EQ(rows.first_rows.back(), rows.size());
  for (std::size_t i = 0; i < rows.num_ranges(); ++i) EXPECT_LE(rows.range(i).last - rows.range(i).first, 1u << 16);
}

TEST(owned_rows, have_each_end_once_in_order) {
  const vertex_blocks blocks(1000, 1);
  for (const bool directed : {false, true}) {
    for (const bool weights : {false, true}) expect_rows({1000, 1000, 100'000, directed, weights}, blocks, 3);
  }
}

TEST(owned_rows, may_be_many_and_mostly_empty) {
  expect_rows({300'000, 300'000, 50'000, false, true}, vertex_blocks(300'000, 1), 2);
  expect_rows({5'000'000, 10, 1000, true, false}, vertex_blocks(5'000'000, 1), 2);
}

TEST(owned_rows, may_have_one_row_with_all_edges) {
  expect_rows({1, 500'000, 100'000, false, false}, vertex_blocks(500'000, 1), 2);
}

TEST(owned_rows, lead_to_vertices_beyond_32_bits) {
  const std::uint64_t vertices = std::uint64_t{1} << 47;
  const vertex_blocks blocks({0, 70'000, vertices});  // another process owns the rest
  for (const bool weights : {false, true}) expect_rows({70'000, vertices - 70'000, 100'000, true, weights}, blocks, 2);
  // Vertices that agree in their low 32 bits are different.
  edge_slice share{vertices, 2, 0, true, array<packed_edge>(2), {}};
  share.edges[0] = packed_edge(5, (std::uint64_t{7} << 32) + 9);
  share.edges[1] = packed_edge(5, (std::uint64_t{6} << 32) + 9);
  std::uint64_t bytes_sent = 0;
  const owned_rows rows = gather_rows(*single_process_communicator(), blocks, share, false, 1, bytes_sent);
  ASSERT_EQ(rows.lengths[5], 2u);
  EXPECT_EQ(rows.end(rows.offsets[5]), (std::uint64_t{6} << 32) + 9);
  EXPECT_EQ(rows.end(rows.offsets[5] + 1), (std::uint64_t{7} << 32) + 9);
}

TEST(owned_rows, of_nothing_are_empty) {
  expect_rows({1, 1, 0, false, false}, vertex_blocks(0, 1), 1);
  expect_rows({1, 1, 0, true, false}, vertex_blocks(10, 1), 2);
}

TEST(owned_rows, visit_parts_of_all_ends_without_a_gap) {
  const edge_slice share = make_share({100, 100, 5000, true, false}, 100);
  std::uint64_t bytes_sent = 0;
  const owned_rows rows = gather_rows(*single_process_communicator(), vertex_blocks(100, 1), share, false, 2, bytes_sent);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> at_once, in_parts;
  const auto into = [](auto& list) { return [&list](std::uint64_t row, std::uint64_t e) { list.emplace_back(row, e); }; };
  rows.for_each_target(0, rows.room(), into(at_once));
  for (std::uint64_t first = 0; first < rows.room(); first += 7) {
    rows.for_each_target(first, std::min(first + 7, rows.room()), into(in_parts));
  }
  EXPECT_EQ(at_once, in_parts);
  EXPECT_EQ(at_once.size(), rows.num_targets);
}

}  // namespace
}  // namespace fathom
