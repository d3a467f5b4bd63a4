// Core numbers against the reference, on every graph shape and number of threads.
#include "fathom/cores.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "cores/cores_options.hpp"
#include "cores/engines.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "reference/cores_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

void expect_cores(const graph& g, int threads) {
  const cores_result found = core_numbers(g, cores_on_threads(threads));
  const std::vector<vertex_id> expected = cores_by_hand(g);
  ASSERT_EQ(std::vector<vertex_id>(found.core_numbers.begin(), found.core_numbers.end()), expected) << threads << " threads";
  const vertex_id largest = expected.empty() ? 0 : *std::max_element(expected.begin(), expected.end());
  EXPECT_EQ(found.degeneracy, largest);
  EXPECT_EQ(found.innermost, std::count(expected.begin(), expected.end(), largest));
  std::set<vertex_id> levels(expected.begin(), expected.end());
  levels.erase(0);
  EXPECT_EQ(found.report.levels, levels.size());
  EXPECT_EQ(found.report.where, tested_device());
  EXPECT_FALSE(found.report.engine.empty());
  const cores_validation valid = validate_cores(g, found.core_numbers.view());
  EXPECT_TRUE(valid.valid) << valid.message;
}

class cores_of : public testing::TestWithParam<specimen> {};

TEST_P(cores_of, agree_with_repeated_removal) {
  const graph g = build(GetParam().edges()).g;
  for (const int threads : {1, 2, 4}) expect_cores(g, threads);
}

TEST_P(cores_of, count_both_directions) {
  const graph g = build(as_directed(GetParam().edges())).g;
  for (const int threads : {1, 4}) expect_cores(g, threads);
}

TEST_P(cores_of, need_no_in_edges) {
  build_options options;
  options.in = in_edges::none;
  expect_cores(build(as_directed(GetParam().edges()), options).g, 2);
}

TEST_P(cores_of, ignore_loops_and_count_parallel_edges) {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  expect_cores(build(GetParam().edges(), options).g, 2);
  expect_cores(build(as_directed(GetParam().edges()), options).g, 2);
}

// core_numbers() leaves graphs of this size to one thread.
TEST_P(cores_of, do_not_depend_on_the_number_of_threads) {
  build_options options;
  options.loops = self_loops::keep;
  for (const graph& g : {build(GetParam().edges(), options).g, build(as_directed(GetParam().edges()), options).g}) {
    const std::vector<vertex_id> expected = cores_by_hand(g);
    for (const int threads : {2, 3, 8}) {
      std::vector<vertex_id> core(g.num_vertices());
      cores_engine::peel(g.view(), true, core.data(), threads, {});
      ASSERT_EQ(core, expected) << threads << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, cores_of, testing::ValuesIn(zoo()), specimen_name());

// From forests to graphs with a large innermost core.
TEST(cores, agree_on_random_graphs_of_all_densities) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::uint64_t n = 3000, m = n * seed * seed / 8;
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) {
      pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % (1 + random_bits(seed, 2 * i) % n));
    }
    expect_cores(build(edges_of(n, pairs, false)).g, 4);
    expect_cores(build(edges_of(n, pairs, true)).g, 3);
  }
}

TEST(cores, are_zero_without_edges_and_absent_without_vertices) {
  const cores_result isolated = core_numbers(build(edges_of(5, {}, false)).g, cores_on_threads(0));
  EXPECT_EQ(std::vector<vertex_id>(isolated.core_numbers.begin(), isolated.core_numbers.end()), std::vector<vertex_id>(5, 0));
  EXPECT_EQ(isolated.degeneracy, 0u);
  EXPECT_EQ(isolated.innermost, 5u);
  const cores_result nothing = core_numbers(graph(), cores_on_threads(0));
  EXPECT_TRUE(nothing.core_numbers.empty());
  EXPECT_EQ(nothing.degeneracy, 0u);
  EXPECT_EQ(nothing.innermost, 0u);
}

TEST(cores, stay_on_the_device_on_request) {
  if (tested_device().kind == device_kind::cpu) GTEST_SKIP() << "needs a GPU";
  for (const specimen& s : zoo()) {
    SCOPED_TRACE(s.name);
    const graph g = build(s.edges()).g;
    const cores_result expected = core_numbers(g);
    cores_options options = cores_on_threads(0);
    options.keep_on_device = true;
    for (const graph& one : {g, with_rows_on(g, tested_device())}) {
      const cores_result kept = core_numbers(one, options);
      EXPECT_EQ(kept.degeneracy, expected.degeneracy);
      EXPECT_EQ(kept.innermost, expected.innermost);
      if (g.num_vertices() > 0) {
        EXPECT_EQ(kept.core_numbers.where(), tested_device());
      }
      const array<vertex_id> numbers = to_host(kept.core_numbers);
      EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), expected.core_numbers.begin(), expected.core_numbers.end()));
    }
  }
}

TEST(cores, stop_on_request_and_refuse_nonsense) {
  const graph g = build(grid(50, 50)).g;
  EXPECT_THROW(static_cast<void>(core_numbers(g, cores_on_threads(-1))), error);
  cores_options options;
  options.keep_on_device = true;
  EXPECT_THROW(static_cast<void>(core_numbers(g, options)), error);
  options = {};
  options.where = {device_kind::cuda, 99};
  EXPECT_THROW(static_cast<void>(core_numbers(g, options)), error);
  options = cores_on_threads(0);
  options.control = stopped_on_progress();
  expect_error(error_category::cancelled, [&] { static_cast<void>(core_numbers(g, options)); });
}

}  // namespace
}  // namespace fathom::test
