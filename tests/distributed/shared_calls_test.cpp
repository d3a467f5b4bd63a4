// Centralities, diameter, neighborhoods and triangles by processes that share the searches: as serial oracles have them, and as one
// process.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <stop_token>
#include <tuple>

#include "all_ranks.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "fathom/neighbors.hpp"
#include "fathom/triangles.hpp"
#include "multi_bfs/joined.hpp"
#include "reference/centrality_by_hand.hpp"
#include "reference/shortest_paths.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

constexpr double relative_tolerance = 1e-12;

execution alone_on_cpu() {
  execution exec;
  exec.control.threads = 1;
  return exec;
}

execution shared() {
  execution exec = alone_on_cpu();
  exec.ranks = test::all_ranks();
  return exec;
}

// Number of values that differ by more than the order of a sum explains. No early return in these tests: the other processes
// continue with the next call.
template <class Values>
std::size_t far_apart(const Values& a, const Values& b) {
  if (a.size() != b.size()) return std::max(a.size(), b.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    wrong +=
        !(std::abs(a[i] - b[i]) <= relative_tolerance * std::max(1.0, std::abs(b[i]))) && !(std::isnan(a[i]) && std::isnan(b[i]));
  return wrong;
}

// Every process has the same bits.
void expect_one_result(std::span<const double> values) {
  std::uint64_t bits = 0;
  for (const double v : values) bits = bits * 31 + std::bit_cast<std::uint64_t>(v);
  std::uint64_t first = bits;
  test::all_ranks()->broadcast(std::as_writable_bytes(std::span(&first, 1)), 0);
  EXPECT_EQ(bits, first);
}

template <class Report>
void expect_work(const Report& r, std::uint64_t searches) {
  EXPECT_EQ(r.by_rank.size(), static_cast<std::size_t>(test::all_ranks()->size()));
  std::uint64_t sum = 0;
  for (const shared_work& one : r.by_rank) sum += one.searches;
  EXPECT_EQ(sum, searches);
}

class shared_calls : public testing::TestWithParam<test::specimen> {
 protected:
  graph g_ = build(GetParam().edges()).g;
  bool is_large_ = g_.num_vertices() > 300;
};

TEST_P(shared_calls, betweenness_of_vertices_and_edges) {
  if (g_.num_vertices() >= test::long_path_vertices) return;
  std::vector<vertex_id> sources;
  for (vertex_id v = 0; v < g_.num_vertices(); v += is_large_ ? 41 : 1) sources.push_back(v);
  const betweenness_options options{.sources = sources, .normalized = false, .edges = true};
  const betweenness_result found = betweenness(g_, options, shared());
  const betweenness_result one = betweenness(g_, options, alone_on_cpu());
  EXPECT_EQ(far_apart(found.vertices.view(), one.vertices.view()), 0u);
  EXPECT_EQ(far_apart(found.edges.view(), one.edges.view()), 0u);
  EXPECT_EQ(found.samples, one.samples);
  expect_one_result(found.vertices.view());
  expect_one_result(found.edges.view());
  if (g_.num_vertices() == 0) return;
  EXPECT_EQ(found.report.searches, one.report.searches);
  EXPECT_EQ(found.report.reached, one.report.reached);
  EXPECT_EQ(found.report.edges_traversed, one.report.edges_traversed);
  EXPECT_EQ(found.report.depth, one.report.depth);
  expect_work(found.report, sources.size());
  if (g_.num_vertices() > 60) return;
  const test::all_paths all = test::count_all_paths(g_);
  std::vector<double> by_hand(g_.num_vertices());
  for (vertex_id s = 0; s < g_.num_vertices(); ++s) {
    for (vertex_id t = 0; t < g_.num_vertices(); ++t) {
      if (s == t || all.distance[s][t] == unreachable) continue;
      for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
        if (v != s && v != t) by_hand[v] += test::share_through(all, s, t, v, v, 0) / (g_.directed() ? 1 : 2);
      }
    }
  }
  // Fewer than three vertices are not scaled, but then no vertex is between two others.
  EXPECT_EQ(far_apart(found.vertices.view(), std::span<const double>(by_hand)), 0u);
}

