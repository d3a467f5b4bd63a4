// Local efficiency against distances in the subgraphs of neighbors.
#include "fathom/local_efficiency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// By relaxing all edges between neighbors of v until no distance changes.
double efficiency_by_hand(const graph& g, vertex_id v) {
  const adjacency_view& rows = g.view().out;
  std::vector<vertex_id> members(rows.begin(v), rows.end(v));
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.size() < 2) return 0;
  double sum = 0;
  for (const vertex_id source : members) {
    std::vector<int> distance(g.num_vertices(), -1);
    distance[source] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const vertex_id u : members) {
        for (const vertex_id* w = rows.begin(u); distance[u] >= 0 && w != rows.end(u); ++w) {
          if (!std::binary_search(members.begin(), members.end(), *w)) continue;
          if (distance[*w] < 0 || distance[*w] > distance[u] + 1) distance[*w] = distance[u] + 1, changed = true;
        }
      }
    }
    for (const vertex_id u : members) sum += distance[u] > 0 ? 1.0 / distance[u] : 0;
  }
  return sum / (static_cast<double>(members.size()) * (static_cast<double>(members.size()) - 1));
}

class local_efficiency_of : public testing::TestWithParam<specimen> {};

TEST_P(local_efficiency_of, agrees_with_distances) {
  build_options options;
  options.parallel = parallel_edges::keep;
  for (const self_loops loops : {self_loops::keep, self_loops::remove}) {
    options.loops = loops;
    const graph g = build(GetParam().edges(), options).g;
    if (g.directed()) continue;
    const local_efficiency_result found = local_efficiency(g), four = local_efficiency(g, {.control = {.threads = 4}});
    double sum = 0;
    const vertex_id step = 1 + g.num_vertices() / 50;  // the reference is slow
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      sum += found.values[v];
      EXPECT_EQ(found.values[v], four.values[v]);
      if (v % step == 0 && g.view().out.degree(v) < 200) {
        EXPECT_NEAR(found.values[v], efficiency_by_hand(g, v), 1e-12);
      }
    }
    EXPECT_DOUBLE_EQ(found.report.mean_efficiency, g.num_vertices() > 0 ? sum / g.num_vertices() : 0);
    EXPECT_EQ(four.report.mean_efficiency, found.report.mean_efficiency);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, local_efficiency_of, testing::ValuesIn(zoo()), specimen_name());

// The neighbors of the hub are a path of 100 vertices, more than are searched from at once.
TEST(local_efficiency, of_a_wheel_without_a_spoke) {
  edge_pairs pairs;
  for (vertex_id v = 1; v <= 100; ++v) {
    pairs.emplace_back(0, v);
    if (v < 100) pairs.emplace_back(v, v + 1);
  }
  double expected = 0;
  for (int distance = 1; distance < 100; ++distance) expected += 2.0 * (100 - distance) / distance;
  EXPECT_NEAR(local_efficiency(build(edges_of(101, pairs, false)).g).values[0], expected / (100 * 99), 1e-12);
}

TEST(local_efficiency, refuses_directed_graphs_and_stops_on_request) {
  EXPECT_THROW(static_cast<void>(local_efficiency(build(edges_of(3, {{0, 1}, {1, 2}}, true)).g)), error);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(static_cast<void>(local_efficiency(build(krackhardts_kite()).g, {.control = {.stop = stop.get_token()}})), error);
  EXPECT_EQ(local_efficiency(graph()).report.mean_efficiency, 0);
}

}  // namespace
}  // namespace fathom::test
