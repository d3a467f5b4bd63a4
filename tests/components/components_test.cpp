// Components against reference implementations, on every graph shape and number of threads.
#include "fathom/components.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "reference/strong_components.hpp"
#include "reference/union_find.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

components_options on_threads(int threads) {
  components_options options;
  options.where = tested_device();
  options.control.threads = threads;
  return options;
}

template <class Change>
graph built(const specimen& s, Change change) {
  build_options options;
  change(options);
  return build(s.edges(), options).g;
}

// Labels as in the reference, and everything else consistent with the labels.
void expect_components(const components_result& found, const std::vector<vertex_id>& labels) {
  ASSERT_EQ(std::vector<vertex_id>(found.labels.begin(), found.labels.end()), labels);
  std::map<vertex_id, vertex_id> sizes;
  for (const vertex_id label : labels) ++sizes[label];
  EXPECT_EQ(found.count, sizes.size());
  ASSERT_EQ(found.components.size(), sizes.size());
  component largest;
  std::size_t i = 0;
  for (const auto& [label, size] : sizes) {
    EXPECT_EQ(found.components[i++], (component{label, size}));
    if (size > largest.size) largest = {label, size};
  }
  EXPECT_EQ(found.largest, largest);
}

class components_of : public testing::TestWithParam<specimen> {};

TEST_P(components_of, agree_with_union_find) {
  const graph g = build(GetParam().edges()).g;
  for (const int threads : {1, 2, 4}) {
    expect_components(weakly_connected_components(g, on_threads(threads)), components_by_hand(g));
    if (!g.directed()) expect_components(connected_components(g, on_threads(threads)), components_by_hand(g));
  }
}

TEST_P(components_of, agree_with_two_depth_first_passes) {
  const graph g = build(GetParam().edges()).g;
  for (const int threads : {1, 2, 4}) {
    expect_components(strongly_connected_components(g, on_threads(threads)), strong_components_by_hand(g));
  }
}

TEST_P(components_of, need_no_in_edges) {
  const graph g = built(GetParam(), [](build_options& o) { o.in = in_edges::none; });
  expect_components(weakly_connected_components(g, on_threads(0)), components_by_hand(g));
  expect_components(strongly_connected_components(g, on_threads(0)), strong_components_by_hand(g));
}

TEST_P(components_of, keep_loops_and_parallel_edges) {
  const graph g = built(GetParam(), [](build_options& o) { o.parallel = parallel_edges::keep, o.loops = self_loops::keep; });
  expect_components(weakly_connected_components(g, on_threads(0)), components_by_hand(g));
  expect_components(strongly_connected_components(g, on_threads(0)), strong_components_by_hand(g));
}

INSTANTIATE_TEST_SUITE_P(zoo, components_of, testing::ValuesIn(zoo()), specimen_name());

edge_list random_edges(std::uint64_t n, std::uint64_t m, std::uint64_t seed, bool directed) {
  edge_pairs pairs;
  for (std::uint64_t i = 0; i < m; ++i) {
    pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % n);
  }
  return edges_of(n, pairs, directed);
}

// Around one edge per vertex, components of all sizes occur; some graphs have no giant component, others one that sampling misses.
TEST(components, are_right_where_the_giant_appears) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::uint64_t n = 20'000, m = n * seed / 6;
    const graph g = build(random_edges(n, m, seed, false)).g, d = build(random_edges(n, m, seed, true)).g;
    expect_components(connected_components(g, on_threads(4)), components_by_hand(g));
    expect_components(weakly_connected_components(d, on_threads(4)), components_by_hand(d));
    expect_components(strongly_connected_components(d, on_threads(4)), strong_components_by_hand(d));
  }
}

