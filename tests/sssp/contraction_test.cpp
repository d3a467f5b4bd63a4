// Shortest paths in graphs whose trees and chains are contracted, from every vertex, against Dijkstra.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"
#include "fathom/sssp.hpp"
#include "reference/dijkstra.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

weighing whole_weights(std::uint64_t largest) {
  return {"whole", [=](std::uint64_t r) { return static_cast<edge_weight>(r % (largest + 1)); }};
}

// Few edges per vertex, so that there are trees, chains between and back to their ends, cycles and single vertices.
edge_list sparse_edges(vertex_id n, std::uint64_t edges, std::uint64_t seed) {
  edge_pairs pairs;
  for (std::uint64_t i = 0; i < edges; ++i) {
    pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % n);
  }
  return edges_of(n, pairs, false);
}

edge_list cycle(vertex_id n) {
  edge_list edges = directed_cycle(n);
  edges.directed = false;
  return edges;
}

weighted_layout contracted(const graph& g, bool contract = true) {
  prepare_weighted_options options;
  options.contract = contract;
  return prepare_weighted(g, options);
}

execution on_cpu(int threads) {
  execution exec;
  exec.control.threads = threads;
  return exec;
}

void expect_distances_of_all(const graph& g) {
  const weighted_layout l = contracted(g), whole = contracted(g, false);
  ASSERT_GT(l.contracted_vertices, 0u);
  ASSERT_EQ(whole.contracted_vertices, 0u);
  for (vertex_id source = 0; source < g.num_vertices(); ++source) {
    const sssp_result found = sssp(l, source, {}, on_cpu(1 + static_cast<int>(source % 2)));
    ASSERT_EQ(as_vector(found.distances), dijkstra(g, source)) << "from " << source;
    const sssp_result expected = sssp(whole, source, {}, on_cpu(1));
    EXPECT_EQ(as_vector(found.predecessors), as_vector(expected.predecessors)) << "from " << source;
    EXPECT_EQ(found.report.reached, expected.report.reached);
    EXPECT_EQ(found.report.edges_traversed, expected.report.edges_traversed);
    EXPECT_EQ(found.report.farthest, expected.report.farthest);
  }
}

TEST(contraction, keeps_distances_from_every_vertex) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    build_options options;
    if (seed % 2 == 1) options.parallel = parallel_edges::keep, options.loops = self_loops::keep;
    const vertex_id n = 5 + static_cast<vertex_id>(seed);
    expect_distances_of_all(build(weighed(sparse_edges(n, n + seed / 6, seed), whole_weights(seed % 5 * 3)), options).g);
  }
}

TEST(contraction, of_graphs_that_vanish) {
  expect_distances_of_all(build(weighed(path(9), whole_weights(9))).g);
  expect_distances_of_all(build(weighed(cycle(9), whole_weights(9))).g);
  expect_distances_of_all(build(weighed(star(9), whole_weights(9))).g);
  expect_distances_of_all(build(path(9)).g);
}

// Large enough for several threads; most trees cross the ranges of several.
TEST(contraction, by_several_threads) {
  const graph g = build(weighed(sparse_edges(60'000, 63'000, 4), whole_weights(9))).g;
  std::vector<weighted_layout> layouts;
  for (const int threads : {1, 2, 4}) {
    prepare_weighted_options options;
    options.control.threads = threads;
    layouts.push_back(prepare_weighted(g, options));
    EXPECT_GT(layouts.back().contracted_vertices, g.num_vertices() / 2);
    EXPECT_EQ(layouts.back().contracted_vertices, layouts.front().contracted_vertices);
  }
  for (const vertex_id source : {vertex_id{0}, vertex_id{1}, vertex_id{2}, g.properties().max_out_degree_vertex}) {
    const std::vector<double> expected = dijkstra(g, source);
    for (const weighted_layout& l : layouts) EXPECT_EQ(as_vector(sssp(l, source, {}, on_cpu(2)).distances), expected);
  }
}

