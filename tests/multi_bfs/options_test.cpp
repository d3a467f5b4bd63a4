// Options of multi-source BFS: rejected requests and automatic choices.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "joined.hpp"

namespace fathom {
namespace {

std::string refusal(const graph& g, const std::vector<vertex_id>& sources, const multi_bfs_options& options) {
  return test::expect_error(error_category::usage,
                            [&] { static_cast<void>(multi_bfs(g, sources, options, test::tested_place())); });
}

TEST(multi_bfs_options, bad_ones_are_named) {
  const graph g = build(grid(5, 5)).g;
  multi_bfs_options options;
  EXPECT_EQ(refusal(g, {}, options), "there are no sources to search from; give at least one");
  EXPECT_EQ(refusal(g, {3, 25, 4}, options), "source 25 (number 2 of 3) is outside the graph of 25 vertices (0 to 24)");
  options.depth_limit = -1;
  EXPECT_EQ(refusal(g, {3}, options), "depth_limit is -1; give 0 (only the sources) or more");
  options = {};
  options.width = 100;
  EXPECT_EQ(refusal(g, {3}, options), "width is 100; give 64, 128, 256, 512 or 1024 searches per group, or 0 for automatic");
  options = {};
  options.small_degree = 0;
  EXPECT_EQ(refusal(g, {3}, options), "small_degree is 0; give the exclusive upper bound on the out-degree of a group's sources");
  options = {};
  options.early_termination = false;
  EXPECT_EQ(refusal(g, {3}, options),
            "early_termination is false, but the method is 'auto'; only 'bitwise' and 'ibfs' can search without it");
  options = {};
  options.merge_updates = true;
  EXPECT_EQ(refusal(g, {3}, options),
            "merge_updates is true, but the method is 'auto'; only 'ibfs' merges updates in shared memory");
  options = {};
  if (test::tests_cuda()) {
    options.method = multi_bfs_method::bitwise, options.early_termination = false;
    EXPECT_EQ(refusal(g, {3}, options),
              "early_termination is false, but method 'bitwise' always terminates early on device 'cuda:0'; use 'ibfs', or search "
              "on the CPU");
  } else {
    options.method = multi_bfs_method::ibfs;
    EXPECT_EQ(refusal(g, {3}, options), "method 'ibfs' needs a CUDA device, but these searches run on the cpu; use 'bitwise'");
  }
  options = {};
  options.return_predecessors = true;
  build_options how;
  how.in = in_edges::none;
  EXPECT_EQ(refusal(build(test::directed_cycle(9), how).g, {0}, options),
            "predecessors in multi-source BFS need in-edges, but this directed graph was built without them; build it with "
            "in_edges::automatic");
}

TEST(multi_bfs_options, duplicate_sources_are_searched_once) {
  const graph g = build(grid(9, 9)).g;
  const std::vector<vertex_id> sources{5, 80, 5, 5, 7, 80};
  multi_bfs_options options;
  options.return_predecessors = true;
  const multi_bfs_result result = multi_bfs(g, sources, options, test::tested_place());
  EXPECT_EQ(result.report.sources, 6u);
  EXPECT_EQ(result.report.searches, 3u);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(test::as_vector(result.distances_from(i)), test::queue_bfs(g, sources[i]));
  }
  EXPECT_EQ(test::as_vector(result.predecessors_from(0)), test::as_vector(result.predecessors_from(3)));
}

TEST(multi_bfs_options, depth_limit_cuts) {
  const graph g = build(grid(9, 9)).g;
  multi_bfs_options options;
  options.method = multi_bfs_method::bitwise;
  for (const hop_count limit : {0, 1, 5}) {
    options.depth_limit = limit;
    const multi_bfs_result result = multi_bfs(g, std::vector<vertex_id>{0, 40}, options, test::tested_place());
    EXPECT_EQ(test::as_vector(result.distances_from(0)), test::queue_bfs(g, 0, limit));
    EXPECT_EQ(test::as_vector(result.distances_from(1)), test::queue_bfs(g, 40, limit));
  }
}

TEST(multi_bfs_options, the_engine_is_chosen_with_a_reason) {
  const auto engine_for = [](const graph& g, std::size_t sources) {
    return multi_bfs(g, test::spread_sources(g, static_cast<vertex_id>(sources)), {}, test::tested_place()).report.engine;
  };
  if (test::tests_cuda()) {
    EXPECT_EQ(engine_for(build(kron(8)).g, 8), "CUDA, bitwise");
    EXPECT_EQ(engine_for(build(kron(8)).g, 1), "CUDA, sequential: there is only one search");
    EXPECT_EQ(engine_for(build(kron(8)).g, 7), "CUDA, sequential: concurrent search pays off only from 8 searches on");
    return;
  }
  EXPECT_EQ(engine_for(build(kron(8)).g, 20), "CPU, bitwise");
  EXPECT_EQ(engine_for(build(kron(8)).g, 1), "CPU, sequential: there is only one search");
  EXPECT_EQ(engine_for(build(kron(8)).g, 15), "CPU, sequential: concurrent search pays off only from 16 searches on");
}

TEST(multi_bfs_options, deep_graphs_are_searched_separately) {
  const std::string where = test::tests_cuda() ? "CUDA" : "CPU";
  for (const auto& [searches, deepest] : test::tests_cuda() ? std::vector<std::pair<int, int>>{{16, 48}, {100, 120}}
                                                            : std::vector<std::pair<int, int>>{{16, 128}, {100, 128}}) {
    const auto engine_for = [count = static_cast<std::size_t>(searches)](int depth) {
      std::vector<vertex_id> sources(count);
      std::iota(sources.begin(), sources.end(), vertex_id{0});  // the first is an end of the path
      return multi_bfs(build(path(static_cast<vertex_id>(depth) + 1)).g, sources, {}, test::tested_place()).report.engine;
    };
    EXPECT_EQ(engine_for(deepest), where + ", bitwise");
    EXPECT_EQ(engine_for(deepest + 1), where + ", separate: a joint frontier of " + std::to_string(searches) +
                                           " searches does not pay off in a graph of more than " + std::to_string(deepest) +
                                           " levels from vertex 0");
  }
}

TEST(multi_bfs_options, a_group_is_only_as_wide_as_needed) {
  const graph g = build(kron(8)).g;
  const auto width_for = [&](vertex_id sources) {
    return multi_bfs(g, test::spread_sources(g, sources), {}, test::tested_place()).report.width;
  };
  EXPECT_EQ(width_for(16), 64);
  EXPECT_EQ(width_for(64), 64);
  EXPECT_EQ(width_for(65), 128);
  EXPECT_EQ(width_for(256), 256);
}

TEST(multi_bfs_options, a_stop_ends_the_searches) {
  const graph g = build(kron(10)).g;
  std::stop_source stopper;
  stopper.request_stop();
  for (const multi_bfs_method method : test::methods_of_tested_device()) {
    multi_bfs_options options;
    options.method = method;
    execution place = test::tested_place();
    place.control.stop = stopper.get_token();
    test::expect_error(error_category::cancelled, [&] {
      static_cast<void>(multi_bfs(prepare(g), std::vector<vertex_id>{1, 2, 3}, options, place));
    });
  }
}

TEST(multi_bfs_options, bytes_hold_254_levels) {
  const graph g = build(path(400)).g;
  multi_bfs_options options;
  options.method = multi_bfs_method::joint;
  EXPECT_EQ(
      refusal(g, {0, 1}, options),
      "the joint method keeps distances in bytes, and a search is deeper than 254 levels; choose another method, or a depth limit "
      "of at most 254");
  options.depth_limit = 254;
  EXPECT_EQ(test::as_vector(multi_bfs(g, std::vector<vertex_id>{0, 1}, options, test::tested_place()).distances_from(0)),
            test::queue_bfs(g, 0, 254));
}

}  // namespace
}  // namespace fathom
