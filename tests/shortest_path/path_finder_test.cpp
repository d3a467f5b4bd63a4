// Paths between two vertices: lengths against references, edges against the graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>

#include "base/random.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/shortest_path.hpp"
#include "reference/dijkstra.hpp"
#include "reference/queue_bfs.hpp"
#include "sssp/weighing.hpp"

namespace fathom::test {
namespace {

constexpr int pairs_per_graph = 60;

graph without_in_edges(edge_list edges) {
  build_options options;
  options.in = in_edges::none;
  options.parallel = parallel_edges::keep;
  return build(std::move(edges), options).g;
}

graph with_all_edges(edge_list edges) {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  return build(std::move(edges), options).g;
}

// The smallest weight of an edge u -> v; infinity without.
double weight_between(const graph& g, vertex_id u, vertex_id v) {
  double least = unreachable_distance;
  const adjacency_view& out = g.view().out;
  for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
    if (out.targets[e] == v) least = std::min(least, out.weight(e));
  }
  return least;
}

void expect_path(const graph& g, vertex_id s, vertex_id t, const shortest_path_result& found, path_length length) {
  const std::vector<vertex_id>& path = found.vertices;
  if (found.length == unreachable_distance) {
    EXPECT_TRUE(path.empty());
    return;
  }
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.front(), s);
  EXPECT_EQ(path.back(), t);
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i)
    sum += length == path_length::hops ? weight_between(g, path[i - 1], path[i]) * 0 + 1 : weight_between(g, path[i - 1], path[i]);
  EXPECT_EQ(found.length, sum);
  std::vector<vertex_id> distinct = path;
  std::sort(distinct.begin(), distinct.end());
  EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end()) << "a vertex occurs twice";
}

void expect_fewest_hops(const graph& g) {
  if (g.num_vertices() == 0) return;
  path_finder finder(g);
  for (int i = 0; i < pairs_per_graph; ++i) {
    const auto s = static_cast<vertex_id>(random_bits(11, static_cast<std::uint64_t>(i)) % g.num_vertices());
    const std::vector<hop_count> hops = queue_bfs(g, s);
    for (const std::uint64_t j : {0, 1, 2}) {
      const auto t = static_cast<vertex_id>(random_bits(12 + j, static_cast<std::uint64_t>(i)) % g.num_vertices());
      const shortest_path_result found = finder.find(s, t);
      ASSERT_EQ(found.length, hops[t] == unreachable ? unreachable_distance : hops[t]) << s << " to " << t;
      expect_path(g, s, t, found, path_length::hops);
      EXPECT_EQ(shortest_path(g, s, t).vertices, found.vertices) << "depends on earlier searches";
    }
  }
}

class paths_in : public testing::TestWithParam<specimen> {};

TEST_P(paths_in, have_the_fewest_hops) {
  expect_fewest_hops(build(GetParam().edges()).g);
  expect_fewest_hops(with_all_edges(as_directed(GetParam().edges())));
  expect_fewest_hops(without_in_edges(as_directed(GetParam().edges())));
}

INSTANTIATE_TEST_SUITE_P(zoo, paths_in, testing::ValuesIn(zoo()), specimen_name());

void expect_smallest_sums(const graph& g) {
  if (g.num_vertices() == 0) return;
  path_finder finder(g, {.length = path_length::weights});
  for (int i = 0; i < pairs_per_graph / 4; ++i) {
    const auto s = static_cast<vertex_id>(random_bits(21, static_cast<std::uint64_t>(i)) % g.num_vertices());
    const std::vector<double> distances = dijkstra(g, s);
    for (const std::uint64_t j : {0, 1, 2}) {
      const auto t = static_cast<vertex_id>(random_bits(22 + j, static_cast<std::uint64_t>(i)) % g.num_vertices());
      const shortest_path_result found = finder.find(s, t);
      if (distances[t] == unreachable_distance)
        EXPECT_EQ(found.length, unreachable_distance);
      else
        EXPECT_NEAR(found.length, distances[t], 1e-12 * distances[t]) << s << " to " << t;
      expect_path(g, s, t, found, path_length::weights);
    }
  }
}

