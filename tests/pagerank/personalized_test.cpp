// personalized_pagerank() against the definition, seed by seed.
#include <cstring>

#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const build_options all_kept{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};

std::vector<double> expected_of(const graph& g, vertex_id seed, bool weighted = true) {
  std::vector<double> p(g.num_vertices(), 0.0);
  p[seed] = 1;
  return ranks_by_hand(g, {.personalization = p, .weighted = weighted});
}

// More seeds than a batch has; one is named twice.
constexpr vertex_id two_batches = 35;
std::vector<vertex_id> seeds_of(const graph& g, vertex_id count) {
  std::vector<vertex_id> seeds;
  for (vertex_id i = 0; i < count; ++i) seeds.push_back(static_cast<vertex_id>(std::uint64_t{i} * 7919 % g.num_vertices()));
  seeds.push_back(seeds.front());
  return seeds;
}

void expect_rows(const graph& g, const std::vector<vertex_id>& seeds, const array<double>& rows, bool weighted = true) {
  ASSERT_EQ(rows.size(), seeds.size() * g.num_vertices());
  std::vector<std::vector<double>> known(g.num_vertices());
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::vector<double>& expected = known[seeds[i]];
    if (expected.empty()) expected = expected_of(g, seeds[i], weighted);
    EXPECT_LE(distance_of(rows.data() + i * g.num_vertices(), expected), 1e-11) << "seed " << seeds[i];
  }
}

pagerank_options precise() { return {.tolerance = 1e-12, .max_iterations = 1000, .where = tested_device()}; }

constexpr edge_offset most_edges = 20'000;  // the reference is slow

TEST(personalized_ranks, are_right_with_huge_and_tiny_weights) {
  const graph g = with_extreme_weights();
  const std::vector<vertex_id> seeds{0, 1, 2, 3};
  expect_rows(g, seeds, personalized_pagerank(g, seeds, precise()).scores, false);
}

class personalized_in_the_zoo : public testing::TestWithParam<specimen> {};

TEST_P(personalized_in_the_zoo, scores_are_those_of_the_definition) {
  const graph g = build(GetParam().edges(), all_kept).g;
  if (g.num_vertices() == 0 || g.num_edges() > most_edges) return;
  const std::vector<vertex_id> seeds = seeds_of(g, 2);
  const personalized_pagerank_result found = personalized_pagerank(g, seeds, precise());
  EXPECT_TRUE(found.report.converged);
  expect_rows(g, seeds, found.scores);
  for (const device where : {device{}, tested_device()}) {
    const layout l = prepare(g, {.order = vertex_order::degree, .where = where, .control = {}});
    expect_rows(g, seeds, personalized_pagerank(g, l, seeds, precise()).scores);
  }
}

TEST_P(personalized_in_the_zoo, scores_follow_weights) {
  const graph g = build(with_weights(GetParam().edges()), all_kept).g;
  if (g.num_vertices() == 0 || g.num_edges() > most_edges) return;
  const std::vector<vertex_id> seeds{0, g.num_vertices() - 1};
  expect_rows(g, seeds, personalized_pagerank(g, seeds, precise()).scores);
  pagerank_options unweighted = precise();
  unweighted.weighted = false;
  expect_rows(g, seeds, personalized_pagerank(g, seeds, unweighted).scores, false);
}

INSTANTIATE_TEST_SUITE_P(zoo, personalized_in_the_zoo, testing::ValuesIn(zoo()), specimen_name());

TEST(personalized_pagerank, works_in_batches) {
  const graph g = build(kron(7)).g;
  const std::vector<vertex_id> seeds = seeds_of(g, two_batches);
  expect_rows(g, seeds, personalized_pagerank(g, seeds, precise()).scores);
}

