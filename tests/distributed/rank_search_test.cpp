// Distributed BFS on every grid with every kind of conflict resolution: distances equal those of a queue, predecessors are a tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "bfs/distributed/make_searcher.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "comm/exchange.hpp"
#include "comm/mpi_transfers.hpp"
#include "gpu/backend.hpp"
#include "graph/partition/column_index.hpp"
#include "hubs_first.hpp"
#include "partitioned.hpp"
#include "reference/check_tree.hpp"
#include "reference/queue_bfs.hpp"
#include "searched.hpp"
#include "shared_devices.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::found;
using test::ranks;

// Transports that work here: processes that share a device exchange through the host or write to its memory. More than three
// kernels that wait for each other, as with one grid column, would take turns on a shared device for too long.
std::vector<rank_transport> transports(const partitioned_graph& g) {
  if (test::tested_device().kind == device_kind::cpu) return {rank_transport::automatic};
  const bool share = test::ranks_share_devices();
  std::vector<rank_transport> all{rank_transport::host};
  const bool one_kernel_can = g.delegates.empty() && test::kernels_can_wait() && (!share || ranks().size() <= 3);
  if (g.grid.columns > 1 || one_kernel_can) all.push_back(rank_transport::peer);
  if (!share && ranks().size() > 1) all.push_back(rank_transport::nccl);
  if (why_no_cuda_mpi(ranks()).empty()) all.push_back(rank_transport::mpi);
  return all;
}

found search(const partitioned_graph& g, const ranks_engine::search_request& request, rank_transport transport) {
  const device where = ranks_engine::device_of_rank(ranks(), test::tested_device());
  return test::search(g, request, *ranks_engine::make_searcher(g, where, transport, test::rank_control().threads));
}

bfs_strategy strategy_of(bool only_down) { return only_down ? bfs_strategy::top_down : bfs_strategy::direction_optimizing; }

// With every available transport.
template <class Check>
void for_each_search(const partitioned_graph& g, const ranks_engine::search_request& request, const Check& check) {
  for (const rank_transport transport : transports(g)) {
    SCOPED_TRACE(testing::Message() << "transport " << to_string(transport));
    check(search(g, request, transport));
    if (testing::Test::HasFatalFailure()) return;
  }
}

class rank_searches : public testing::TestWithParam<test::specimen> {};

// On every grid, with delegates if there are vertices of more than `delegate_degree` edges.
void find_what_a_queue_finds(const test::specimen& specimen, std::uint64_t delegate_degree, std::span<const double> alphas) {
  const edge_slice share = test::own_share(test::edges_for_ranks(specimen));
  const graph g = build(test::edges_for_ranks(specimen)).g;
  if (g.num_vertices() == 0) return static_cast<void>(test::partitioned(share, test::all_grids().front(), delegate_degree));
  for (const auto& grid : test::all_grids()) {
    const partitioned_graph whole = test::partitioned(share, grid, delegate_degree);
    if (whole.delegates.empty() && delegate_degree != no_delegates) continue;  // no hubs: the same graph as without delegates
    const ranks_engine::rank_validator validator(ranks(), whole.blocks, share, test::rank_control().threads);
    // Processes that share a device take turns, which takes milliseconds per level.
    const std::vector<vertex_id> sources = test::ranks_share_devices()
                                               ? std::vector<vertex_id>{g.num_vertices() / 2}
                                               : std::vector<vertex_id>{0, g.num_vertices() / 2, g.num_vertices() - 1};
    for (const vertex_id source : sources) {
      const std::vector<hop_count> expected = test::queue_bfs(g, source);
      const hop_count depth = *std::max_element(expected.begin(), expected.end());
      const bool is_deep = depth > 20;
      const std::uint64_t reached =
          expected.size() - static_cast<std::size_t>(std::count(expected.begin(), expected.end(), unreachable));
      for (const conflict_resolution conflicts : all_conflict_resolutions) {
        for (const double alpha : alphas) {
          // Every level is a global exchange, which takes long with few cores or devices.
          if ((is_deep || test::ranks_share_devices()) && ranks().size() > 2 &&
              (conflicts == conflict_resolution::owners) != (alpha > 15))
            continue;
          SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", from " << source << ", alpha " << alpha
                                          << ", " << whole.delegates.size() << " delegates");
          for_each_search(whole, {.source = source, .options = {.alpha = alpha, .conflicts = conflicts}}, [&](const found& f) {
            ASSERT_EQ(f.distances, expected);
            ASSERT_EQ(test::tree_fault(g, source, expected, f.predecessors, source), "");
            EXPECT_EQ(f.outcome.reached, reached);
            EXPECT_EQ(f.outcome.depth, depth);
            const ranks_engine::rank_verdict verdict = validator.check(source, f.own_predecessors, f.own_distances);
            EXPECT_TRUE(verdict.valid) << verdict.message;
            EXPECT_EQ(verdict.reached, f.outcome.reached);
          });
        }
      }
    }
  }
}