TEST(contraction, in_degree_order) {
  const graph g = build(weighed(sparse_edges(60, 70, 3), whole_weights(9))).g;
  prepare_weighted_options options;
  options.order = vertex_order::degree;
  const weighted_layout l = prepare_weighted(g, options);
  ASSERT_GT(l.contracted_vertices, 0u);
  for (vertex_id source = 0; source < g.num_vertices(); ++source) {
    EXPECT_EQ(as_vector(sssp(l, source, {}, on_cpu(1)).distances), dijkstra(g, source));
  }
}

TEST(contraction, ends_at_a_target_and_a_cutoff) {
  const graph g = build(weighed(sparse_edges(60, 66, 7), whole_weights(9))).g;
  const weighted_layout l = contracted(g);
  ASSERT_GT(l.contracted_vertices, 0u);
  const std::vector<double> expected = dijkstra(g, 1);
  for (vertex_id target = 0; target < g.num_vertices(); ++target) {
    sssp_options options;
    options.target = target;
    EXPECT_EQ(sssp(l, 1, options, on_cpu(1)).distances[target], expected[target]);
  }
  sssp_options options;
  options.cutoff = 12;
  const sssp_result found = sssp(l, 1, options, on_cpu(1));
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    EXPECT_EQ(found.distances[v], expected[v] <= 12 ? expected[v] : unreachable_distance);
  }
}

// Cliques that chains connect, each vertex with a path of two more.
edge_list cliques_with_paths(vertex_id cliques, edge_weight heavy) {
  edge_pairs pairs;
  std::vector<edge_weight> weights;
  const auto add = [&](vertex_id u, vertex_id v, edge_weight w) { pairs.emplace_back(u, v), weights.push_back(w); };
  vertex_id next = 4 * cliques;
  for (vertex_id first = 0; first < 4 * cliques; first += 4) {
    for (vertex_id v = first; v < first + 4; ++v) {
      for (vertex_id other = v + 1; other < first + 4; ++other) add(v, other, 1);
      add(v, next, heavy), add(next, next + 1, heavy);
      next += 2;
    }
    if (first > 0) add(first - 1, next, heavy), add(next, first, heavy), ++next;
  }
  edge_list edges = edges_of(next, pairs, false);
  edges.weights = array<edge_weight>(weights.size());
  std::copy(weights.begin(), weights.end(), edges.weights.begin());
  return edges;
}

// Of these, the distances in trees exceed 32 bits first, then those of what remains.
TEST(contraction, is_exact_beyond_32_bits) {
  for (const vertex_id cliques : {2u, 3u, 4u, 5u, 9u}) expect_distances_of_all(build(cliques_with_paths(cliques, 1 << 29)).g);
  const graph g = build(cliques_with_paths(6, 1 << 29)).g;
  const sssp_result found = sssp(contracted(g), g.num_vertices() - 1, {}, on_cpu(1));
  EXPECT_GT(found.report.farthest, 0x1p32);
  EXPECT_NE(found.report.engine.find("64 bits"), std::string::npos) << found.report.engine;
}

TEST(contraction, is_left_out) {
  edge_list arrows = path(9);
  arrows.directed = true;
  EXPECT_EQ(contracted(build(std::move(arrows)).g).contracted_vertices, 0u);
  EXPECT_EQ(contracted(build(weighed(path(9), {"halves", [](std::uint64_t) { return edge_weight{0.5}; }})).g).contracted_vertices,
            0u);
  EXPECT_EQ(contracted(build(generate("grid:30x30")).g).contracted_vertices, 0u);
  EXPECT_EQ(contracted(build(edges_of(0, {}, false)).g).contracted_vertices, 0u);
  prepare_weighted_options few;
  few.searches = search_kind::few;
  EXPECT_EQ(prepare_weighted(build(path(9)).g, few).contracted_vertices, 0u);
}

}  // namespace
}  // namespace fathom::test