TEST_P(shared_calls, closeness_and_harmonic_centrality) {
  if (g_.num_vertices() > 5000) return;
  const centrality_result near = closeness(g_, {}, shared()), mean = harmonic(g_, {}, shared());
  EXPECT_EQ(near.values, closeness(g_, {}, alone_on_cpu()).values);
  EXPECT_EQ(mean.values, harmonic(g_, {}, alone_on_cpu()).values);
  const centrality_options few{.samples = 9};
  const centrality_result estimate = closeness(g_, few, shared());
  EXPECT_EQ(estimate.values, closeness(g_, few, alone_on_cpu()).values);
  if (g_.num_vertices() > 0) expect_work(near.report, g_.num_vertices());
  if (is_large_) return;
  const test::distance_rows truth = test::all_distances(g_);
  std::size_t wrong = 0;
  for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
    wrong += !(std::abs(near.values[v] - test::closeness_by_hand(truth, v, true)) <= 1e-12);
    wrong += !(std::abs(mean.values[v] - test::harmonic_by_hand(truth, v)) <= 1e-9);
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_P(shared_calls, eccentricity_and_diameter) {
  if (g_.num_vertices() > 5000) return;
  const eccentricity_result all = eccentricity(g_, {}, shared()), one = eccentricity(g_, {}, alone_on_cpu());
  EXPECT_EQ(all.values, one.values);
  EXPECT_EQ(all.report.searches, one.report.searches);  // bounds are combined, so the same sources are chosen
  EXPECT_EQ(all.report.rounds, one.report.rounds);
  const diameter_result d = diameter(g_, shared()), e = diameter(g_, alone_on_cpu());
  EXPECT_EQ(std::tie(d.diameter, d.radius, d.from, d.to, d.centre, d.connected, d.components, d.radius_vertices),
            std::tie(e.diameter, e.radius, e.from, e.to, e.centre, e.connected, e.components, e.radius_vertices));
  EXPECT_EQ(d.report.searches, e.report.searches);
  if (is_large_) return;
  const test::distance_rows truth = test::all_distances(g_);
  std::size_t wrong = 0;
  for (vertex_id v = 0; v < g_.num_vertices(); ++v) wrong += all.values[v] != test::eccentricity_by_hand(truth, v);
  EXPECT_EQ(wrong, 0u);
}

TEST_P(shared_calls, triangles_of_vertices) {
  for (const triangle_directions role : {triangle_directions::ignored, triangle_directions::counted}) {
    const triangles_result found = count_triangles(g_, {.directions = role}, shared());
    const triangles_result one = count_triangles(g_, {.directions = role});
    EXPECT_TRUE(std::equal(found.triangles.begin(), found.triangles.end(), one.triangles.begin(), one.triangles.end()));
    EXPECT_EQ(std::tie(found.count, found.wedges), std::tie(one.count, one.wedges));
  }
}

TEST_P(shared_calls, neighbors_within_hops) {
  if (g_.num_vertices() == 0 || test::is_too_deep(g_)) return;
  std::vector<vertex_id> sources = test::spread_sources(g_, 130);
  sources.push_back(sources.front());  // a duplicate
  multi_bfs_options options;
  options.width = 64;
  execution place;
  place.control.threads = 1;
  const k_hop_neighbors_result one = k_hop_neighbors(g_, sources, 3, options, place);
  place.ranks = test::all_ranks();
  const k_hop_neighbors_result found = k_hop_neighbors(g_, sources, 3, options, place);
  EXPECT_EQ(test::as_vector(found.offsets.view()), test::as_vector(one.offsets.view()));
  EXPECT_EQ(test::as_vector(found.vertices.view()), test::as_vector(one.vertices.view()));
  EXPECT_EQ(test::as_vector(found.distances.view()), test::as_vector(one.distances.view()));
  const k_hop_counts_result counts = k_hop_counts(g_, sources, 3, options, place);
  expect_work(found.report, found.report.searches);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::vector<hop_count> truth = test::queue_bfs(g_, sources[i], 3);
    std::vector<vertex_id> near;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (truth[v] > 0) near.push_back(v);
    }
    wrong += test::as_vector(found.neighbors_of(i)) != near || counts.within(i, 3) != near.size();
  }
  EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(zoo, shared_calls, testing::ValuesIn(test::zoo()), test::specimen_name());

