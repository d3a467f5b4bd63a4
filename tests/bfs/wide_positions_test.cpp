// CUDA engines on graphs for which they are not chosen: with 64-bit positions, which otherwise only graphs of more than 2^32 edges
// use, and the search by the whole device on small graphs.
#include <gtest/gtest.h>

#include "bfs/request.hpp"
#include "fathom/generate.hpp"
#include "fathom/validate.hpp"
#include "papers/enterprise/enterprise_engine.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using bfs_engine::cuda_engine;
using bfs_engine::edge_positions;

// `make` returns an engine for the current device.
template <class Make>
void expect_shortest_paths(const graph& g, const layout& l, Make make, const bfs_options& wanted = {}) {
  const device where = test::tested_device();
  const bfs_options options = resolved(l, wanted, where);
  const cuda::current_device here(where.index);
  const std::unique_ptr<cuda_engine> engine = make();
  for (const vertex_id source : test::some_sources(g)) {
    if (is_isolated(l, source)) continue;
    bfs_result result;
    resize_results(l, options, result);
    engine->results.renew();
    (void)engine->run({.source = l.to_internal ? l.to_internal[source] : source, .options = options});
    engine->results.take(result, where);
    ASSERT_EQ(test::as_vector(result.distances), test::queue_bfs(g, source)) << "from " << source;
    const bfs_validation verdict = validate_bfs(g, source, result.distances.view(), result.predecessors.view());
    ASSERT_TRUE(verdict.valid) << verdict.message;
    ASSERT_EQ(engine->edges_out_of_reached(), verdict.edges_traversed);
  }
}

class wide_positions : public testing::TestWithParam<test::specimen> {};

TEST_P(wide_positions, find_shortest_paths) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0) return;  // no source to search from
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    for (const device where : {device{}, test::tested_device()}) {
      const layout l = prepare(g, {order, where, {}});
      SCOPED_TRACE(to_string(where) + (order == vertex_order::caller ? ", caller's order" : ", degree order"));
      using bfs_engine::make_resident_engine;
      expect_shortest_paths(g, l, [&] { return make_resident_engine(l, {}, edge_positions::wide); });
      expect_shortest_paths(g, l, [&] {
        return make_resident_engine(l, {}, edge_positions::narrow_where_they_fit, bfs_engine::small_graphs::by_grid);
      });
      if (g.num_vertices() > 50'000) continue;  // one level per vertex takes too long with Enterprise
      expect_shortest_paths(g, l, [&] { return bfs_engine::make_enterprise_engine(l, {}, edge_positions::wide); });
      if (HasFatalFailure()) return;
    }
  }
}

// Rows are read in aligned loads of four entries, wherever the array begins and ends.
TEST(row_positions, begin_at_any_entry) {
  for (const vertex_id n : {997u, 998u, 999u, 1000u}) {
    const graph g = build(fixed_out_degree(n, 13)).g;
    for (std::size_t skipped = 0; skipped < 4; ++skipped) {
      layout l = prepare(g, {vertex_order::caller, test::tested_device(), {}});
      SCOPED_TRACE(testing::Message() << l.num_edges << " edges, array begins at entry " << skipped);
      const cuda::current_device here(l.where.index);
      const cuda::stream s;
      const cuda::buffer<vertex_id> moved(l.num_edges + skipped, s);
      cuda::check(
          cudaMemcpyAsync(moved.data() + skipped, l.in.targets, l.num_edges * sizeof(vertex_id), cudaMemcpyDeviceToDevice, s.get()),
          "copying rows");
      s.wait("copying rows");
      l.in.targets = moved.data() + skipped;
      for (const edge_positions positions : {edge_positions::narrow_where_they_fit, edge_positions::wide}) {
        expect_shortest_paths(g, l, [&] { return make_resident_engine(l, {}, positions, bfs_engine::small_graphs::by_grid); },
                              {.strategy = bfs_strategy::bottom_up});
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, wide_positions, testing::ValuesIn(test::zoo()), test::specimen_name());

}  // namespace
}  // namespace fathom
