// The cost of a superstep is proportional to its active vertices.
#include <gtest/gtest.h>

#include "../../../examples/supersteps/components.hpp"
#include "../../../examples/supersteps/shortest_paths.hpp"
#include "fathom/visitor/edge_vertex.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// One vertex after another is active: as many supersteps as vertices, but no more edges inspected than the path has.
TEST(active_sets, a_path_costs_its_edges) {
  const graph g = build(path(test::long_path_vertices)).g;
  for (const message_form form : {message_form::fused, message_form::buffered}) {
    const auto found = edge_vertex(g, shortest_paths{0}, {.messages = form});
    EXPECT_EQ(found.report.supersteps, test::long_path_vertices);
    EXPECT_EQ(found.report.pushed_supersteps, test::long_path_vertices);
    EXPECT_EQ(found.report.active_edges, g.num_edges());
    EXPECT_LE(found.report.edges_inspected, 4 * g.num_edges());
    // A superstep calls the active vertex and its two neighbors.
    EXPECT_LE(found.report.computed, 3u * test::long_path_vertices);
  }
  const auto pulled = edge_vertex(g, shortest_paths{0}, {.max_supersteps = 10, .way = superstep_way::pull});
  EXPECT_EQ(pulled.report.pushed_supersteps, 0u);
  EXPECT_EQ(pulled.report.edges_inspected, 10 * g.num_edges());
}

// Many vertices are active in the middle of the run, few at its beginning and end: the strategy changes and never inspects more
// than either one.
TEST(active_sets, the_cheaper_way_is_taken) {
  const graph g = build(with_weights(kron(12))).g;
  const vertex_id hub = g.properties().max_out_degree_vertex;
  const auto run = [&](superstep_way way) {
    return edge_vertex(g, shortest_paths{hub}, {.way = way, .list_supersteps = true}).report;
  };
  const edge_vertex_report best = run(superstep_way::automatic), pushed = run(superstep_way::push),
                           pulled = run(superstep_way::pull);
  ASSERT_EQ(best.supersteps, pushed.supersteps);
  ASSERT_EQ(best.supersteps, pulled.supersteps);
  EXPECT_GT(best.pushed_supersteps, 0u);
  EXPECT_LT(best.pushed_supersteps, best.supersteps);
  EXPECT_EQ(pushed.pushed_supersteps, pushed.supersteps);
  EXPECT_EQ(pushed.edges_inspected, pushed.active_edges);
  EXPECT_EQ(pulled.edges_inspected, pulled.supersteps * g.num_edges());
  EXPECT_LT(best.edges_inspected, pulled.edges_inspected);
  for (std::size_t i = 0; i < best.list.size(); ++i) {
    EXPECT_EQ(best.list[i].active, pulled.list[i].active) << i;
    EXPECT_EQ(best.list[i].active_edges, pushed.list[i].active_edges) << i;
    EXPECT_EQ(best.list[i].pushed, 4 * best.list[i].active_edges + best.list[i].active < g.num_edges() + g.num_vertices()) << i;
  }
}

// Enough active edges that pushing is divided into chunks and ranges, while other vertices are skipped.
TEST(active_sets, pushing_is_shared) {
  const graph g = build(uniform(15, 8)).g;
  edge_vertex_options options;
  options.way = superstep_way::push, options.list_supersteps = true;
  options.control.threads = 3;
  const auto pushed = edge_vertex(g, components_program{}, options);
  options.way = superstep_way::pull;
  const auto pulled = edge_vertex(g, components_program{}, options);
  EXPECT_GT(pushed.report.list[0].active_edges, 10u << 15);
  EXPECT_EQ(pushed.report.supersteps, pulled.report.supersteps);
  EXPECT_EQ(pushed.report.computed, pulled.report.computed);
  EXPECT_EQ(std::vector<vertex_id>(pushed.values.begin(), pushed.values.end()),
            std::vector<vertex_id>(pulled.values.begin(), pulled.values.end()));
}

}  // namespace
}  // namespace fathom::test