// Every union is with the largest root: the deepest trees.
TEST(components, survive_paths_in_any_order_of_ids) {
  constexpr vertex_id n = test::long_path_vertices;
  edge_pairs falling, shuffled;
  for (vertex_id v = n - 1; v > 0; --v) falling.emplace_back(v, v - 1);
  for (vertex_id v = 0; v + 1 < n; ++v) shuffled.emplace_back(v * 7919ull % n, (v + 1) * 7919ull % n);
  for (const edge_pairs& pairs : {falling, shuffled}) {
    for (const bool directed : {false, true}) {
      const graph g = build(edges_of(n, pairs, directed)).g;
      const components_result weak = weakly_connected_components(g, on_threads(4));
      EXPECT_EQ(weak.count, 1u);
      EXPECT_EQ(weak.largest, (component{0, n}));
      EXPECT_EQ(strongly_connected_components(g, on_threads(4)).count, directed ? n : 1u);
    }
  }
}

// Neither the searches nor the traversal may recurse: a path of a million vertices, a cycle, and a chain of cycles.
TEST(components, survive_depth) {
  constexpr vertex_id n = 1'000'000;
  edge_pairs pairs;
  for (vertex_id v = 0; v + 1 < n; ++v) pairs.emplace_back(v, v + 1);
  EXPECT_EQ(strongly_connected_components(build(edges_of(n, pairs, true)).g, on_threads(4)).count, n);
  pairs.emplace_back(n - 1, 0);
  EXPECT_EQ(strongly_connected_components(build(edges_of(n, pairs, true)).g, on_threads(4)).count, 1u);
  pairs.pop_back();
  for (vertex_id v = 3; v < n; v += 4) pairs.emplace_back(v, v - 3);
  const components_result chain = strongly_connected_components(build(edges_of(n, pairs, true)).g, on_threads(4));
  EXPECT_EQ(chain.count, n / 4);
  EXPECT_EQ(chain.largest, (component{0, 4}));
}

TEST(components, name_both_kinds_for_a_directed_graph) {
  const graph g = build(edges_of(3, {{0, 1}, {1, 2}}, true)).g;
  const std::string message = expect_error(error_category::usage, "weakly_connected_components()",
                                           [&] { static_cast<void>(connected_components(g, on_threads(0))); });
  EXPECT_NE(message.find("strongly_connected_components()"), std::string::npos) << message;
}

TEST(components, count_without_sizes) {
  components_options options = on_threads(0);
  options.sizes = false;
  const components_result found = connected_components(build(edges_of(6, {{0, 1}, {4, 3}}, false)).g, options);
  EXPECT_EQ(found.count, 4u);
  EXPECT_TRUE(found.components.empty());
  EXPECT_EQ(found.largest, component{});
}

using find_components = components_result (*)(const graph&, const components_options&);
constexpr find_components kinds[] = {weakly_connected_components, strongly_connected_components};

std::vector<component> by_size(const std::vector<vertex_id>& labels, std::size_t most) {
  std::map<vertex_id, vertex_id> sizes;
  for (const vertex_id label : labels) ++sizes[label];
  std::vector<component> sorted;
  for (const auto& [label, size] : sizes) sorted.push_back({label, size});
  std::stable_sort(sorted.begin(), sorted.end(), [](const component& a, const component& b) { return a.size > b.size; });
  sorted.resize(std::min(most, sorted.size()));
  return sorted;
}

TEST_P(components_of, list_the_largest_first_on_request) {
  const graph g = build(GetParam().edges()).g;
  for (const vertex_id most : {1u, 3u, 64u, 100u}) {
    components_options options = on_threads(2);
    options.most_components = most;
    for (const find_components find : kinds) {
      const std::vector<vertex_id> labels = find == kinds[0] ? components_by_hand(g) : strong_components_by_hand(g);
      const components_result found = find(g, options);
      EXPECT_EQ(std::vector<vertex_id>(found.labels.begin(), found.labels.end()), labels);
      EXPECT_EQ(std::vector<component>(found.components.begin(), found.components.end()), by_size(labels, most));
      EXPECT_EQ(found.largest, labels.empty() ? component{} : by_size(labels, 1)[0]);
      EXPECT_EQ(found.count, by_size(labels, labels.size()).size());
    }
  }
}

