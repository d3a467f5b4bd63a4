// Vertex sets encoded as gaps on a device, and searches that send each level in each encoding.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "bfs/distributed/cuda/gap_codec.hpp"
#include "bfs/distributed/cuda/level_graphs.hpp"
#include "bfs/distributed/cuda/row_of_ranks.hpp"
#include "bfs/distributed/cuda/searcher.hpp"
#include "bfs/distributed/make_searcher.hpp"
#include "coded_gaps.hpp"
#include "comm/exchange.hpp"
#include "gpu/transfer.hpp"
#include "partitioned.hpp"
#include "reference/check_tree.hpp"
#include "reference/queue_bfs.hpp"
#include "searched.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using ranks_engine::bit_word;
using ranks_engine::frontier_message;
using ranks_engine::gap_layout;
using ranks_engine::gap_rule;
using ranks_engine::set_bytes;
using test::ranks;

class gaps_on_devices : public testing::Test {
 protected:
  void SetUp() override {
    if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
    where_ = ranks_engine::device_of_rank(ranks(), test::tested_device());
  }

  device where_;
};

constexpr bit_word untouched = 0xEEEEEEEE;

template <class T>
std::vector<T> read_all(const cuda::buffer<T>& from, const cuda::stream& s) {
  std::vector<T> to(from.size());
  cuda::copy_to_host(to.data(), from.data(), from.bytes(), s);
  return to;
}

// The device's encoding, followed by memory that it must not write.
std::vector<bit_word> encoded_on_device(const test::sample_set& set, const gap_layout& l, const cuda::stream& s) {
  const std::vector<bit_word> bitmap = set.bitmap(), before(l.bytes() / sizeof(bit_word) + 32, untouched);
  const cuda::buffer<bit_word> bits = cuda::upload(bitmap.data(), bitmap.size(), s);
  const cuda::buffer<bit_word> to = cuda::upload(before.data(), before.size(), s);
  const cuda::buffer<std::uint64_t> sums(l.tiles, s);
  ranks_engine::encode_gaps(bits.data(), set.words, l, sums.data(), to.data(), s);
  return read_all(to, s);
}

TEST_F(gaps_on_devices, are_encoded_as_on_the_host) {
  const cuda::current_device here(where_.index);
  const cuda::stream s;
  for (const std::uint64_t words : test::sample_words) {
    for (const test::sample_set& set : test::sample_sets(words)) {
      for (const std::uint64_t most : {std::uint64_t{set.ids.size()}, std::uint64_t{set.ids.size() + 3000}}) {
        std::vector<bit_word> expected = test::coded_gaps(set, most);
        const gap_layout l(words, most);
        ASSERT_EQ(l.bytes(), expected.size() * sizeof(bit_word));
        expected.resize(expected.size() + 32, untouched);
        ASSERT_EQ(encoded_on_device(set, l, s), expected) << words << " words, " << set.ids.size() << " of " << most << " ids";
      }
    }
  }
}

// Sets of several processes, of which others were visited before.
TEST_F(gaps_on_devices, are_decoded) {
  const cuda::current_device here(where_.index);
  const cuda::stream s;
  for (const std::uint64_t words : test::sample_words) {
    const std::vector<test::sample_set> sets = test::sample_sets(words);
    std::uint64_t most = 0, size = 0;
    for (const test::sample_set& set : sets) most = std::max<std::uint64_t>(most, set.ids.size()), size += set.ids.size();
    const gap_layout l(words, most);
    const auto stride = static_cast<local_vertex>(words * 32);
    std::vector<bit_word> encoded, visited(words * sets.size()), expected_bits;
    for (std::size_t w = 0; w < visited.size(); ++w) visited[w] = static_cast<bit_word>(random_bits(5, w) & random_bits(6, w));
    expected_bits = visited;
    std::vector<local_vertex> expected_list;
    std::vector<frontier_message> messages(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::vector<bit_word> coded = test::coded_gaps(sets[i], most), bitmap = sets[i].bitmap();
      encoded.insert(encoded.end(), coded.begin(), coded.end());
      messages[i].found = sets[i].ids.size();
      for (std::size_t w = 0; w < words; ++w) expected_bits[i * words + w] |= bitmap[w];
      for (const std::uint32_t id : sets[i].ids) expected_list.push_back(static_cast<local_vertex>(i) * stride + id);
    }
    const cuda::buffer<bit_word> from = cuda::upload(encoded.data(), encoded.size(), s);
    const cuda::buffer<frontier_message> counts = cuda::upload(messages.data(), messages.size(), s);
    for (const bool lists : {false, true}) {
      const cuda::buffer<bit_word> to = cuda::upload(visited.data(), visited.size(), s);
      const std::vector<local_vertex> before(size + 1, untouched);
      const cuda::buffer<local_vertex> listed = cuda::upload(before.data(), before.size(), s);
      ranks_engine::decode_gaps(from.data(), static_cast<unsigned>(sets.size()), l, counts.data(), stride, to.data(),
                                lists ? listed.data() : nullptr, s);
      ASSERT_EQ(read_all(to, s), expected_bits) << words << " words";
      std::vector<local_vertex> expected = lists ? expected_list : std::vector<local_vertex>(size, untouched);
      expected.push_back(untouched);
      ASSERT_EQ(read_all(listed, s), expected) << words << " words";
    }
  }
}

