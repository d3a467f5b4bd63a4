// Allocation failures on one process. All processes must throw a rank_error, none may wait for another, and all can continue
// together.
//
// Sampled are allocations that grow with the graph: of those with the same callers, such as the rounds of a search, the first and
// the last one of a call, on each grid and with and without delegates. They differ only in the data.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "../../examples/searches/betweenness.hpp"
#include "../../examples/searches/distances.hpp"
#include "../../examples/supersteps/shortest_paths.hpp"
#include "../fault/failing_new.hpp"
#include "comm/agreement.hpp"
#include "components/distributed/strong.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/cores.hpp"
#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/distributed/multi_search.hpp"
#include "fathom/distributed/pagerank.hpp"
#include "fathom/distributed/sssp.hpp"
#include "fathom/distributed/triangles.hpp"
#include "fathom/distributed/validate.hpp"
#include "fathom/neighbors.hpp"
#include "hubs_first.hpp"
#include "partitioned.hpp"

namespace fathom {
namespace {

using test::ranks;

// A bitmap of a process's vertices is larger than smallest_failing; lists of processes, levels and messages are smaller.
constexpr vertex_id vertices = 1u << 16;
constexpr std::size_t smallest_failing = 1u << 11;

// Outcome of one call on this process.
enum class outcome : std::uint64_t { went_well, told_of_failure, other_error };

outcome attempt(const std::function<void()>& work) {
  try {
    work();
    return outcome::went_well;
  } catch (const rank_error& e) {
    EXPECT_EQ(e.category(), error_category::memory) << e.what();
    return outcome::told_of_failure;
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
    return outcome::other_error;
  }
}

// The first and the last position of each hash, in ascending order.
std::vector<std::uint64_t> sampled(std::span<const std::uint64_t> callers) {
  std::unordered_map<std::uint64_t, std::uint64_t> last;
  std::set<std::uint64_t> positions;
  for (std::uint64_t i = 0; i < callers.size(); ++i) {
    if (last.insert_or_assign(callers[i], i).second) positions.insert(i);
  }
  for (const auto& one : last) positions.insert(one.second);
  return {positions.begin(), positions.end()};
}

// Lets allocations of the last rank fail, one in each run.
void expect_that_all_are_told(const char* what, const std::function<void()>& work) {
  const bool fails_here = ranks().rank() == ranks().size() - 1;
  test::record_allocations(smallest_failing);
  const outcome undisturbed = attempt(work);
  const std::vector<std::uint64_t> positions = sampled(test::stop_recording());
  ASSERT_EQ(undisturbed, outcome::went_well) << what;
  std::uint64_t runs = fails_here ? positions.size() : 0, failures = 0;
  ranks().all_reduce(reduction::max, std::span(&runs, 1));
  for (std::uint64_t run = 0; run < runs; ++run) {
    SCOPED_TRACE(std::string(what) + ", sampled allocation " + std::to_string(run));
    if (fails_here) test::fail_allocation(positions[run], test::failing::once, smallest_failing);
    const outcome mine = attempt(work);
    std::uint32_t failed = fails_here && test::has_failed();
    test::stop_failing();
    ranks().all_reduce(reduction::max, std::span(&failed, 1));
    ASSERT_EQ(mine, failed != 0 ? outcome::told_of_failure : outcome::went_well);
    failures += failed;
  }
  EXPECT_GT(failures, 0u) << what;
}

// Enough hubs that arrays proportional to their number are included.
edge_slice weighted_share() {
  edge_list list = test::with_weights(test::hubs_first(vertices, 1000, 2, false));
  return test::own_share(list);
}

// Every grid, without delegates and with nearly all vertices as hubs.
std::vector<rank_graph_options> all_options() {
  std::vector<rank_graph_options> options;
  for (const auto& [rows, columns] : test::all_grids()) {
    for (const std::uint64_t degree : {no_delegates, std::uint64_t{100}}) {
      options.push_back({rows, columns, true, test::rank_control(), {}, {}, degree});
    }
  }
  return options;
}

class rank_allocations : public testing::Test {
 protected:
  void SetUp() override {
    if (ranks().size() < 2) GTEST_SKIP() << "one rank throws what it threw";
  }
};

TEST_F(rank_allocations, of_construction) {
  const edge_slice share = weighted_share();
  for (const rank_graph_options& options : all_options()) {
    expect_that_all_are_told("construction", [&] { rank_graph g(ranks(), share, options); });
  }
}

TEST_F(rank_allocations, of_searches) {
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), weighted_share(), options);
    for (const conflict_resolution conflicts : all_conflict_resolutions) {
      expect_that_all_are_told("a search", [&] {
        rank_bfs searching(g, {.conflicts = conflicts}, {.control = test::rank_control()});
        for (const vertex_id source : {vertex_id{0}, vertices / 2}) static_cast<void>(searching.search(source));
      });
    }
  }
}

TEST_F(rank_allocations, of_validation) {
  const edge_slice share = weighted_share();
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), share, options);
    const bfs_result found = rank_bfs(g, {.gather = false}, {.control = test::rank_control()}).search(0);
    expect_that_all_are_told("validation", [&] {
      const rank_bfs_validator validator(g, share);
      EXPECT_TRUE(validator.check(0, found.distances.view(), found.predecessors.view()).valid);
    });
  }
}

TEST_F(rank_allocations, of_shortest_paths) {
  const edge_slice share = weighted_share();
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), share, options);
    sssp_result found;
    expect_that_all_are_told("shortest paths", [&] {
      // One bucket, because each round allocates messages.
      rank_sssp searching(g, {.delta = 1e9, .gather = false}, {.control = test::rank_control()});
      found = searching.search(vertices / 2);
    });
    expect_that_all_are_told("validation of paths", [&] {
      const rank_sssp_validator validator(g, share);
      EXPECT_TRUE(validator.check(vertices / 2, found.distances.view(), found.predecessors.view()).valid);
    });
  }
}