void expect_kept(const graph& g, find_components find, const std::vector<vertex_id>& labels) {
  components_options options = on_threads(2);
  options.keep_on_device = true;
  components_result kept = find(g, options);
  if (g.num_vertices() > 0) {
    EXPECT_EQ(kept.labels.where(), tested_device());
    EXPECT_EQ(kept.components.where(), tested_device());
  }
  kept.labels = to_host(kept.labels), kept.components = to_host(kept.components);
  expect_components(kept, labels);
  options.most_components = 2;
  EXPECT_EQ(find(g, options).components.where(), device{});
  options.most_components = 0, options.sizes = false;
  const components_result counted = find(g, options);
  EXPECT_EQ(counted.count, kept.count);
  EXPECT_TRUE(counted.components.empty());
}

TEST(components, stay_on_the_device_on_request) {
  if (tested_device().kind == device_kind::cpu) GTEST_SKIP() << "needs a GPU";
  for (const specimen& s : zoo()) {
    SCOPED_TRACE(s.name);
    for (const in_edges in : {in_edges::automatic, in_edges::none}) {
      const graph g = built(s, [&](build_options& o) { o.in = in; });
      expect_kept(g, weakly_connected_components, components_by_hand(g));
      expect_kept(g, strongly_connected_components, strong_components_by_hand(g));
      const graph with_rows = with_rows_on(g, tested_device());
      expect_kept(with_rows, weakly_connected_components, components_by_hand(g));
      expect_kept(with_rows, strongly_connected_components, strong_components_by_hand(g));
    }
  }
}

// Tiles of vertices that the device counts together: sizes of components just below, at and just above them.
TEST(components, are_counted_at_the_borders_of_tiles) {
  for (const vertex_id n : {1u, 255u, 256u, 257u, 2047u, 2048u, 2049u, 4096u, 70'000u}) {
    for (const vertex_id step : {1u, 2u, 7u, 2048u}) {
      edge_pairs pairs;
      for (vertex_id v = 0; v + step < n; ++v) pairs.emplace_back(v, v + step);
      const graph g = build(edges_of(n, pairs, false)).g;
      const components_result found = connected_components(g, on_threads(2));
      ASSERT_EQ(found.count, std::min(n, step));
      for (vertex_id c = 0; c < found.count; ++c) {
        EXPECT_EQ(found.components[c], (component{c, (n - c + step - 1) / step}));
      }
      EXPECT_EQ(found.largest, found.components[0]);
    }
  }
}

TEST(components, reports_add_up) {
  const graph g = build(kron(10)).g;
  for (const find_components find : kinds) {
    const components_report r = find(g, on_threads(2)).report;
    EXPECT_EQ(r.seconds(), r.seconds_copy + r.seconds_search + r.seconds_count);
    EXPECT_EQ(r.seconds_on_device > 0, tested_device().kind == device_kind::cuda);
    EXPECT_LE(r.seconds_on_device, r.seconds());
  }
}

TEST(components, refuse_options_without_effect) {
  const graph g = build(grid(5, 5)).g;
  components_options options;
  options.sizes = false, options.most_components = 3;
  EXPECT_THROW(static_cast<void>(connected_components(g, options)), error);
  options = {};
  options.keep_on_device = true;
  EXPECT_THROW(static_cast<void>(connected_components(g, options)), error);
}

TEST(components, stop_on_request_and_refuse_nonsense) {
  const graph g = build(grid(50, 50)).g;
  components_options options = on_threads(-1);
  EXPECT_THROW(static_cast<void>(connected_components(g, options)), error);
  options = {};
  options.where = {device_kind::cuda, 99};
  EXPECT_THROW(static_cast<void>(connected_components(g, options)), error);
  options = on_threads(0);
  options.control = stopped();
  EXPECT_THROW(static_cast<void>(connected_components(g, options)), error);
  EXPECT_THROW(static_cast<void>(strongly_connected_components(g, options)), error);
  const graph d = build(as_directed(grid(50, 50))).g;
  EXPECT_THROW(static_cast<void>(strongly_connected_components(d, options)), error);
}

}  // namespace
}  // namespace fathom::test