constexpr double bottom_up_at_once = 1e9;

TEST_P(rank_searches, find_what_a_queue_finds) {
  const double alphas[] = {15, bottom_up_at_once};
  find_what_a_queue_finds(GetParam(), no_delegates, alphas);
}

// First all vertices with two or more edges are delegates, then only a few.
TEST_P(rank_searches, find_it_with_delegates) {
  const double top_down_and_bottom_up[] = {1e-9, bottom_up_at_once}, as_it_pays[] = {15};
  find_what_a_queue_finds(GetParam(), 1, top_down_and_bottom_up);
  find_what_a_queue_finds(GetParam(), 8, as_it_pays);
}

INSTANTIATE_TEST_SUITE_P(zoo, rank_searches, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(column_codes, have_32_bits_where_they_suffice) {
  const column_codes small(vertex_blocks({0, 3, 3, 10, 15}));
  for (std::uint64_t row : {0, 1}) {
    for (std::uint64_t position = 0; position < 7; ++position) {
      EXPECT_EQ(small.row(small.place(row, position)), row);
      EXPECT_EQ(small.position(small.place(row, position)), position);
    }
  }
  EXPECT_TRUE(small.are_narrow(2));
  const std::uint64_t block = std::uint64_t{1} << 28;
  const column_codes large(vertex_blocks({0, block, 2 * block}));
  EXPECT_TRUE(large.are_narrow(16));
  EXPECT_FALSE(large.are_narrow(17));
  EXPECT_EQ(large.place(16, block - 1), 17 * block - 1);
}

// Forces the encoding of graphs with more vertices than fit into a test.
TEST(rank_search, returns_predecessors_in_64_bits) {
  const edge_slice share = test::own_share(kron(9, 8));
  const graph g = build(kron(9, 8)).g;
  for (const auto& shape : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees()) {
      partitioned_graph whole = test::partitioned(share, shape, degree);
      EXPECT_FALSE(whole.wide_codes);
      whole.wide_codes = true;
      const ranks_engine::rank_validator validator(ranks(), whole.blocks, share, 1);
      for (const conflict_resolution conflicts : all_conflict_resolutions) {
        for_each_search(whole, {.source = 3, .options = {.conflicts = conflicts}}, [&](const found& f) {
          EXPECT_EQ(f.distances, test::queue_bfs(g, 3));
          const ranks_engine::rank_verdict verdict = validator.check(3, f.own_predecessors, f.own_distances);
          EXPECT_TRUE(verdict.valid) << verdict.message;
        });
      }
    }
  }
}

TEST(rank_search, stops_at_the_depth_limit) {
  const edge_slice share = test::own_share(grid(20, 10));
  const graph g = build(grid(20, 10)).g;
  for (const auto& shape : test::all_grids()) {
    const partitioned_graph whole = test::partitioned(share, shape);
    const ranks_engine::rank_validator validator(ranks(), whole.blocks, share, 1);
    for (const hop_count limit : {0, 1, 7}) {
      for (const bool only_down : {false, true}) {
        for_each_search(whole, {.source = 5, .options = {.depth_limit = limit, .strategy = strategy_of(only_down)}},
                        [&](const found& f) {
                          EXPECT_EQ(f.distances, test::queue_bfs(g, 5, limit));
                          EXPECT_TRUE(validator.check(5, f.own_predecessors, f.own_distances, limit).valid);
                          EXPECT_FALSE(validator.check(5, f.own_predecessors, f.own_distances).valid);
                        });
      }
    }
  }
}

// Frontiers with more vertices than a device message lists, from sources in the middle and at the beginning, in both directions.
TEST(rank_search, finds_what_a_queue_finds_in_a_large_graph) {
  const edge_list edges = kron(16, 8);
  const edge_slice share = test::own_share(edges);
  const graph g = build(kron(16, 8)).g;
  vertex_id source = 1000;
  while (g.view().out.begin(source) == g.view().out.end(source)) ++source;
  const std::vector<hop_count> expected = test::queue_bfs(g, source);
  for (const auto& shape : test::all_grids()) {
    for (const std::uint64_t degree : {no_delegates, std::uint64_t{100}}) {
      const partitioned_graph whole = test::partitioned(share, shape, degree);
      ASSERT_EQ(whole.delegates.size() > 1000, degree == 100);
      for (const bool only_down : {false, true}) {
        for_each_search(whole, {.source = source, .options = {.strategy = strategy_of(only_down)}}, [&](const found& f) {
          ASSERT_EQ(f.distances, expected);
          ASSERT_EQ(test::tree_fault(g, source, expected, f.predecessors, source), "");
        });
      }
    }
  }
}

