// Reproducibility, distributions, a vertex permutation that is a bijection, and run control.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "edges.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/scramble.hpp"
#include "graph/layout/quadrants.hpp"

namespace fathom {
namespace {

using test::ends_at;
using test::pairs_of;
using test::sorted_pairs;

class every_family : public testing::TestWithParam<const char*> {};

TEST_P(every_family, is_the_same_on_any_number_of_threads) {
  const auto with = [](int threads) {
    generate_options options;
    options.control.threads = threads;
    return pairs_of(generate(GetParam(), options));
  };
  const auto one = with(1);
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(with(2), one);
  EXPECT_EQ(with(3), one);
}

INSTANTIATE_TEST_SUITE_P(families, every_family,
                         testing::Values("kron:12:8", "rmat:12:8", "uniform:12:8", "random:4099:7", "grid:65x63", "rgg:13",
                                         "delaunay:10", "small-world:5001:6:0.1", "path:5001", "star:5001", "complete:129",
                                         "tree:5001"));

TEST(randomness, another_seed_gives_another_graph) {
  for (const char* spec : {"kron:8:8", "rmat:8:8", "uniform:8:8", "random:300:7", "rgg:8", "delaunay:8", "small-world:300:6:0.1"}) {
    generate_options other;
    other.seed = 1;
    EXPECT_NE(pairs_of(generate(spec)), pairs_of(generate(spec, other))) << spec;
  }
}

TEST(randomness, scrambling_is_a_bijection) {
  for (int bits = 0; bits <= 18; ++bits) {
    for (const std::uint64_t seed : {0ull, 1ull, 27491095ull, ~0ull}) {
      const id_scramble scramble(bits, seed);
      std::vector<bool> seen(std::size_t{1} << bits);
      for (std::uint64_t id = 0; id < seen.size(); ++id) {
        const std::uint64_t to = scramble(id);
        ASSERT_LT(to, seen.size());
        ASSERT_FALSE(seen[to]) << bits << " bits, seed " << seed << ", id " << id;
        seen[to] = true;
      }
    }
  }
}

// Consecutive ids, and ids that differ only in the highest bit, must be mapped far apart: on average a third of the range, like
// random pairs.
TEST(randomness, scrambling_spreads_ids) {
  constexpr int bits = 20;
  constexpr double range = 1 << bits;
  for (const std::uint64_t seed : {0ull, 27491095ull}) {
    const id_scramble scramble(bits, seed);
    for (const std::uint64_t change : {std::uint64_t{1}, std::uint64_t{1} << (bits - 1)}) {
      double sum = 0;
      for (std::uint64_t id = 0; id < 4096; ++id) {
        const double distance = static_cast<double>(scramble(id)) - static_cast<double>(scramble(id ^ change));
        sum += std::abs(distance) / range;
      }
      EXPECT_NEAR(sum / 4096, 1.0 / 3, 0.03) << "change " << change << ", seed " << seed;
    }
  }
}

// Every level of an edge, and every pair of consecutive levels, must fall into the quadrants with the given probabilities.
TEST(randomness, quadrants_have_their_probabilities_at_each_level_and_are_independent) {
  constexpr int scale = 11, edges = 400'000;
  const double p[4] = {0.57, 0.19, 0.19, 0.05};
  const quadrant_sampler sample(scale, {p[0], p[1], p[2]}, 5);
  std::vector<std::array<int, 16>> joint(scale - 1);
  for (std::uint64_t i = 0; i < edges; ++i) {
    const edge_ends e = sample(i);
    for (int level = 0; level + 1 < scale; ++level) {
      const auto quadrant = [&](int l) { return 2 * (e.source >> l & 1) + (e.target >> l & 1); };
      ++joint[level][4 * quadrant(level + 1) + quadrant(level)];
    }
  }
  for (int level = 0; level + 1 < scale; ++level) {
    for (int q = 0; q < 16; ++q) {
      const double expected = edges * p[q / 4] * p[q % 4];
      EXPECT_NEAR(joint[level][q], expected, 5 * std::sqrt(expected)) << "levels " << level << " and above, quadrants " << q;
    }
  }
}

TEST(randomness, certain_quadrants) {
  const std::uint64_t last = (1 << 9) - 1;
  const struct {
    rmat_probabilities p;
    edge_ends always;
  } cases[] = {{{1, 0, 0}, {0, 0}}, {{0, 1, 0}, {0, last}}, {{0, 0, 1}, {last, 0}}, {{0, 0, 0}, {last, last}}};
  for (const auto& c : cases) {
    const quadrant_sampler sample(9, c.p, 5);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      ASSERT_EQ(sample(i).source, c.always.source);
      ASSERT_EQ(sample(i).target, c.always.target);
    }
  }
}

struct shape {
  double isolated, distinct, max_degree;
};

shape shape_of(const edge_list& edges) {
  const auto degree = ends_at(edges);
  auto pairs = sorted_pairs(edges);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return {static_cast<double>(std::count(degree.begin(), degree.end(), 0u)), static_cast<double>(pairs.size()),
          static_cast<double>(*std::max_element(degree.begin(), degree.end()))};
}

// As in the specification's Octave reference: one random number per bit for the source, and one for the target.
edge_list graph500_by_hand(int scale, int edge_factor, rmat_probabilities p) {
  const double ab = p.a + p.b, c_norm = p.c / (1 - ab), a_norm = p.a / ab;
  const std::size_t m = static_cast<std::size_t>(edge_factor) << scale;
  edge_list edges;
  edges.num_vertices = 1u << scale;
  edges.sources = array<vertex_id>(m);
  edges.targets = array<vertex_id>(m);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit;
  for (std::size_t i = 0; i < m; ++i) {
    vertex_id u = 0, v = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const bool source = unit(random) > ab;
      const bool target = unit(random) > (source ? c_norm : a_norm);
      u |= static_cast<vertex_id>(source) << bit;
      v |= static_cast<vertex_id>(target) << bit;
    }
    edges.sources[i] = u;
    edges.targets[i] = v;
  }
  return edges;
}