// A source, its neighbors, spread over all processes, and vertices that have one of these and others as neighbors: per process a
// list, gaps of 20,000 of 250,000 vertices, and a bitmap.
edge_list three_levels() {
  const auto processes = static_cast<vertex_id>(ranks().size());
  const vertex_id n = 250'000 * processes, near = 20'000 * processes;
  const auto neighbor = [&](vertex_id i) { return 1 + i * 12; };
  const auto random_vertex = [&](std::uint64_t i) { return static_cast<vertex_id>(bounded(random_bits(2, i), n)); };
  const auto is_near = [&](vertex_id v) { return v == 0 || ((v - 1) % 12 == 0 && (v - 1) / 12 < near); };
  test::edge_pairs pairs;
  for (vertex_id i = 0; i < near; ++i) pairs.emplace_back(0, neighbor(i));
  for (vertex_id v = 0; v < n; ++v) {
    if (is_near(v)) continue;
    pairs.emplace_back(neighbor(static_cast<vertex_id>(bounded(random_bits(1, v), near))), v);
    for (std::uint64_t i = 0; i < 3; ++i) {
      const vertex_id other = random_vertex(std::uint64_t{v} * 3 + i);
      if (!is_near(other)) pairs.emplace_back(v, other);
    }
  }
  return test::edges_of(n, pairs, false);
}

std::vector<rank_transport> transports_that_gather(bool share) {
  std::vector<rank_transport> all{rank_transport::host, rank_transport::peer};
  if (!share && largest_of(ranks(), why_no_nccl().empty() ? 0 : 1) == 0) all.push_back(rank_transport::nccl);
  return all;
}

// Sets of each level that all processes sent.
std::vector<set_bytes> sets_by_level(const std::vector<ranks_engine::rank_level>& levels) {
  std::vector<set_bytes> sets;
  for (const ranks_engine::rank_level& level : levels) {
    sets.push_back({sum_of(ranks(), level.sets.lists), sum_of(ranks(), level.sets.gaps), sum_of(ranks(), level.sets.bitmaps)});
  }
  return sets;
}

std::unique_ptr<ranks_engine::searcher> search_with(const partitioned_graph& g, device where, rank_transport transport,
                                                    const gap_rule& rule) {
  const std::size_t to_column = std::max<std::size_t>(sizeof(frontier_message), g.stride / 8);
  const std::size_t to_row = ranks_engine::row_of_ranks::most_bytes_sent(g);
  return ranks_engine::make_device_search(
      g, where, ranks_engine::connect_grid(g, transport, share_devices(ranks(), where), to_column, to_row), rule);
}