// Levels in which each process of a grid row discovers more of another's vertices than a message lists, with both kinds of conflict
// resolution.
TEST(rank_search, finds_what_a_queue_finds_where_levels_are_large) {
  const edge_slice share = test::own_share(fixed_out_degree(300'000, 8));
  const graph g = build(fixed_out_degree(300'000, 8)).g;
  const std::vector<hop_count> expected = test::queue_bfs(g, 5);
  for (const auto& shape : test::all_grids()) {
    if (shape.second == 1) continue;
    const partitioned_graph whole = test::partitioned(share, shape);
    for (const conflict_resolution conflicts : all_conflict_resolutions) {
      for (const bool only_down : {false, true}) {
        SCOPED_TRACE(testing::Message() << shape.first << " x " << shape.second << ", top-down " << only_down);
        for_each_search(whole, {.source = 5, .options = {.strategy = strategy_of(only_down), .conflicts = conflicts}},
                        [&](const found& f) {
                          ASSERT_EQ(f.distances, expected);
                          ASSERT_EQ(test::tree_fault(g, 5, expected, f.predecessors, 5), "");
                        });
      }
    }
  }
}

// As in large graphs: the discoveries of one chunk are sent while the next is searched.
TEST(rank_search, finds_what_a_queue_finds_in_chunks) {
  const edge_slice share = test::own_share(kron(13, 8));
  const graph g = build(kron(13, 8)).g;
  const int threads = test::rank_control().threads;
  for (const std::uint64_t degree : test::delegate_degrees()) {
    const partitioned_graph whole = test::partitioned(share, {ranks().size(), 1}, degree);
    for (const std::uint64_t piece_words : {1, 7}) {
      ranks_engine::rank_search searching(whole, ranks_engine::block_on_cpu(whole, threads), threads,
                                          ranks_engine::leading_words(whole), piece_words);
      for (const vertex_id source : {vertex_id{1}, vertex_id{4000}}) {
        const std::vector<hop_count> expected = test::queue_bfs(g, source);
        for (const double alpha : {15.0, 1e9}) {
          const found f = test::search(whole, {.source = source, .options = {.alpha = alpha}}, searching);
          ASSERT_EQ(f.distances, expected);
          ASSERT_EQ(test::tree_fault(g, source, expected, f.predecessors, source), "");
        }
      }
    }
  }
}

// Blocks of very different sizes.
TEST(rank_search, finds_what_a_queue_finds_where_hubs_come_first) {
  for (const bool directed : {false, true}) {
    const edge_slice share = test::own_share(test::hubs_first(3000, 32, 5, directed));
    const graph g = build(test::hubs_first(3000, 32, 5, directed)).g;
    for (const auto& shape : test::all_grids()) {
      for (const std::uint64_t degree : {no_delegates, std::uint64_t{300}}) {
        const partitioned_graph whole = test::partitioned(share, shape, degree);
        ASSERT_EQ(whole.delegates.size(), degree == 300 ? 32u : 0u);
        const ranks_engine::rank_validator validator(ranks(), whole.blocks, share, 1);
        for (const vertex_id source : {vertex_id{3}, vertex_id{2999}}) {
          const std::vector<hop_count> expected = test::queue_bfs(g, source);
          for_each_search(whole, {.source = source}, [&](const found& f) {
            ASSERT_EQ(f.distances, expected);
            ASSERT_EQ(test::tree_fault(g, source, expected, f.predecessors, source), "");
            EXPECT_TRUE(validator.check(source, f.own_predecessors, f.own_distances).valid);
          });
        }
      }
    }
  }
}

// From the skewed part, where a search goes bottom-up, along a tail of few vertices per level, where it returns to top-down; with
// many or few unreachable vertices.
TEST(rank_search, follows_a_tail_and_leaves_what_is_apart) {
  for (const vertex_id pairs : {10u, 6000u}) {
    const edge_list skewed = kron(13, 8);
    std::vector<vertex_id> from(skewed.sources.begin(), skewed.sources.end()), to(skewed.targets.begin(), skewed.targets.end());
    const vertex_id source = from[1000];
    auto next = static_cast<vertex_id>(skewed.num_vertices);
    for (int i = 0; i < 60; ++i, ++next) {
      from.push_back(i == 0 ? source : next - 1);
      to.push_back(next);
    }
    const vertex_id last = next - 1;
    for (vertex_id i = 0; i < pairs; ++i, next += 2) {
      from.push_back(next);
      to.push_back(next + 1);
    }
    edge_list edges;
    edges.directed = false;
    edges.num_vertices = next;
    edges.sources = array<vertex_id>(from.size()), edges.targets = array<vertex_id>(to.size());
    std::copy(from.begin(), from.end(), edges.sources.begin());
    std::copy(to.begin(), to.end(), edges.targets.begin());
    const edge_slice share = test::own_share(edges);
    const graph g = build(std::move(edges)).g;
    for (const vertex_id root : {source, last}) {
      const std::vector<hop_count> expected = test::queue_bfs(g, root);
      for (const auto& shape : test::all_grids()) {
        const partitioned_graph whole = test::partitioned(share, shape);
        for (const hop_count limit : {4, 1000}) {
          for_each_search(whole, {.source = root, .options = {.depth_limit = limit, .alpha = 30}}, [&](const found& f) {
            ASSERT_EQ(f.distances, limit == 4 ? test::queue_bfs(g, root, limit) : expected);
            ASSERT_EQ(test::tree_fault(g, root, f.distances, f.predecessors, root), "");
          });
        }
      }
    }
  }
}

// In each direction separately and combined, with both kinds of conflict resolution; out-edges and in-edges of directed graphs
// differ.
TEST(rank_search, finds_what_a_queue_finds_in_a_random_directed_graph) {
  const edge_list edges = fixed_out_degree(20'000, 4);
  const edge_slice share = test::own_share(edges);
  const graph g = build(fixed_out_degree(20'000, 4)).g;
  const vertex_id source = 777;
  const std::vector<hop_count> expected = test::queue_bfs(g, source);
  for (const auto& shape : test::all_grids()) {
    const partitioned_graph whole = test::partitioned(share, shape);
    ASSERT_TRUE(whole.directed);
    for (const conflict_resolution conflicts : all_conflict_resolutions) {
      for (const auto& [only_down, alpha] : {std::pair{true, 15.0}, std::pair{false, 1e9}, std::pair{false, 15.0}}) {
        SCOPED_TRACE(testing::Message() << shape.first << " x " << shape.second << ", top-down " << only_down << ", alpha "
                                        << alpha);
        for_each_search(whole,
                        {.source = source, .options = {.strategy = strategy_of(only_down), .alpha = alpha, .conflicts = conflicts}},
                        [&](const found& f) {
                          ASSERT_EQ(f.distances, expected);
                          ASSERT_EQ(test::tree_fault(g, source, expected, f.predecessors, source), "");
                        });
      }
    }
  }
}

TEST(rank_search, says_what_each_level_did) {
  const graph g = build(kron(10)).g;
  vertex_id source = 0;
  while (g.view().out.begin(source) == g.view().out.end(source)) ++source;
  for (const auto& shape : test::all_grids()) {
    const partitioned_graph whole = test::partitioned(test::own_share(kron(10)), shape);
    for_each_search(whole, {.source = source}, [&](const found& f) {
      std::uint64_t vertices = 0, bytes = 0, inspected = 0;
      for (const ranks_engine::rank_level& level : f.outcome.levels) {
        vertices += level.frontier;
        bytes += level.bytes_sent;
        inspected += level.inspected;
        EXPECT_GE(level.seconds_wait, 0);
      }
      EXPECT_EQ(vertices, f.outcome.reached);
      EXPECT_EQ(f.outcome.levels.size(), static_cast<std::size_t>(f.outcome.depth) + 1);
      EXPECT_EQ(bytes > 0, ranks().size() > 1);
      EXPECT_GT(sum_of(ranks(), inspected), 0u);
      EXPECT_TRUE(std::any_of(f.outcome.levels.begin(), f.outcome.levels.end(),
                              [](const ranks_engine::rank_level& level) { return level.way == direction::bottom_up; }));
    });
  }
}

partitioned_graph of_size(vertex_id vertices, edge_offset edges) {
  partitioned_graph g;
  g.blocks = vertex_blocks(std::vector<std::uint64_t>{0, vertices});
  g.num_edges = edges;
  return g;
}

// Twelve levels of a mesh, each with a twentieth of all vertices and edges. An alpha of the caller is obeyed all the same.
TEST(direction_choice, stays_top_down_in_a_mesh) {
  const partitioned_graph g = of_size(100'000, 1'300'000);
  ranks_engine::direction_choice expecting(g, {}), obeying(g, {.alpha = 15});
  for (int level = 0; level < 12; ++level) expecting.choose(5'000, 65'000), obeying.choose(5'000, 65'000);
  EXPECT_FALSE(expecting.is_bottom_up());
  EXPECT_TRUE(obeying.is_bottom_up());
}

TEST(direction_choice, turns_bottom_up_for_many_edges_and_back_if_most_vertices_find_no_neighbor) {
  const partitioned_graph g = of_size(124'000, 640'000);
  ranks_engine::direction_choice way(g, {});
  way.choose(1, 101);
  way.choose(101, 10'102);
  EXPECT_FALSE(way.is_bottom_up());
  way.choose(3'898, 390'000);
  EXPECT_TRUE(way.is_bottom_up());
  way.choose(4'000, 0);
  EXPECT_FALSE(way.is_bottom_up());
}

}  // namespace
}  // namespace fathom
