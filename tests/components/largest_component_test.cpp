// Subgraphs: the result of induced_subgraph() and largest_component(), against a filter on the edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

using named_edge = std::tuple<std::string, std::string, edge_weight>;

// All stored edges between two vertices that `kept` accepts, by name.
template <class Kept>
std::multiset<named_edge> edges_by_name(const graph& g, Kept kept) {
  std::multiset<named_edge> edges;
  const adjacency_view& out = g.view().out;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    for (edge_offset e = out.offsets[v]; e < out.offsets[v + 1]; ++e) {
      if (kept(v) && kept(out.targets[e])) edges.emplace(g.name(v), g.name(out.targets[e]), out.weights ? out.weights[e] : 1);
    }
  }
  return edges;
}

const auto every_vertex = [](vertex_id) { return true; };

class largest_component_of : public testing::TestWithParam<specimen> {};

TEST_P(largest_component_of, keeps_the_edges_among_its_vertices) {
  const graph g = build(GetParam().edges()).g;
  for (const component_kind kind : {component_kind::weak, component_kind::strong}) {
    const components_result found =
        kind == component_kind::weak ? weakly_connected_components(g) : strongly_connected_components(g);
    const largest_component_result largest = largest_component(g, kind);
    EXPECT_EQ(largest.components, found.count);
    EXPECT_EQ(largest.g.num_vertices(), found.largest.size);
    EXPECT_EQ(edges_by_name(largest.g, every_vertex),
              edges_by_name(g, [&](vertex_id v) { return found.labels[v] == found.largest.label; }));
    if (g.num_vertices() > 0) {
      EXPECT_EQ(
          (kind == component_kind::weak ? weakly_connected_components(largest.g) : strongly_connected_components(largest.g)).count,
          1u);
    }
    EXPECT_EQ(largest.g.has_in_edges(), g.has_in_edges());
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, largest_component_of, testing::ValuesIn(zoo()), specimen_name());

edge_list weighted_edges_of(std::vector<std::tuple<vertex_id, vertex_id, edge_weight>> edges, std::uint64_t n) {
  edge_list list;
  list.num_vertices = n;
  list.sources = array<vertex_id>(edges.size());
  list.targets = array<vertex_id>(edges.size());
  list.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) std::tie(list.sources[i], list.targets[i], list.weights[i]) = edges[i];
  return list;
}

TEST(induced_subgraph, keeps_weights_and_original_ids) {
  edge_list list = weighted_edges_of({{0, 1, 1}, {1, 3, 2.5f}, {3, 1, 4}, {3, 4, 8}, {2, 4, 16}}, 5);
  list.original_ids = array<std::uint64_t>(5);
  for (std::uint64_t v = 0; v < 5; ++v) list.original_ids[v] = 100 * v;
  const graph g = build(std::move(list)).g;
  const std::vector<vertex_id> kept = {1, 3, 4};
  const graph part = induced_subgraph(g, kept);
  EXPECT_EQ(edges_by_name(part, every_vertex),
            (std::multiset<named_edge>{{"100", "300", 2.5f}, {"300", "100", 4}, {"300", "400", 8}}));
  EXPECT_TRUE(part.directed());
  EXPECT_EQ(part.find_vertex(300), 1u);
  EXPECT_EQ(part.find_vertex(200), std::nullopt);
}

TEST(induced_subgraph, keeps_an_empty_name) {
  edge_list list = weighted_edges_of({{0, 1, 1}}, 2);
  list.labels.offsets = array<std::uint64_t>(3);
  list.labels.text = array<char>(1);
  for (std::uint64_t v = 0; v < 3; ++v) list.labels.offsets[v] = v / 2;
  list.labels.text[0] = 'b';
  const std::vector<vertex_id> kept = {0};
  const graph part = induced_subgraph(build(std::move(list)).g, kept);
  EXPECT_EQ(part.num_vertices(), 1u);
  EXPECT_EQ(part.name(0), "");
}

TEST(induced_subgraph, keeps_weights_that_were_to_be_exact) {
  edge_list list = weighted_edges_of({{0, 1, 1}, {1, 2, 1}}, 3);
  list.wide_weights = array<double>(2);
  std::copy_n(std::vector<double>{0.1, 0.2}.begin(), 2, list.wide_weights.begin());
  list.weights = {};
  build_options options;
  options.exact_weights = true;
  const graph part = induced_subgraph(build(std::move(list), options).g, std::vector<vertex_id>{0, 1});
  ASSERT_TRUE(part.has_wide_weights());
  EXPECT_EQ(part.view().out.weight(0), 0.1);
}

TEST(induced_subgraph, keeps_weights_in_double_precision) {
  edge_list list = weighted_edges_of({{0, 1, 1}, {1, 2, 1}, {2, 1, 1}}, 3);
  list.wide_weights = array<double>(3);
  std::copy_n(std::vector<double>{0.1, 16777217, 1e-50}.begin(), 3, list.wide_weights.begin());
  list.weights = {};
  const graph part = induced_subgraph(build(std::move(list)).g, std::vector<vertex_id>{1, 2});
  ASSERT_TRUE(part.has_wide_weights());
  EXPECT_EQ(part.view().out.weight(0), 16777217);
  EXPECT_EQ(part.view().out.weight(1), 1e-50);
}

TEST(induced_subgraph, refuses_lists_that_are_not_ascending_vertices) {
  const graph g = build(weighted_edges_of({{0, 1, 1}}, 3)).g;
  for (const std::vector<vertex_id>& bad : {std::vector<vertex_id>{0, 0}, {1, 0}, {3}}) {
    EXPECT_THROW(static_cast<void>(induced_subgraph(g, bad)), error);
  }
  EXPECT_EQ(induced_subgraph(g, {}).num_vertices(), 0u);
}

}  // namespace
}  // namespace fathom::test