// Rounds of hundreds of sources, in both directions, and rounds that only find depths: a cycle has no bound that helps.
TEST(shared_rounds, of_many_sources) {
  for (const bool directed : {false, true}) {
    edge_list cycle = test::directed_cycle(700);
    cycle.directed = directed;
    const graph g = build(std::move(cycle)).g;
    const eccentricity_result found = eccentricity(g, {}, shared());
    EXPECT_EQ(found.values, std::vector<hop_count>(700, directed ? 699 : 350));
    EXPECT_EQ(found.report.searches, eccentricity(g, {}, alone_on_cpu()).report.searches);
  }
}

// More paths than a double can count, found by one of the processes: all repeat the search.
TEST(shared_rounds, numbers_of_paths_beyond_a_double) {
  const graph g = build(grid(520, 520)).g;
  const std::vector<vertex_id> corners{0, 7};
  const betweenness_result found = betweenness(g, {.sources = corners}, shared());
  const betweenness_result one = betweenness(g, {.sources = corners}, alone_on_cpu());
  EXPECT_EQ(far_apart(found.vertices.view(), one.vertices.view()), 0u);
  EXPECT_NE(one.report.engine.find("extended-range"), std::string::npos);
}

TEST(shared_rounds, load_of_vertices) {
  const graph g = build(small_world(300, 6, 0.1)).g;
  const betweenness_result found = betweenness(g, {.load = true}, shared());
  const betweenness_result one = betweenness(g, {.load = true}, alone_on_cpu()), other = betweenness(g, {}, alone_on_cpu());
  EXPECT_EQ(far_apart(found.vertices.view(), one.vertices.view()), 0u);
  EXPECT_NE(far_apart(found.vertices.view(), other.vertices.view()), 0u);
}

// The message that every process gets; empty if the call went well.
std::string message_of(const std::function<void()>& call) {
  try {
    call();
    return "";
  } catch (const rank_error& e) {
    return e.what();
  }
}

TEST(shared_failures, reach_all_processes) {
  communicator& ranks = *test::all_ranks();
  if (ranks.size() == 1) return;
  const bool is_last = ranks.rank() == ranks.size() - 1;
  const graph g = build(grid(9, 9)).g, other = build(is_last ? grid(3, 27) : grid(9, 9)).g;
  const std::vector<vertex_id> outside{is_last ? vertex_id{900} : vertex_id{3}};
  const auto expect = [](const std::string& found, const char* wanted) {
    EXPECT_NE(found.find(wanted), std::string::npos) << "'" << found << "' instead of '" << wanted << "'";
  };
  expect(message_of([&] { (void)eccentricity(other, {}, shared()); }), "disagree on the number of edges");
  const std::size_t samples = is_last ? 3 : 4;
  expect(message_of([&] { (void)betweenness(g, {.samples = samples}, shared()); }), "disagree on the number of samples");
  expect(message_of([&] { (void)betweenness(g, {.sources = outside}, shared()); }), "900");
  expect(message_of([&] { (void)closeness(g, {.improved = is_last}, shared()); }), "disagree on the definition");
  expect(message_of([&] { (void)harmonic(g, {.vertices = outside}, shared()); }), "900");
  expect(message_of([&] { (void)eccentricity(g, {.vertices = outside}, shared()); }), "900");
  const triangles_options role{.directions = is_last ? triangle_directions::counted : triangle_directions::ignored};
  expect(message_of([&] { (void)count_triangles(other, {}, shared()); }), "disagree on the number of edges");
  expect(message_of([&] { (void)count_triangles(g, role, shared()); }), "disagree on the role of the edges' directions");
  expect(message_of([&] { (void)count_triangles(g, {.keep_on_device = is_last}, shared()); }), "keep_on_device");
  std::stop_source stop;
  if (is_last) stop.request_stop();
  execution stopped = shared();
  stopped.control.stop = stop.get_token();
  expect(message_of([&] { (void)diameter(g, stopped); }), "rank");
  expect(message_of([&] { (void)count_triangles(g, {}, stopped); }), "rank");
  expect(message_of([&] { (void)betweenness(g, {}, stopped); }), "rank");
  expect(message_of([&] { (void)k_hop_counts(g, outside, is_last ? -1 : 2, {}, {.ranks = &ranks}); }), "k is -1");
  execution with_transport = shared();
  with_transport.transport = rank_transport::host;
  expect(message_of([&] { (void)diameter(g, with_transport); }), "requires a distributed graph");
  // All can continue.
  EXPECT_EQ(diameter(g, shared()).diameter, 16);
}

}  // namespace
}  // namespace fathom
