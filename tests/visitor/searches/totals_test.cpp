// Totals of multi_search() programs: per vertex, per edge and global, with every combiner, with one copy per thread and with a
// shared one.
#include <gtest/gtest.h>

#include <limits>

#include "expected_error.hpp"
#include "fathom/visitor/multi_search.hpp"
#include "reference/queue_bfs.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::expect_error;

// Per-vertex, per-edge and global sums and extremes, which every search adds to.
struct adding {
  struct totals {
    vertex_array<std::uint32_t> visits;
    vertex_array<hop_count> nearest, farthest;
    edge_array<std::uint32_t> seen;
    total_value<std::uint64_t> ends;
    void arrays(auto&& each) {
      each(visits, combiner::sum);
      each(nearest, combiner::minimum);
      each(farthest, combiner::maximum);
      each(seen, combiner::sum);
      each(ends, combiner::sum);
    }
  };
  static constexpr bool sees_totals = false;
  bool visit_vertex(auto& search, vertex_id, vertex_id, edge_offset e) const {
    search.add_total(search.totals.seen[e], 1);
    return true;
  }
  void finalize(auto& search) const {
    for (hop_count at = 0; at <= search.depth(); ++at) {
      search.for_each_at(at, [&](vertex_id v) {
        search.add_total(search.totals.visits[v], 1);
        search.lower_total(search.totals.nearest[v], at);
        search.raise_total(search.totals.farthest[v], at);
      });
    }
    search.once([&] { search.add_total(*search.totals.ends, 1); });
  }
};

// Same with one shared copy of the totals.
struct adding_together : adding {
  static constexpr bool sees_totals = true;
};

template <class Program>
void expect_totals(const graph& g, vertex_order order) {
  const layout prepared = prepare(g, {.order = order, .where = {}, .control = {}});
  std::vector<vertex_id> sources;
  for (vertex_id v = 0; v < g.num_vertices(); v += 3) sources.push_back(v);
  const auto found = multi_search(g, prepared, sources, Program{}, {.at_once = 4});
  EXPECT_EQ(*found.totals.ends, sources.size());
  std::vector<std::uint32_t> visits(g.num_vertices());
  std::vector<hop_count> nearest(g.num_vertices(), std::numeric_limits<hop_count>::max());
  std::vector<hop_count> farthest(g.num_vertices(), std::numeric_limits<hop_count>::lowest());
  for (const vertex_id s : sources) {
    const std::vector<hop_count> d = test::queue_bfs(g, s);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      if (d[v] == unreachable) continue;
      ++visits[v], nearest[v] = std::min(nearest[v], d[v]), farthest[v] = std::max(farthest[v], d[v]);
    }
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    ASSERT_EQ(found.totals.visits[v], visits[v]) << v;
    ASSERT_EQ(found.totals.nearest[v], nearest[v]) << v;
    ASSERT_EQ(found.totals.farthest[v], farthest[v]) << v;
    // Every search visits each out-edge of the vertices it reaches once.
    for (edge_offset e = g.view().out.offsets[v]; e < g.view().out.offsets[v + 1]; ++e) ASSERT_EQ(found.totals.seen[e], visits[v]);
  }
}

TEST(multi_search, combines_totals) {
  // Directed, with isolated vertices, which a layout in degree order does not contain.
  const graph directed = build(test::edges_of(300, {{0, 1}, {1, 2}, {1, 2}, {2, 3}, {9, 3}, {3, 0}, {12, 9}}, true)).g;
  for (const graph& g : {build(kron(9)).g, directed, build(grid(15, 20)).g}) {
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      expect_totals<adding>(g, order);
      expect_totals<adding_together>(g, order);
    }
  }
}

TEST(multi_search, wants_the_graph_for_totals_of_edges) {
  const graph g = build(path(5)).g;
  const std::vector<vertex_id> sources{1};
  expect_error(error_category::usage, "pass the graph to multi_search()",
               [&] { static_cast<void>(multi_search(prepare(g), sources, adding{})); });
  const graph other = build(path(6)).g;
  expect_error(error_category::usage, "is not the one that was prepared",
               [&] { static_cast<void>(multi_search(other, prepare(g), sources, adding{})); });
  struct nothing {};
  expect_error(error_category::usage, "is not the one that was prepared",
               [&] { static_cast<void>(multi_search(other, prepare(g), sources, nothing{})); });
}

}  // namespace
}  // namespace fathom
