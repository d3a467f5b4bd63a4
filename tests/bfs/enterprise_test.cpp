// Boundary cases of Enterprise's techniques: adjacency rows at the limits between queues, more levels than status codes, the hub
// cache. On the CPU, the same graphs are searched with all its methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/papers/enterprise.hpp"
#include "fathom/validate.hpp"
#include "reference/check_tree.hpp"
#include "sanitized.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using test::as_vector;
using test::manner;

void expect_right(const graph& g, vertex_id source, const std::vector<hop_count>& distances, const bfs_result& result) {
  ASSERT_EQ(as_vector(result.distances), distances);
  // The reference scans whole adjacency rows for each tree edge, which takes too long for hubs.
  if (g.properties().max_out_degree + g.properties().max_in_degree < 1'000) {
    ASSERT_EQ(test::tree_fault(g, source, distances, result.predecessors.view()), "");
  }
  const bfs_validation v = validate_bfs(g, source, result.distances.view(), result.predecessors.view());
  ASSERT_TRUE(v.valid) << v.message;
  ASSERT_EQ(v.edges_traversed, result.report.edges_traversed);
}

void search_in_every_manner(const graph& g, const std::vector<vertex_id>& sources) {
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const vertex_id source : sources) {
      const std::vector<hop_count> distances = test::queue_bfs(g, source);
      for (const manner& m : test::manners()) {
        if (m.options.strategy == bfs_strategy::bottom_up && !g.has_in_edges()) continue;
        SCOPED_TRACE(m.name + ", source " + std::to_string(source));
        ASSERT_NO_FATAL_FAILURE(expect_right(g, source, distances, m.search(l, source)));
      }
    }
  }
}

// Degrees of 65,535 to 65,537 and more, with leaves that are discovered both top-down and bottom-up.
TEST(rows_between_queues, beyond_a_cta) {
  const graph g = build(test::hubs({65'535, 65'536, 65'537, 80'000, 3})).g;
  search_in_every_manner(g, {0, 3, 4, g.num_vertices() - 1});
}

