// depth_limit, target, requested results, and rejected arguments.
#include <gtest/gtest.h>

#include <stdexcept>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/validate.hpp"
#include "reference/check_tree.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

using test::as_vector;
using test::manner;

constexpr vertex_order both_orders[] = {vertex_order::caller, vertex_order::degree};

class options_over_zoo : public testing::TestWithParam<test::specimen> {
 protected:
  const graph g_ = build(GetParam().edges()).g;

  // A search on a device allocates its memory, which takes milliseconds: options are tried from one source there.
  [[nodiscard]] std::vector<vertex_id> sources() const {
    if (test::tested_device().kind == device_kind::cpu || g_.num_vertices() == 0) return test::some_sources(g_);
    return {g_.properties().max_out_degree_vertex};
  }

  // Calls body(layout, manner) for every vertex order and search method.
  template <class Body>
  void in_every_manner(Body body) const {
    for (const vertex_order order : both_orders) {
      const layout l = test::prepared(g_, order);
      for (const manner& m : test::manners()) {
        if (!test::applies(m, g_)) continue;
        SCOPED_TRACE(m.name + (order == vertex_order::caller ? ", caller's order" : ", degree order"));
        body(l, m);
        if (HasFatalFailure()) return;
      }
    }
  }

  void expect_limited(const bfs_result& result, vertex_id source, hop_count limit) const {
    const auto distances = test::queue_bfs(g_, source, limit);
    ASSERT_EQ(as_vector(result.distances), distances);
    ASSERT_EQ(test::tree_fault(g_, source, distances, result.predecessors.view()), "");
    validate_options options;
    options.depth_limit = limit;
    const bfs_validation v = validate_bfs(g_, source, result.distances.view(), result.predecessors.view(), options);
    ASSERT_TRUE(v.valid) << v.message;
    ASSERT_EQ(result.report.reached, v.reached);
    ASSERT_EQ(result.report.edges_traversed, v.edges_traversed);
    ASSERT_EQ(result.report.depth, *std::max_element(distances.begin(), distances.end()));
  }
};

TEST_P(options_over_zoo, depth_limit_ends_the_search) {
  for (const vertex_id source : sources()) {
    in_every_manner([&](const layout& l, manner m) {
      for (const hop_count limit : {0, 1, 2, 5}) {
        m.options.depth_limit = limit;
        expect_limited(m.search(l, source, 2), source, limit);
      }
    });
  }
}

TEST_P(options_over_zoo, target_ends_the_search_with_its_level) {
  if (g_.num_vertices() == 0) return;
  const vertex_id source = g_.properties().max_out_degree_vertex;
  const auto distances = test::queue_bfs(g_, source);
  in_every_manner([&](const layout& l, manner m) {
    for (const vertex_id target : {source, vertex_id{0}, g_.num_vertices() / 3, g_.num_vertices() - 1}) {
      m.options.target = target;
      const hop_count level = distances[target];
      expect_limited(m.search(l, source, 2), source, level == unreachable ? std::numeric_limits<hop_count>::max() : level);
    }
  });
}

TEST_P(options_over_zoo, only_what_is_requested_is_returned) {
  if (g_.num_vertices() == 0) return;
  const vertex_id source = g_.num_vertices() / 2;
  const auto distances = test::queue_bfs(g_, source);
  in_every_manner([&](const layout& l, manner m) {
    for (const bool deterministic : {false, true}) {
      m.options.deterministic = deterministic;
      m.options.return_distances = true, m.options.return_predecessors = false;
      const bfs_result first = m.search(l, source, 2);
      EXPECT_EQ(as_vector(first.distances), distances);
      EXPECT_TRUE(first.predecessors.empty());
      m.options.return_distances = false, m.options.return_predecessors = true;
      const bfs_result second = m.search(l, source, 2);
      EXPECT_TRUE(second.distances.empty());
      EXPECT_EQ(test::tree_fault(g_, source, distances, second.predecessors.view()), "");
      m.options.return_predecessors = false;
      const bfs_result neither = m.search(l, source, 2);
      EXPECT_TRUE(neither.distances.empty() && neither.predecessors.empty());
      EXPECT_EQ(neither.report.reached, first.report.reached);
    }
  });
}

TEST_P(options_over_zoo, the_root_may_be_its_own_parent) {
  for (const vertex_id source : sources()) {
    const auto distances = test::queue_bfs(g_, source);
    in_every_manner([&](const layout& l, manner m) {
      m.options.root = root_parent::self;
      for (const bool deterministic : {false, true}) {
        m.options.deterministic = deterministic;
        EXPECT_EQ(test::tree_fault(g_, source, distances, m.search(l, source, 2).predecessors.view(), source), "");
      }
    });
  }
}