TEST(randomness, kron_has_the_shape_of_the_specification) {
  const shape ours = shape_of(kron(14)), reference = shape_of(graph500_by_hand(14, 16, {}));
  EXPECT_NEAR(ours.isolated, reference.isolated, 0.02 * reference.isolated);
  EXPECT_NEAR(ours.distinct, reference.distinct, 0.01 * reference.distinct);
  EXPECT_NEAR(ours.max_degree, reference.max_degree, 0.05 * reference.max_degree);
}

TEST(control, progress_ascends_to_the_total_and_its_exceptions_arrive) {
  generate_options options;
  std::uint64_t last = 0, total = 1;
  options.control.on_progress = [&](const progress& p) {
    EXPECT_GE(p.done, last);
    last = p.done, total = p.total;
  };
  const edge_list g = kron(10, 4, {}, options);
  EXPECT_EQ(last, g.size());
  EXPECT_EQ(total, g.size());
  options.control.on_progress = [](const progress&) { throw std::domain_error("enough"); };
  EXPECT_THROW((void)kron(10, 4, {}, options), std::domain_error);
  EXPECT_THROW((void)random_geometric(10, options), std::domain_error);
}

TEST(control, a_stop_ends_every_family) {
  std::stop_source source;
  source.request_stop();
  generate_options options;
  options.control.stop = source.get_token();
  for (const char* spec :
       {"kron:8", "uniform:8", "random:99:3", "grid:9x9", "rgg:8", "delaunay:7", "small-world:99:4:0.5", "path:99", "complete:9"}) {
    test::expect_error(error_category::cancelled, [&] { (void)generate(spec, options); });
  }
}

}  // namespace
}  // namespace fathom