TEST(rows_between_queues, of_every_kind_in_one_level) {
  const graph g = build(test::hubs({31, 32, 33, 255, 256, 257, 1000, 70'000, 5, 2})).g;
  search_in_every_manner(g, {0, 5, g.num_vertices() - 1});
}

// Long adjacency rows in only one direction.
TEST(rows_between_queues, of_directed_stars) {
  edge_list outwards = test::as_directed(star(70'000)), inwards = test::as_directed(star(70'000));
  std::swap(inwards.sources, inwards.targets);
  search_in_every_manner(build(std::move(outwards)).g, {0, 17});
  search_in_every_manner(build(std::move(inwards)).g, {0, 17});
}

// Deeper than the level codes of a status byte, which are reused.
TEST(many_levels, of_a_path_from_its_end_and_its_middle) {
  const graph g = build(path(1'100)).g;
  search_in_every_manner(g, {0, 550});
}

TEST(many_levels, of_a_directed_cycle_that_comes_back_to_old_ones) {
  const graph g = build(test::directed_cycle(1'030)).g;
  search_in_every_manner(g, {0, 777});
}

// A ladder of complete graphs: many vertices are discovered at each of many levels, so that most of them are already visited.
TEST(many_levels, of_many_vertices) {
  test::edge_pairs pairs;
  constexpr vertex_id rungs = 600, width = 9;
  for (vertex_id r = 0; r + 1 < rungs; ++r) {
    for (vertex_id i = 0; i < width * width; ++i) pairs.emplace_back(r * width + i / width, (r + 1) * width + i % width);
  }
  search_in_every_manner(build(test::edges_of(rungs * width, pairs, false)).g, {0, rungs / 2 * width});
}

// More levels than a number of 16 bits counts. Methods that read all vertices at each level and differ in rows only are left out.
TEST(many_levels, of_the_long_path) {
  const graph g = build(path(std::min(test::long_path_vertices, 66'000u))).g;
  const layout l = test::prepared(g, vertex_order::caller);
  const std::vector<hop_count> distances = test::queue_bfs(g, 0);
  for (const manner& m : test::every_method(false)) {
    if (m.name.starts_with("enterprise") && m.name != "enterprise-hc") continue;
    SCOPED_TRACE(m.name);
    ASSERT_NO_FATAL_FAILURE(expect_right(g, 0, distances, m.search(l, 0)));
  }
}

TEST(methods_of_papers, need_a_cuda_device) {
  const layout l = prepare(build(path(5)).g);
  const vertex_id source = 0;
  for (const paper_method& method : paper_methods()) {
    test::expect_error(error_category::usage, std::string(method.name) + " requires a CUDA device", [&] {
      method.search(l, {&source, 1}, {}, {}, [](std::size_t, bfs_result&) {});
    });
  }
}

TEST(methods_of_papers, have_names_of_their_own) {
  std::vector<std::string_view> names;
  for (const paper_method& method : paper_methods()) {
    names.push_back(method.name);
    EXPECT_EQ(find_paper_method(method.name), &method);
  }
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc", "graph500-bitmap"}));
  EXPECT_EQ(find_paper_method("auto"), nullptr);
}

class enterprise : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_paper_methods()) GTEST_SKIP() << "Enterprise's methods need a CUDA device";
  }

  static run_report reported(const layout& l, vertex_id source, enterprise_method method) {
    return enterprise_bfs(l, source, {method, {.report_levels = true}}, test::on_tested_device()).report;
  }
};

TEST_F(enterprise, says_its_name_and_changes_direction_by_gamma_once) {
  const graph g = build(kron(14)).g;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const enterprise_method method : all_enterprise_methods) {
      const run_report r = reported(l, g.properties().max_out_degree_vertex, method);
      EXPECT_NE(r.engine.find(to_string(method)), std::string::npos) << r.engine;
      EXPECT_NE(r.engine.find("hub ratio (gamma 0.3)"), std::string::npos) << r.engine;
      int changes = 0;
      for (std::size_t i = 1; i < r.levels.size(); ++i) changes += r.levels[i].way != r.levels[i - 1].way;
      EXPECT_EQ(changes, 1) << to_table(r);
      EXPECT_EQ(r.levels.back().way, direction::bottom_up) << to_table(r);
      std::uint64_t inspected = 0;
      for (const level_report& level : r.levels) inspected += level.edges_inspected;
      EXPECT_LT(inspected, r.edges_traversed) << to_table(r);
    }
  }
}

// Reads saved by the cache plus remaining reads equal the reads without the cache, for the same levels and batches.
TEST_F(enterprise, the_hub_cache_saves_status_reads) {
  const graph g = build(kron(14)).g;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const vertex_id source : random_sources(g, 4)) {
      const hub_cache_report without = reported(l, source, enterprise_method::balancing).hub_cache;
      const hub_cache_report with = reported(l, source, enterprise_method::hub_cache).hub_cache;
      EXPECT_EQ(without.status_reads_saved, 0u);
      EXPECT_GT(with.status_reads_saved, 0u);
      EXPECT_EQ(with.status_reads + with.status_reads_saved, without.status_reads);
      EXPECT_GT(with.share_saved(), 0.1);  // the paper's minimum
      EXPECT_LE(with.share_saved(), 1);
    }
  }
}

// The times of the levels change no result, and no kernel takes longer than the expansion that contains it.
TEST_F(enterprise, times_each_level) {
  const graph g = build(kron(14)).g;
  const layout l = test::prepared(g, vertex_order::caller);
  const vertex_id source = random_sources(g, 1)[0];
  const std::vector<hop_count> distances = test::queue_bfs(g, source);
  for (const enterprise_method method : all_enterprise_methods) {
    std::vector<enterprise_level_times> times(99);  // overwritten
    const bfs_result result = enterprise_bfs(l, source, {method, {.report_levels = true}, &times}, test::on_tested_device());
    EXPECT_EQ(as_vector(result.distances), distances);
    ASSERT_EQ(times.size(), result.report.levels.size());
    for (const enterprise_level_times& level : times) {
      EXPECT_GE(level.seconds_queue, 0);
      EXPECT_GT(level.seconds_expansion, 0);
      double longest = 0;
      for (const double seconds : level.seconds_kernels) longest = std::max(longest, seconds);
      EXPECT_LE(longest, level.seconds_expansion + 1e-6);  // the clock of events has a resolution of half a microsecond
    }
    const bool balanced = method == enterprise_method::balancing || method == enterprise_method::hub_cache;
    const enterprise_level_times& explosion = times[times.size() / 2];
    EXPECT_GT(explosion.seconds_kernels[balanced ? 0 : 2], 0) << to_string(method);
  }
}

TEST_F(enterprise, stops_between_two_levels) {
  const layout l = test::prepared(build(path(1'000'000)).g, vertex_order::caller);  // runs far longer than `stopper` waits
  std::stop_source stop;
  execution exec = test::on_tested_device();
  exec.control.stop = stop.get_token();
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    stop.request_stop();
  });
  test::expect_error(error_category::cancelled, [&] { (void)enterprise_bfs(l, 0, {enterprise_method::hub_cache}, exec); });
}

}  // namespace
}  // namespace fathom
