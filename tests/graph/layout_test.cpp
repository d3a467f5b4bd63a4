// prepare(): the layout holds the graph's edges with internal ids; order, heads and maps are as documented in layout.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "comparing.hpp"
#include "fathom/layout.hpp"
#include "host_layout.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using edge_set = std::multiset<std::pair<vertex_id, vertex_id>>;

class layout_over_zoo : public testing::TestWithParam<test::specimen> {};

// The edges of a layout in the caller's ids.
edge_set edges_of(const layout& l, const layout_adjacency& rows) {
  const auto caller = [&](vertex_id v) { return l.to_caller ? l.to_caller[v] : v; };
  edge_set edges;
  for (vertex_id u = 0; u < l.num_vertices; ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) edges.emplace(caller(u), caller(rows.targets[e]));
  }
  return edges;
}

edge_set edges_of(const adjacency_view& rows, vertex_id n) {
  edge_set edges;
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) edges.emplace(u, *v);
  }
  return edges;
}

void check_heads(const layout& l) {
  ASSERT_GT(l.head_width, 0);
  for (vertex_id v = 0; v < l.num_vertices; ++v) {
    const edge_offset first = l.in.offsets[v], degree = l.in.offsets[v + 1] - first;
    for (int h = 0; h < l.head_width; ++h) {
      const vertex_id expected = degree == 0 ? v : l.in.targets[first + std::min<edge_offset>(h, degree - 1)];
      ASSERT_EQ(l.heads[std::size_t{v} * l.head_width + h], expected);
    }
  }
}

void check_degree_order(const graph& g, const layout& l) {
  for (vertex_id v = 0; v < l.num_vertices; ++v) {
    ASSERT_EQ(l.to_internal[l.to_caller[v]], v);
    const edge_offset degree = l.out.offsets[v + 1] - l.out.offsets[v];
    if (v > 0) {
      ASSERT_LE(degree, l.out.offsets[v] - l.out.offsets[v - 1]);
    }
    ASSERT_TRUE(std::is_sorted(l.out.targets + l.out.offsets[v], l.out.targets + l.out.offsets[v + 1]));
    if (v < l.num_hubs) {
      ASSERT_GE(degree, l.hub_degree);
    }
  }
  // Dropped vertices have no edges.
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (l.to_internal[v] != no_vertex) continue;
    ASSERT_EQ(g.view().out.degree(v), 0u);
    ASSERT_TRUE(g.has_in_edges());
    ASSERT_EQ(g.view().in.degree(v), 0u);
  }
}

