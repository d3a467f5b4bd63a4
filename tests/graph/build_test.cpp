// build() against sorting: adjacency rows, weights, in-edges, properties and receipt of all test graphs, with every option and
// number of threads.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "comparing.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::as_vector;

class build_over_zoo : public testing::TestWithParam<test::specimen> {};

std::vector<build_options> all_options() {
  std::vector<build_options> all;
  for (const bool symmetrize : {false, true}) {
    for (const parallel_edges duplicates : {parallel_edges::min, parallel_edges::keep}) {
      for (const self_loops loops : {self_loops::remove, self_loops::keep}) {
        for (const in_edges in : {in_edges::automatic, in_edges::none}) {
          build_options o;
          o.where = test::tested_device();
          o.symmetrize = symmetrize, o.parallel = duplicates, o.loops = loops, o.in = in;
          all.push_back(o);
        }
      }
    }
  }
  return all;
}

void expect_built(const edge_list& edges, edge_list again, const build_options& options) {
  const bool undirected = !edges.directed || options.symmetrize;
  const auto expected = test::rows_by_hand(edges, options);
  const build_result built = build(std::move(again), options);
  const graph& g = built.g;
  ASSERT_EQ(as_vector(g.arrays().offsets), expected.offsets);
  ASSERT_EQ(as_vector(g.arrays().targets), expected.targets);
  ASSERT_EQ(as_vector(g.arrays().weights), expected.weights);
  test::expect_receipt(built.what, expected.what);
  EXPECT_EQ(built.what.isolated, g.properties().isolated);
  EXPECT_FALSE(built.what.renumbered);
  EXPECT_EQ(g.num_edges(), expected.targets.size());
  if (undirected) {
    EXPECT_FALSE(g.directed());
  }
  // An edge list that contains all reverse edges makes an undirected graph, unless their weights differ.
  if (expected.weights.empty()) {
    const bool in = options.in == in_edges::automatic;
    test::expect_properties(g.properties(), test::properties_by_hand(g.view().out, g.num_vertices(), in));
  }
  EXPECT_EQ(g.has_in_edges(), !g.directed() || options.in == in_edges::automatic);
  if (g.has_in_edges()) test::expect_in_edges(g);
}