class sums_of : public testing::TestWithParam<weighing> {};

TEST_P(sums_of, weights_are_smallest) {
  for (const specimen& shape : zoo()) {
    SCOPED_TRACE(shape.name);
    expect_smallest_sums(build(weighed(shape.edges(), GetParam())).g);
    expect_smallest_sums(with_all_edges(weighed(as_directed(shape.edges()), GetParam())));
    expect_smallest_sums(without_in_edges(weighed(as_directed(shape.edges()), GetParam())));
  }
}

INSTANTIATE_TEST_SUITE_P(weighings, sums_of, testing::ValuesIn(weighings()),
                         [](const testing::TestParamInfo<weighing>& info) { return info.param.name; });

// Sums of integers have no rounding.
TEST(shortest_path, sums_of_integers_are_exact) {
  const graph g = build(with_weights(kron(10))).g;
  path_finder finder(g, {.length = path_length::weights});
  const std::vector<double> distances = dijkstra(g, 5);
  for (vertex_id t = 0; t < g.num_vertices(); ++t) ASSERT_EQ(finder.find(5, t).length, distances[t]) << t;
}

TEST(shortest_path, of_a_vertex_to_itself_has_length_0) {
  const shortest_path_result found = shortest_path(build(path(3)).g, 1, 1);
  EXPECT_EQ(found.length, 0);
  EXPECT_EQ(found.vertices, std::vector<vertex_id>{1});
}

// Two searches of half the radius: the reason for this call.
TEST(shortest_path, visits_a_small_part_of_a_large_graph) {
  const graph g = build(kron(14)).g;
  const std::vector<hop_count> hops = queue_bfs(g, g.properties().max_out_degree_vertex);
  path_finder finder(g);
  std::uint64_t inspected = 0, found = 0;
  for (vertex_id s = 0; s < g.num_vertices() && found < 100; s += 37) {
    const vertex_id t = g.num_vertices() - 1 - s;
    if (hops[s] == unreachable || hops[t] == unreachable) continue;
    inspected += finder.find(s, t).report.edges_inspected, ++found;
  }
  ASSERT_EQ(found, 100u);
  EXPECT_LT(inspected / found, g.num_edges() / 50);
}

TEST(shortest_path, names_what_it_refuses) {
  const auto message = [](auto&& call) {
    try {
      call();
    } catch (const error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  const graph g = build(path(3)).g;
  EXPECT_EQ(message([&] { static_cast<void>(shortest_path(g, 3, 0)); }), "source 3 is outside the graph of 3 vertices (0 to 2)");
  EXPECT_EQ(message([&] { static_cast<void>(shortest_path(g, 0, 7)); }), "target 7 is outside the graph of 3 vertices (0 to 2)");
  EXPECT_EQ(message([&] { static_cast<void>(shortest_path(graph(), 0, 0)); }), "source 0 is outside the graph of 0 vertices");
  edge_list negative = with_weights(path(3));
  negative.weights[1] = -2;
  const graph bad = build(std::move(negative)).g;
  EXPECT_NE(message([&] {
              static_cast<void>(shortest_path(bad, 0, 2, {.length = path_length::weights}));
            }).find("edge 1 -> 2 has the weight -2"),
            std::string::npos);
  EXPECT_EQ(shortest_path(bad, 0, 2).length, 2) << "weights do not matter for hops";
}

TEST(shortest_path, stops_on_request) {
  std::stop_source stop;
  shortest_path_options options;
  options.control.stop = stop.get_token();
  path_finder finder(build(grid(50, 50)).g, options);
  stop.request_stop();
  expect_error(error_category::cancelled, [&] { static_cast<void>(finder.find(0, 2499)); });
}

}  // namespace
}  // namespace fathom::test