TEST(personalized_pagerank, stops_at_the_tolerance) {
  const graph g = build(kron(12)).g;
  const std::vector<vertex_id> seeds{1, 500, 4000};
  const pagerank_options rough{.tolerance = 1e-5, .where = tested_device()};
  const personalized_pagerank_result found = personalized_pagerank(g, seeds, rough);
  EXPECT_TRUE(found.report.converged);
  EXPECT_EQ(found.report.single_iterations, found.report.iterations);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    EXPECT_LE(distance_of(found.scores.data() + i * g.num_vertices(), expected_of(g, seeds[i])), 1e-5 * 0.85 / 0.15 + 4e-7);
  }
}

TEST(personalized_pagerank, is_the_same_in_all_runs_and_on_any_number_of_threads) {
  const graph g = build(kron(13)).g;
  const std::vector<vertex_id> seeds = seeds_of(g, two_batches);
  pagerank_options options{.where = tested_device()};
  options.control.threads = 1;
  const personalized_pagerank_result one = personalized_pagerank(g, seeds, options);
  for (const int threads : {2, 5}) {
    options.control.threads = threads;
    const personalized_pagerank_result many = personalized_pagerank(g, seeds, options);
    EXPECT_EQ(std::memcmp(many.scores.data(), one.scores.data(), one.scores.bytes()), 0);
  }
}

TEST(personalized_pagerank, returns_single_precision_and_device_memory_on_request) {
  const graph g = build(kron(9)).g;
  const std::vector<vertex_id> seeds = seeds_of(g, two_batches);
  pagerank_options options{.where = tested_device()};
  const personalized_pagerank_result plain = personalized_pagerank(g, seeds, options);
  options.single_result = true;
  options.keep_on_device = options.where.kind == device_kind::cuda;
  const personalized_pagerank_result kept = personalized_pagerank(g, seeds, options);
  EXPECT_TRUE(kept.scores.empty());
  EXPECT_EQ(kept.single_scores.where(), tested_device());
  const array<float> single = to_host(kept.single_scores);
  ASSERT_EQ(single.size(), plain.scores.size());
  for (std::size_t i = 0; i < single.size(); ++i) ASSERT_EQ(single[i], static_cast<float>(plain.scores[i]));
}

TEST(personalized_pagerank, of_isolated_seeds_is_1_there) {
  const graph lone = build(edges_of(5, {}, false)).g, pair = build(edges_of(5, {{0, 1}}, false)).g;
  for (const graph* g : {&lone, &pair}) {
    const std::vector<vertex_id> seeds{4, 2};
    const personalized_pagerank_result found = personalized_pagerank(*g, seeds, {.where = tested_device()});
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      for (vertex_id v = 0; v < 5; ++v) EXPECT_EQ(found.scores[i * 5 + v], v == seeds[i] ? 1 : 0);
    }
  }
}

TEST(personalized_pagerank, refuses_what_it_cannot_do) {
  const graph g = build(path(4)).g;
  const auto refused = [&](const std::vector<vertex_id>& seeds, const pagerank_options& options, const std::string& part) {
    expect_error(error_category::usage, part, [&] { static_cast<void>(personalized_pagerank(g, seeds, options)); });
  };
  refused({0, 4}, {}, "seed 4 is outside the graph of 4 vertices");
  refused({0}, {.method = pagerank_method::gauss_seidel}, "use power iterations");
  refused({0}, {.damping = 2}, "give a probability, 0 to 1");
  const std::vector<double> p{1, 0, 0, 0};
  pagerank_options options;
  options.start = p;
  refused({0}, options, "leave them out");
  EXPECT_TRUE(personalized_pagerank(g, std::span<const vertex_id>{}).scores.empty());
}

TEST(personalized_pagerank, reports_its_memory_traffic) {
  const graph g = build(generate("path:100")).g;
  const vertex_id seeds[] = {3, 50};
  const pagerank_options options{.tolerance = 0, .max_iterations = 10, .where = tested_device()};
  // Contributions of 16 seeds on a CPU and 32 on a CUDA device, in single precision.
  const std::uint64_t columns = tested_device().kind == device_kind::cpu ? 16 : 32;
  EXPECT_EQ(personalized_pagerank(g, seeds, options).report.bytes, 10 * (198 * 4 + 100 * 8 + 100 * columns * 2 * 4));
}

}  // namespace
}  // namespace fathom::test