TEST_P(options_over_zoo, unmapped_results_are_the_same_in_the_layouts_ids) {
  for (const vertex_id source : sources()) {
    const auto distances = test::queue_bfs(g_, source);
    in_every_manner([&](const layout& l, manner m) {
      m.options.map_back = false;
      const bfs_result result = m.search(l, source, 2);
      ASSERT_EQ(result.distances.size(), l.num_vertices);
      ASSERT_EQ(result.predecessors.size(), l.num_vertices);
      const auto caller = [&](vertex_id v) { return l.to_caller && v != no_vertex ? l.to_caller[v] : v; };
      std::vector<hop_count> mapped(g_.num_vertices(), unreachable);
      std::vector<vertex_id> predecessors(g_.num_vertices(), no_vertex);
      for (vertex_id v = 0; v < l.num_vertices; ++v) {
        mapped[caller(v)] = result.distances[v];
        predecessors[caller(v)] = caller(result.predecessors[v]);
      }
      if (l.to_internal && l.to_internal[source] == no_vertex) mapped[source] = 0;  // isolated vertices are not in the layout
      ASSERT_EQ(mapped, distances);
      ASSERT_EQ(test::tree_fault(g_, source, distances, predecessors), "");
    });
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, options_over_zoo, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

TEST(many_searches, results_may_be_moved_out) {
  const graph g = build(kron(9)).g;
  for (const vertex_order order : both_orders) {
    std::vector<bfs_result> kept;
    const std::vector<vertex_id> sources{1, 2, 3, 2};
    bfs(test::prepared(g, order), sources, {}, test::on_tested_device(),
        [&](std::size_t, bfs_result& result) { kept.push_back(std::move(result)); });
    for (std::size_t i = 0; i < sources.size(); ++i) EXPECT_EQ(as_vector(kept[i].distances), test::queue_bfs(g, sources[i]));
  }
}

TEST(many_searches, results_stay_on_the_device) {
  const graph g = build(kron(10, 8)).g;
  for (const vertex_order order : both_orders) {
    const layout l = prepare(g, {order, test::tested_device(), {}});
    const bfs_options options{.keep_on_device = true};
    const std::vector<vertex_id> sources = test::some_sources(g);
    std::vector<bfs_result> kept(sources.size());
    bfs(l, sources, options, test::on_tested_device(), [&](std::size_t i, bfs_result& result) { kept[i] = std::move(result); });
    for (std::size_t i = 0; i < sources.size(); ++i) {
      EXPECT_EQ(kept[i].distances.where(), test::tested_device());
      EXPECT_EQ(kept[i].predecessors.where(), test::tested_device());
      const array<hop_count> distances = to_host(kept[i].distances);
      const array<vertex_id> predecessors = to_host(kept[i].predecessors);
      EXPECT_EQ(as_vector(distances), test::queue_bfs(g, sources[i]));
      EXPECT_TRUE(validate_bfs(g, sources[i], distances.view(), predecessors.view()).valid);
    }
  }
}

TEST(many_searches, an_exception_of_the_consumer_arrives) {
  const layout l = prepare(build(path(9)).g, {vertex_order::automatic, test::tested_device(), {}});
  int calls = 0;
  const std::vector<vertex_id> sources{0, 1, 2};
  EXPECT_THROW(bfs(l, sources, {}, test::on_tested_device(),
                   [&](std::size_t, bfs_result&) {
                     ++calls;
                     throw std::domain_error("enough");
                   }),
               std::domain_error);
  EXPECT_EQ(calls, 1);
}

TEST(many_searches, none_are_none) {
  bfs(prepare(build(path(9)).g), std::span<const vertex_id>(), {}, {}, [](std::size_t, bfs_result&) { FAIL(); });
}

TEST(whole_graph, is_prepared_and_searched_in_one_call) {
  const graph g = build(kron(9)).g;
  EXPECT_EQ(as_vector(bfs(g, 5, {}, test::on_tested_device()).distances), test::queue_bfs(g, 5));
}

template <class Change>
void expect_refused(const graph& g, vertex_id source, error_category category, const char* said, Change change) {
  bfs_options options;
  execution exec = test::on_tested_device();
  change(options, exec);
  for (const vertex_order order : both_orders) {
    test::expect_error(category, said, [&] { (void)bfs(test::prepared(g, order), source, options, exec); });
  }
}

TEST(refused, options_out_of_their_range) {
  const graph g = build(path(5)).g;
  const auto usage = [&](const char* said, auto change) { expect_refused(g, 0, error_category::usage, said, change); };
  const auto nothing = [](bfs_options&, execution&) {};
  expect_refused(g, 5, error_category::usage, "source 5", nothing);
  expect_refused(g, no_vertex, error_category::usage, "source 4294967295", nothing);
  expect_refused(build(path(0)).g, 0, error_category::usage, "source 0", nothing);
  usage("target 5", [](bfs_options& o, execution&) { o.target = 5; });
  usage("depth_limit is -1", [](bfs_options& o, execution&) { o.depth_limit = -1; });
  usage("gamma is 0", [](bfs_options& o, execution&) { o.gamma = 0; });
  usage("gamma is 1.5", [](bfs_options& o, execution&) { o.gamma = 1.5; });
  usage("gamma is nan", [](bfs_options& o, execution&) { o.gamma = std::numeric_limits<double>::quiet_NaN(); });
  usage("alpha is -1", [](bfs_options& o, execution&) { o.alpha = -1; });
  usage("alpha is nan", [](bfs_options& o, execution&) { o.alpha = std::numeric_limits<double>::quiet_NaN(); });
  usage("beta is -1", [](bfs_options& o, execution&) { o.beta = -1; });
  usage("threads is -3", [](bfs_options&, execution& e) { e.control.threads = -3; });
  expect_refused(g, 0, error_category::device, "cuda:99", [](bfs_options&, execution& e) { e.where = {device_kind::cuda, 99}; });
}

TEST(refused, bottom_up_without_in_edges) {
  build_options none;
  none.in = in_edges::none;
  expect_refused(build(fixed_out_degree(50, 2), none).g, 0, error_category::usage, "in-edges",
                 [](bfs_options& o, execution&) { o.strategy = bfs_strategy::bottom_up; });
}

TEST(refused, a_search_that_is_stopped) {
  expect_refused(build(path(5)).g, 0, error_category::cancelled, "stopped",
                 [](bfs_options&, execution& e) { e.control = test::stopped(); });
}

TEST(refused, searching_stops_in_the_middle) {
  const layout l = test::prepared(build(path(200'000)).g, vertex_order::caller);
  execution exec = test::on_tested_device();
  exec.control = test::stopped_on_progress();
  EXPECT_THROW((void)bfs(l, 0, {}, exec), error);
}

}  // namespace
}  // namespace fathom
