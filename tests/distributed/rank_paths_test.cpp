// Distributed shortest paths: bitwise equal to Dijkstra's algorithm in float arithmetic on every grid and device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bfs/distributed/make_searcher.hpp"
#include "bfs/validate/distributed/validator.hpp"
#include "partitioned.hpp"
#include "reference/float_dijkstra.hpp"
#include "sssp/distributed/make_paths_searcher.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

struct found_paths {
  ranks_engine::paths_outcome outcome;
  std::vector<std::int64_t> own_predecessors;
  std::vector<float> own_distances;
  std::vector<float> distances;  ///< of all processes
};

// Transports that work if processes share a device.
std::vector<rank_transport> transports() {
  if (test::tested_device().kind == device_kind::cpu) return {rank_transport::automatic};
  return {rank_transport::automatic, rank_transport::host, rank_transport::peer};
}

found_paths search(const partitioned_graph& g, ranks_engine::paths_searcher& paths, global_vertex source) {
  found_paths f;
  f.own_predecessors.resize(g.to_local.size());
  f.own_distances.resize(g.to_local.size());
  const ranks_engine::paths_request request{source, f.own_predecessors, f.own_distances};
  f.outcome = paths.run(request);
  paths.take_results(request);
  f.distances = test::gathered(std::span<const float>(f.own_distances));
  return f;
}

void expect_dijkstras_by(const partitioned_graph& whole, const edge_slice& share, const graph& g, rank_transport transport) {
  const int threads = test::rank_control().threads;
  const ranks_engine::rank_validator validator(ranks(), whole.blocks, share, threads);
  const device where = ranks_engine::device_of_rank(ranks(), test::tested_device());
  const std::unique_ptr<ranks_engine::paths_searcher> paths = ranks_engine::make_paths_searcher(whole, where, transport, threads);
  for (const vertex_id source : {vertex_id{0}, g.num_vertices() / 2, g.num_vertices() - 1}) {
    SCOPED_TRACE(testing::Message() << "from " << source);
    found_paths f = search(whole, *paths, source);
    EXPECT_EQ(f.distances, test::float_dijkstra(g, source));
    ranks_engine::rank_verdict verdict = validator.check_paths(source, f.own_predecessors, f.own_distances);
    EXPECT_TRUE(verdict.valid) << verdict.message;
    EXPECT_EQ(verdict.reached, f.outcome.reached);
    // Makes one distance a little smaller than possible.
    const bool mine = ranks().rank() == ranks().size() - 1 && !f.own_distances.empty();
    if (mine) f.own_distances.back() = f.own_distances.back() == 0 ? 1 : f.own_distances.back() / 2;
    verdict = validator.check_paths(source, f.own_predecessors, f.own_distances);
    const float before = f.distances.back();
    EXPECT_EQ(verdict.valid, std::isinf(before) || whole.blocks.block(ranks().size() - 1).first == g.num_vertices());
  }
}

void expect_dijkstras(const edge_slice& share, const graph& g) {
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees(test::tested_device())) {
      const partitioned_graph whole = test::partitioned(share, grid, degree);
      for (const rank_transport transport : transports()) {
        SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << whole.delegates.size()
                                        << " delegates, transport " << to_string(transport));
        expect_dijkstras_by(whole, share, g, transport);
      }
    }
  }
}

class rank_path_searches : public testing::TestWithParam<test::specimen> {};

TEST_P(rank_path_searches, find_what_dijkstra_finds) {
  const edge_list list = test::with_weights(test::edges_for_ranks(GetParam()));
  if (list.num_vertices == 0) return;  // there is no source
  expect_dijkstras(test::own_share(list), build(test::with_weights(test::edges_for_ranks(GetParam()))).g);
}

INSTANTIATE_TEST_SUITE_P(zoo, rank_path_searches, testing::ValuesIn(test::zoo()), test::specimen_name());

// The graph of kernel 3, with the weights of kron_slice.
TEST(rank_paths, take_uniform_weights) {
  const std::uint64_t seed = 3;
  const edge_slice whole = kron_slice(9, 8, seed, true, 0, 1, test::rank_control());
  edge_list list = kron(9, 8, {}, {.seed = seed, .control = {}});
  list.weights = array<edge_weight>(list.size());
  std::copy(whole.weights.begin(), whole.weights.end(), list.weights.begin());
  expect_dijkstras(kron_slice(9, 8, seed, true, ranks().rank(), ranks().size(), test::rank_control()), build(std::move(list)).g);
}

// Processes settle their own parts of a bucket between two exchanges; one exchange for each relaxation took thousands.
TEST(rank_paths, take_few_exchanges_on_a_lattice) {
  if (test::tested_device().kind != device_kind::cpu) GTEST_SKIP() << "buckets on GPUs are another rule";
  const edge_list list = test::with_weights(grid(150, 150));
  const edge_slice share = test::own_share(list);
  for (const auto& grid : test::all_grids()) {
    const partitioned_graph whole = test::partitioned(share, grid);
    const int threads = test::rank_control().threads;
    const auto paths = ranks_engine::make_paths_searcher(whole, {}, rank_transport::automatic, threads);
    EXPECT_LT(search(whole, *paths, 0).outcome.rounds, 200u) << grid.first << " x " << grid.second;
  }
}

// Buckets with more vertices than a message lists.
TEST(rank_paths, take_large_buckets) {
  edge_list list = test::with_weights(fixed_out_degree(100'000, 8));
  const edge_slice share = test::own_share(list);
  expect_dijkstras(share, build(std::move(list)).g);
}

}  // namespace
}  // namespace fathom