TEST_F(rank_allocations, of_multi_source_bfs) {
  const std::vector<vertex_id> sources{0, 5, vertices / 2, vertices - 1};
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), weighted_share(), options);
    expect_that_all_are_told("multi-source BFS", [&] { static_cast<void>(rank_multi_bfs(g, sources)); });
  }
}

TEST_F(rank_allocations, of_components) {
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), weighted_share(), options);
    expect_that_all_are_told("components", [&] { static_cast<void>(weakly_connected_components(g)); });
  }
}

// Coloring and the serial rest, and all grids, but no delegates.
TEST_F(rank_allocations, of_strong_components) {
  test::edge_pairs triangles;  // each with an edge to the one before, so that all have their own color
  for (std::uint64_t v = 0; v + 2 < vertices; v += 3)
    triangles.insert(triangles.end(), {{v, v + 1}, {v + 1, v + 2}, {v + 2, v}, {v, v - std::min<std::uint64_t>(v, 3)}});
  const edge_list list = test::edges_of(vertices, triangles, true);
  for (const auto& [rows, columns] : test::all_grids()) {
    const rank_graph g(ranks(), test::own_share(list), {rows, columns, true, test::rank_control()});
    for (const std::uint64_t most_serial : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      expect_that_all_are_told("strong components", [&] {
        std::vector<std::uint64_t> labels;
        on_all_processes(ranks(), [&] { labels.resize(g.last_vertex() - g.first_vertex()); });
        ranks_engine::strong_components(g.parts(), {}, labels, 1, {}, most_serial);
      });
    }
    expect_that_all_are_told("labels", [&] { static_cast<void>(strongly_connected_components(g)); });
  }
}

TEST_F(rank_allocations, of_core_numbers) {
  for (const auto& [rows, columns] : test::all_grids()) {
    const rank_graph g(ranks(), weighted_share(), {rows, columns, true, test::rank_control()});
    expect_that_all_are_told("core numbers", [&] {
      const rank_cores_result found = core_numbers(g, {.gather = false});
      EXPECT_TRUE(validate_cores(g, found.core_numbers.view()).valid);
    });
  }
}

TEST_F(rank_allocations, of_triangles) {
  for (const auto& [rows, columns] : test::all_grids()) {
    for (const bool directed : {false, true}) {
      const edge_list edges = test::hubs_first(vertices / 4, 1000, 2, directed);
      const rank_graph g(ranks(), test::own_share(edges), {rows, columns, true, test::rank_control()});
      expect_that_all_are_told("triangles",
                               [&] { static_cast<void>(count_triangles(g, {.directions = triangle_directions::counted})); });
    }
  }
}

TEST_F(rank_allocations, of_user_programs_of_searches) {
  const graph g = build(test::hubs_first(vertices / 4, 1000, 2, false)).g;
  const execution exec{.ranks = &ranks(), .control = test::rank_control()};
  const std::vector<vertex_id> sources{0, 1, 2, 3, 4};
  expect_that_all_are_told("distances", [&] { static_cast<void>(multi_search(g, sources, distances{}, {}, exec)); });
  expect_that_all_are_told("totals", [&] { static_cast<void>(multi_search(g, sources, ::betweenness{}, {}, exec)); });
}

TEST_F(rank_allocations, of_user_programs) {
  for (const auto& [rows, columns] : test::all_grids()) {
    const rank_graph g(ranks(), weighted_share(), {rows, columns, true, test::rank_control()});
    for (const superstep_way way : {superstep_way::push, superstep_way::pull}) {
      const edge_vertex_options options{.max_supersteps = 3, .way = way};
      expect_that_all_are_told("user program", [&] { static_cast<void>(edge_vertex(g, shortest_paths{0}, options)); });
    }
  }
}

TEST_F(rank_allocations, of_pagerank) {
  rank_pagerank_options ranking;
  ranking.ranking.max_iterations = 2;
  ranking.ranking.weighted = true;
  for (const rank_graph_options& options : all_options()) {
    const rank_graph g(ranks(), weighted_share(), options);
    expect_that_all_are_told("pagerank", [&] { static_cast<void>(rank_pagerank(g, ranking)); });
  }
}

// Calls on a copy of the graph in each process, with enough sources for each to have some.
TEST_F(rank_allocations, of_shared_searches) {
  const graph g = build(test::hubs_first(vertices, 1000, 2, false)).g;
  const execution exec{.ranks = &ranks(), .control = test::rank_control()};
  std::vector<vertex_id> some;
  for (vertex_id v = 0; v < 10; ++v) some.push_back(v * 6000);
  expect_that_all_are_told("betweenness", [&] { static_cast<void>(betweenness(g, {.sources = some, .edges = true}, exec)); });
  expect_that_all_are_told("closeness", [&] { static_cast<void>(closeness(g, {.vertices = some}, exec)); });
  expect_that_all_are_told("harmonic", [&] { static_cast<void>(harmonic(g, {.samples = 10}, exec)); });
  const graph few_rounds = build(grid(60, 60)).g;
  expect_that_all_are_told("eccentricity", [&] { static_cast<void>(eccentricity(few_rounds, {}, exec)); });
  expect_that_all_are_told("diameter", [&] { static_cast<void>(diameter(few_rounds, exec)); });
  expect_that_all_are_told("neighbors", [&] { static_cast<void>(k_hop_neighbors(g, some, 2, {}, exec)); });
}

}  // namespace
}  // namespace fathom