TEST_P(build_over_zoo, makes_the_rows_of_the_oracle) {
  for (build_options options : all_options()) {
    for (const int threads : {1, 3}) {
      options.control.threads = threads;
      expect_built(GetParam().edges(), GetParam().edges(), options);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(build_over_zoo, keeps_weights_or_not) {
  for (build_options options : all_options()) {
    for (const bool keep : {true, false}) {
      options.keep_weights = keep;
      options.control.threads = 2;
      expect_built(test::with_weights(GetParam().edges()), test::with_weights(GetParam().edges()), options);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, build_over_zoo, testing::ValuesIn(test::zoo()), test::specimen_name());

// Sizes at which rows are built in many blocks, or one adjacency row fills more than a block.
TEST(build_large, kronecker_and_hubs) {
  for (const int threads : {1, 3}) {
    build_options options;
    options.where = test::tested_device();
    options.control.threads = threads;
    expect_built(test::with_weights(kron(14)), test::with_weights(kron(14)), options);
    expect_built(star(300'000), star(300'000), options);
    expect_built(test::as_directed(kron(15, 8)), test::as_directed(kron(15, 8)), options);
  }
}

TEST(build_large, one_row_of_millions) {
  constexpr std::uint64_t n = 3'000'000;  // more than the size of a buffered block
  for (const int threads : {1, 3}) {
    build_options options;
    options.where = test::tested_device();
    options.control.threads = threads;
    const graph g = build(star(n), options).g;
    ASSERT_EQ(g.num_edges(), 2 * (n - 1));
    ASSERT_EQ(g.view().out.degree(0), n - 1);
    for (vertex_id v = 1; v < n; ++v) {
      ASSERT_EQ(g.view().out.begin(0)[v - 1], v);
      ASSERT_EQ(*g.view().out.begin(v), 0u);
    }
  }
}

edge_list scattered_edges(vertex_id n, std::uint64_t count) {
  edge_list edges;
  edges.num_vertices = n;
  edges.directed = false;
  edges.sources = array<vertex_id>(count);
  edges.targets = array<vertex_id>(count);
  for (std::uint64_t e = 0; e < count; ++e) {
    // Every third target has all bits set or none; every seventh edge is a duplicate.
    const std::uint64_t i = e % 7 == 6 ? e - 1 : e;
    edges.sources[e] = static_cast<vertex_id>(bounded(random_bits(1, i), n));
    edges.targets[e] = i % 3 == 0 ? (i % 2 ? n - 1 : 0) : static_cast<vertex_id>(bounded(random_bits(2, i), n));
  }
  return edges;
}

// Entries pack row and target into 32 bits if possible: up to 2^23 vertices.
TEST(build_large, numbers_of_vertices_around_what_narrow_entries_can_hold) {
  build_options options;
  options.where = test::tested_device();
  options.control.threads = 2;
  for (const vertex_id n : {1u, 2u, 3u, 255u, 256u, 257u, 65'535u, 65'536u, 65'537u, 1u << 17}) {
    SCOPED_TRACE(n);
    for (const std::uint64_t count : {50, 40'000}) expect_built(scattered_edges(n, count), scattered_edges(n, count), options);
  }
  for (const vertex_id n : {(1u << 22) + 1, 1u << 23, (1u << 23) + 1}) {
    SCOPED_TRACE(n);
    expect_built(scattered_edges(n, 70'000), scattered_edges(n, 70'000), options);
  }
}

TEST(build_names, survive) {
  edge_list edges = test::edges_of(3, {{0, 2}}, true);
  edges.original_ids = array<std::uint64_t>(3);
  for (int i = 0; i < 3; ++i) edges.original_ids[i] = 7'000'000'000 + 10 * i;
  edges.labels.offsets = array<std::uint64_t>(4);
  edges.labels.text = array<char>(6);
  for (int i = 0; i < 4; ++i) edges.labels.offsets[i] = 2 * i;
  std::copy_n("aabbcc", 6, edges.labels.text.begin());
  edges.notes = {"a note"};
  const build_result built = build(std::move(edges));
  EXPECT_EQ(built.g.original_id(2), 7'000'000'020u);
  EXPECT_EQ(built.g.find_vertex(7'000'000'010), 1u);
  EXPECT_EQ(built.g.find_vertex(1), std::nullopt);
  EXPECT_EQ(built.g.name(1), "bb");
  EXPECT_EQ(built.g.find_label("cc"), 2u);
  EXPECT_EQ(built.g.find_label("dd"), std::nullopt);
  EXPECT_TRUE(built.what.renumbered);
  EXPECT_EQ(built.what.largest_original_id, 7'000'000'020u);
  EXPECT_EQ(built.what.notes, std::vector<std::string>{"a note"});
}

template <class Spoil>
void expect_refused(error_category category, const std::vector<std::string>& said, Spoil spoil) {
  for (const int threads : {1, 4}) {
    edge_list edges = test::with_weights(kron(12));
    build_options options;
    options.where = test::tested_device();
    options.control.threads = threads;
    spoil(edges, options);
    const std::string message = test::expect_error(category, [&] { (void)build(std::move(edges), options); });
    for (const std::string& part : said) EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST(build_refuses, ids_outside_the_graph) {
  expect_refused(error_category::input, {"4096", "40000"}, [](edge_list& e, build_options&) { e.targets[40'000] = 4096; });
  expect_refused(error_category::input, {"4294967295", "3"}, [](edge_list& e, build_options&) {
    e.sources[3] = no_vertex;
    e.sources[60'000] = 5000;  // the error names the first of them
  });
  expect_refused(error_category::input, {"0 vertices"}, [](edge_list& e, build_options&) { e.num_vertices = 0; });
  expect_refused(error_category::input, {"4294967296 vertices"}, [](edge_list& e, build_options&) { e.num_vertices = 1ull << 32; });
}

TEST(build_refuses, weights_that_are_not_numbers) {
  for (const float bad : {std::nanf(""), INFINITY, -INFINITY}) {
    expect_refused(error_category::input, {"777"}, [bad](edge_list& e, build_options&) { e.weights[777] = bad; });
  }
}

TEST(build_refuses, arrays_of_different_sizes) {
  expect_refused(error_category::usage, {"must agree"}, [](edge_list& e, build_options&) { e.targets.truncate(5); });
  expect_refused(error_category::usage, {"must agree"}, [](edge_list& e, build_options&) { e.weights.truncate(5); });
}

TEST(build_refuses, to_continue_when_stopped) {
  std::stop_source stop;
  stop.request_stop();
  expect_refused(error_category::cancelled, {"stopped"}, [&](edge_list&, build_options& o) { o.control.stop = stop.get_token(); });
  expect_refused(error_category::usage, {"threads"}, [&](edge_list&, build_options& o) { o.control.threads = -2; });
}

}  // namespace
}  // namespace fathom