TEST_P(layout_over_zoo, holds_the_graph) {
  for (const in_edges in : {in_edges::automatic, in_edges::none}) {
    for (const bool keep : {false, true}) {
      build_options built;
      built.in = in;
      built.loops = keep ? self_loops::keep : self_loops::remove;
      built.where = test::tested_device();
      built.parallel = keep ? parallel_edges::keep : parallel_edges::min;
      const graph g = build(GetParam().edges(), built).g;
      for (const vertex_order order : {vertex_order::caller, vertex_order::degree, vertex_order::automatic}) {
        for (const int threads : {1, 3}) {
          prepare_options options;
          options.order = order;
          options.control.threads = threads;
          options.where = test::tested_device();
          const layout prepared = prepare(g, options);
          if (g.num_vertices() > 0) {
            EXPECT_EQ(prepared.where, test::tested_device());
          }
          const layout l = test::host_layout(prepared);
          if (order != vertex_order::automatic) {
            EXPECT_EQ(l.order, order);
          }
          EXPECT_EQ(l.caller_vertices, g.num_vertices());
          EXPECT_EQ(l.num_edges, g.num_edges());
          EXPECT_EQ(l.directed, g.directed());
          EXPECT_NE(l.reason, "");
          ASSERT_EQ(l.to_caller != nullptr, l.order == vertex_order::degree);
          if (g.num_vertices() == 0) continue;
          ASSERT_EQ(edges_of(l, l.out), edges_of(g.view().out, g.num_vertices()));
          ASSERT_EQ(l.in.offsets != nullptr, g.has_in_edges());
          if (l.in.offsets) {
            ASSERT_EQ(edges_of(l, l.in), edges_of(g.view().in, g.num_vertices()));
            check_heads(l);
          }
          if (l.order == vertex_order::degree) check_degree_order(g, l);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, layout_over_zoo, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

// All implementations yield the same layout: hubs, heads, ids and adjacency rows equal the CPU's.
TEST_P(layout_over_zoo, is_the_same_on_every_device) {
  for (const bool symmetrize : {false, true}) {
    build_options built;
    built.symmetrize = symmetrize;
    const graph g = build(GetParam().edges(), built).g;
    built.where = test::tested_device();
    for (const graph& same : {g, build(GetParam().edges(), built).g}) {
      for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
        const layout expected = prepare(g, {order, {}, {}});
        const layout l = test::host_layout(prepare(same, {order, test::tested_device(), {}}));
        ASSERT_EQ(l.num_vertices, expected.num_vertices);
        EXPECT_EQ(l.num_hubs, expected.num_hubs);
        EXPECT_EQ(l.hub_degree, expected.hub_degree);
        EXPECT_EQ(l.head_width, expected.head_width);
        const auto equal = [](const auto* a, const auto* b, std::size_t size) {
          ASSERT_EQ(a == nullptr, b == nullptr);
          if (a) {
            EXPECT_TRUE(std::equal(a, a + size, b));
          }
        };
        const std::size_t n = l.num_vertices;
        if (n == 0) continue;
        equal(l.out.offsets, expected.out.offsets, n + 1);
        equal(l.out.targets, expected.out.targets, l.num_edges);
        equal(l.in.offsets, expected.in.offsets, n + 1);
        equal(l.in.targets, expected.in.targets, l.num_edges);
        equal(l.heads, expected.heads, n * static_cast<std::size_t>(l.head_width));
        equal(l.to_caller, expected.to_caller, n + 1);
        equal(l.to_internal, expected.to_internal, l.caller_vertices);
      }
    }
  }
}

TEST(order, is_by_degree_where_degrees_are_skewed_and_the_callers_where_not) {
  const auto chosen = [](edge_list edges) { return prepare(build(std::move(edges)).g).order; };
  EXPECT_EQ(chosen(kron(14)), vertex_order::degree);
  EXPECT_EQ(chosen(star(5000)), vertex_order::degree);
  EXPECT_EQ(chosen(uniform(14)), vertex_order::caller);
  EXPECT_EQ(chosen(grid(100, 100)), vertex_order::caller);
  EXPECT_EQ(chosen(random_geometric(14)), vertex_order::caller);
  EXPECT_EQ(chosen(small_world(10'000, 8, 0.1)), vertex_order::caller);
  EXPECT_EQ(chosen(path(10'000)), vertex_order::caller);
}

TEST(order, for_multi_source_bfs_is_by_degree_on_graphs_with_hubs) {
  const auto chosen = [](edge_list edges, search_kind searches) {
    return prepare(build(std::move(edges)).g, {.where = {}, .control = {}, .searches = searches}).order;
  };
  const auto mild = [] { return rmat(14, 32, {.a = 0.45, .b = 0.15, .c = 0.15}); };
  EXPECT_EQ(chosen(mild(), search_kind::single), vertex_order::caller);
  EXPECT_EQ(chosen(mild(), search_kind::joined), vertex_order::degree);
  EXPECT_EQ(chosen(kron(14), search_kind::joined), vertex_order::degree);
  EXPECT_EQ(chosen(uniform(14), search_kind::joined), vertex_order::caller);
  EXPECT_EQ(chosen(grid(100, 100), search_kind::joined), vertex_order::caller);
  EXPECT_EQ(chosen(path(10'000), search_kind::joined), vertex_order::caller);
  EXPECT_EQ(chosen(edge_list{}, search_kind::joined), vertex_order::caller);
}

TEST(order, for_few_searches_is_the_callers_on_a_cpu) {
  const graph g = build(kron(14)).g;
  const auto chosen = [&](device where) { return prepare(g, {.where = where, .control = {}, .searches = search_kind::few}).order; };
  EXPECT_EQ(chosen({}), vertex_order::caller);
  const device tested = test::tested_device();
  EXPECT_EQ(chosen(tested), tested.kind == device_kind::cuda ? vertex_order::degree : vertex_order::caller);
  EXPECT_EQ(kind_of_searches(most_few_searches, search_kind::joined), search_kind::few);
  EXPECT_EQ(kind_of_searches(most_few_searches + 1, search_kind::joined), search_kind::joined);
}

}  // namespace
}  // namespace fathom