TEST_F(gaps_on_devices, give_the_distances_of_one_process) {
  if (ranks().size() == 1) GTEST_SKIP() << "a single process sends nothing";
  const cuda::current_device here(where_.index);
  const edge_slice share = test::own_share(three_levels());
  const graph g = build(three_levels()).g;
  const std::vector<hop_count> expected = test::queue_bfs(g, 0);
  ASSERT_EQ(*std::max_element(expected.begin(), expected.end()), 2);

  const auto check = [&](const partitioned_graph& whole, ranks_engine::searcher& searching, const bfs_options& options,
                         bool has_gaps) {
    const test::found f = test::search(whole, {.source = 0, .options = options}, searching);
    ASSERT_EQ(f.distances, expected);
    ASSERT_EQ(test::tree_fault(g, 0, expected, f.predecessors, 0), "");
    const std::vector<set_bytes> sets = sets_by_level(f.outcome.levels);
    ASSERT_EQ(sets.size(), 3u);
    for (const set_bytes& level : sets) EXPECT_GT(level.lists, 0u);
    EXPECT_EQ(sets[1].gaps > 0, has_gaps);
    EXPECT_GT(sets[2].bitmaps, 0u);
    // Several columns also send discoveries to owners, and delegates have bitmaps of their own.
    const bool frontiers_only = whole.grid.columns == 1 && whole.delegates.empty();
    if (!frontiers_only) return;
    EXPECT_EQ(sets[0].gaps + sets[0].bitmaps + sets[2].gaps, 0u);
    EXPECT_EQ(sets[1].bitmaps == 0, has_gaps);
  };
  constexpr gap_rule where_not_longer{.times_shorter = 1, .least_saved = 0};
  for (const auto& shape : test::all_grids()) {
    for (const std::uint64_t degree : {no_delegates, std::uint64_t{1000}}) {
      const partitioned_graph whole = test::partitioned(share, shape, degree);
      ASSERT_EQ(whole.delegates.size(), degree == no_delegates ? 0u : 1u);
      for (const rank_transport transport : transports_that_gather(share_devices(ranks(), where_))) {
        for (const gap_rule& rule : {where_not_longer, ranks_engine::no_gaps}) {
          const bool has_gaps = rule.least_saved == 0;
          const std::unique_ptr<ranks_engine::searcher> searching = search_with(whole, where_, transport, rule);
          for (const auto& [strategy, conflicts] : {std::pair{bfs_strategy::top_down, conflict_resolution::owners},
                                                    std::pair{bfs_strategy::direction_optimizing, conflict_resolution::prefix}}) {
            SCOPED_TRACE(testing::Message() << shape.first << " x " << shape.second << ", transport " << to_string(transport)
                                            << ", gaps " << has_gaps << ", top-down " << (strategy == bfs_strategy::top_down)
                                            << ", " << whole.delegates.size() << " delegates");
            check(whole, *searching, {.strategy = strategy, .conflicts = conflicts}, has_gaps);
            if (testing::Test::HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

using searches_on_devices = gaps_on_devices;

// Operations are captured once. Without agreement, or if the stream cannot be captured, they are launched one by one.
TEST_F(searches_on_devices, repeat_operations_as_graphs_where_all_can) {
  const cuda::current_device here(where_.index);
  const cuda::stream s;
  const cuda::buffer<std::uint32_t> from(1, s), to(1, s);
  ranks_engine::level_graphs<3> graphs;
  const auto enqueued_times = [&](unsigned kind, bool waits, bool all_agree) {
    int enqueued = 0;
    for (unsigned run = 1; run <= 5; ++run) {
      cuda::check(cudaMemsetAsync(from.data(), static_cast<int>(run), from.bytes(), s.get()), "filling device memory");
      const auto enqueue = [&] {
        ++enqueued;
        cuda::check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice, s.get()), "copying");
        if (waits) s.wait("copying");
      };
      graphs.run(kind, s, enqueue, [&](bool mine) { return mine && all_agree; });
      EXPECT_EQ(cuda::read_one(to.data(), s), run * 0x01010101u) << "kind " << kind;
    }
    return enqueued;
  };
  EXPECT_EQ(enqueued_times(0, false, true), 2) << "once as they are, once to capture them";
  EXPECT_EQ(enqueued_times(1, true, true), 6);
  EXPECT_EQ(enqueued_times(2, false, false), 6);
}

struct search_kind {
  vertex_id source;
  bfs_strategy strategy;
  bool distances, predecessors;
  hop_count depth_limit;
};

constexpr hop_count no_limit = bfs_options{}.depth_limit;
constexpr search_kind search_kinds[] = {
    {0, bfs_strategy::direction_optimizing, true, true, no_limit},
    {7, bfs_strategy::direction_optimizing, false, true, no_limit},
    {0, bfs_strategy::top_down, true, false, no_limit},
    {7, bfs_strategy::top_down, false, true, 2},
    {13, bfs_strategy::direction_optimizing, true, true, 1},
    {13, bfs_strategy::direction_optimizing, true, true, no_limit},
};

// An undirected graph, and the distances that each kind of search must find from the first source that is not isolated.
struct searched_graph {
  explicit searched_graph(edge_list edges) : share(test::own_share(edges)), g(build(std::move(edges)).g) {
    for (const search_kind& kind : search_kinds) {
      vertex_id source = kind.source;
      while (degree(source) == 0) ++source;
      sources.push_back(source);
      expected.push_back(test::queue_bfs(g, source, kind.depth_limit));
    }
  }

  [[nodiscard]] std::ptrdiff_t degree(vertex_id v) const { return g.view().out.end(v) - g.view().out.begin(v); }
  // Looks the predecessors up in their successors' rows, since hubs have too many neighbors.
  [[nodiscard]] bool is_tree(std::size_t kind, std::span<const std::int64_t> predecessors) const {
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      const hop_count distance = expected[kind][v];
      const bool is_reached = distance != unreachable, is_source = v == sources[kind];
      if (!is_reached || is_source) {
        if (predecessors[v] != (is_source ? std::int64_t{v} : -1)) return false;
        continue;
      }
      const auto parent = static_cast<vertex_id>(predecessors[v]);
      if (parent >= g.num_vertices() || expected[kind][parent] + 1 != distance) return false;
      if (std::find(g.view().out.begin(v), g.view().out.end(v), parent) == g.view().out.end(v)) return false;
    }
    return true;
  }

  edge_slice share;
  graph g;
  std::vector<vertex_id> sources;                ///< by kind
  std::vector<std::vector<hop_count>> expected;  ///< by kind
};

ranks_engine::search_outcome search_and_check(const searched_graph& on, const partitioned_graph& whole, std::size_t kind,
                                              ranks_engine::searcher& engine) {
  const search_kind& wanted = search_kinds[kind];
  std::vector<std::int64_t> predecessors(wanted.predecessors ? whole.to_local.size() : 0);
  std::vector<hop_count> distances(wanted.distances ? whole.to_local.size() : 0);
  ranks_engine::search_request request;
  request.source = on.sources[kind];
  request.options.depth_limit = wanted.depth_limit;
  request.options.strategy = wanted.strategy;
  request.options.return_predecessors = wanted.predecessors;
  request.predecessors = predecessors;
  request.distances = distances;
  ranks_engine::search_outcome outcome = engine.run(request);
  engine.take_results(request);
  const std::vector<hop_count>& expected = on.expected[kind];
  if (wanted.distances) {
    EXPECT_EQ(test::gathered(std::span<const hop_count>(distances)), expected);
  }
  if (wanted.predecessors) {
    EXPECT_TRUE(on.is_tree(kind, test::gathered(std::span<const std::int64_t>(predecessors))));
  }
  EXPECT_EQ(outcome.reached, expected.size() - static_cast<std::size_t>(std::count(expected.begin(), expected.end(), unreachable)));
  return outcome;
}

// All but the times, which must be those of this search.
void expect_same_levels(const ranks_engine::search_outcome& search, const std::vector<ranks_engine::rank_level>& first) {
  ASSERT_EQ(search.levels.size(), first.size());
  double all_seconds = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const ranks_engine::rank_level &one = search.levels[i], &other = first[i];
    EXPECT_EQ(one.level, other.level);
    EXPECT_EQ(one.way, other.way);
    EXPECT_EQ(one.frontier, other.frontier);
    EXPECT_EQ(one.inspected, other.inspected);
    EXPECT_EQ(one.bytes_sent, other.bytes_sent);
    EXPECT_EQ(one.sets.lists, other.sets.lists);
    EXPECT_EQ(one.sets.gaps, other.sets.gaps);
    EXPECT_EQ(one.sets.bitmaps, other.sets.bitmaps);
    all_seconds += one.seconds_search + one.seconds_exchange;
  }
  EXPECT_GT(all_seconds, 0);
  EXPECT_LT(all_seconds, search.seconds + 0.01);  // the device's clock is not the host's
}

// Engines repeat the operations of levels that are of the same kind as earlier ones. Searches of another graph and of other kinds
// are in between, and levels of every encoding.
TEST_F(searches_on_devices, are_repeated_after_searches_of_other_kinds) {
  const cuda::current_device here(where_.index);
  constexpr gap_rule where_not_longer{.times_shorter = 1, .least_saved = 0};
  const searched_graph graphs[] = {searched_graph(three_levels()), searched_graph(kron(13, 8))};
  for (const auto& shape : test::all_grids()) {
    const partitioned_graph parts[] = {test::partitioned(graphs[0].share, shape), test::partitioned(graphs[1].share, shape)};
    for (const rank_transport transport : transports_that_gather(share_devices(ranks(), where_))) {
      const std::unique_ptr<ranks_engine::searcher> engines[] = {search_with(parts[0], where_, transport, where_not_longer),
                                                                 search_with(parts[1], where_, transport, where_not_longer)};
      std::vector<ranks_engine::rank_level> levels[std::size(search_kinds)][2];
      for (int round = 0; round < 3; ++round) {
        for (std::size_t kind = 0; kind < std::size(search_kinds); ++kind) {
          for (std::size_t i = 0; i < 2; ++i) {
            SCOPED_TRACE(testing::Message() << shape.first << " x " << shape.second << ", transport " << to_string(transport)
                                            << ", round " << round << ", search " << kind << ", graph " << i);
            const ranks_engine::search_outcome found = search_and_check(graphs[i], parts[i], kind, *engines[i]);
            if (round == 0) levels[kind][i] = found.levels;
            expect_same_levels(found, levels[kind][i]);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace fathom
