// Frequencies of steps against exact probabilities by node2vec's definition, for fixed seeds.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "fathom/sampling.hpp"
#include "sampling/chi_square.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

constexpr std::uint64_t walks = 400, steps = 500;
constexpr double most_deviation = 4;

// Sum of the weights of the edges from u to v: a dense matrix.
std::vector<std::vector<double>> matrix_of(const graph& g, bool weighted) {
  const adjacency_view& rows = g.view().out;
  std::vector<std::vector<double>> sums(g.num_vertices(), std::vector<double>(g.num_vertices(), 0.0));
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) sums[u][rows.targets[e]] += weighted ? rows.weight(e) : 1;
  }
  return sums;
}

// Probabilities of the next vertex of a walk at v that came from t, by equation 2 of the paper.
std::vector<double> next_of(const std::vector<std::vector<double>>& weight, const std::vector<std::vector<double>>& edges,
                            vertex_id t, vertex_id v, double p, double q) {
  std::vector<double> chance = weight[v];
  for (std::size_t x = 0; x < chance.size(); ++x) chance[x] *= x == t ? 1 / p : edges[t][x] > 0 ? 1 : 1 / q;
  const double total = std::accumulate(chance.begin(), chance.end(), 0.0);
  for (double& c : chance) c /= total;
  return chance;
}

// Compares all second and later steps with the probabilities for p and q.
chi_square compare(const graph& g, const random_walk_options& options, double p, double q) {
  std::vector<vertex_id> sources(g.num_vertices());
  std::iota(sources.begin(), sources.end(), vertex_id{0});
  const random_walk_result found = random_walks(g, sources, options);
  std::map<std::pair<vertex_id, vertex_id>, std::vector<std::uint64_t>> counts;  // of next vertices, by previous and current one
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    const std::span<const vertex_id> walk = found.walk(i);
    for (std::size_t s = 2; s < walk.size() && walk[s] != no_vertex; ++s)
      ++counts.try_emplace({walk[s - 2], walk[s - 1]}, g.num_vertices()).first->second[walk[s]];
  }
  const auto weight = matrix_of(g, options.weighted), edges = matrix_of(g, false);
  chi_square fit;
  for (const auto& [from, seen] : counts) fit.add(seen, next_of(weight, edges, from.first, from.second, p, q));
  return fit;
}

random_walk_options walks_with(double p, double q, bool weighted) {
  return {.length = steps, .walks_per_source = walks / 10, .p = p, .q = q, .weighted = weighted};
}

// With parallel edges, self-loops, weights of 0, and a hub that is a neighbor of every vertex.
graph odd_graph(bool directed, self_loops loops = self_loops::keep) {
  edge_pairs pairs;
  for (std::uint64_t i = 0; i < 60; ++i)
    pairs.emplace_back(static_cast<vertex_id>(random_bits(5, 2 * i) % 12), static_cast<vertex_id>(random_bits(5, 2 * i + 1) % 12));
  for (vertex_id v = 0; v < 12; ++v) pairs.emplace_back(v, 3);
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = loops;
  return build(with_weights(edges_of(12, pairs, directed)), options).g;
}

std::vector<std::pair<std::string, graph>> graphs() {
  return {{"kite", build(krackhardts_kite()).g}, {"odd directed", odd_graph(true)}, {"odd undirected", odd_graph(false)}};
}

TEST(walk_probabilities, are_those_of_node2vec) {
  const std::pair<double, double> parameters[] = {{1, 1}, {0.25, 1}, {4, 1}, {1, 0.25}, {1, 4}, {0.01, 0.5}, {0.5, 2}, {50, 80}};
  std::uint64_t scans = 0;
  for (const auto& [name, g] : graphs()) {
    for (const auto& [p, q] : parameters) {
      for (const bool weighted : {false, true}) {
        const chi_square fit = compare(g, walks_with(p, q, weighted), p, q);
        EXPECT_GT(fit.freedom(), 50);
        EXPECT_LT(std::abs(fit.deviation()), most_deviation) << name << ", p " << p << ", q " << q << ", weighted " << weighted;
      }
    }
    const vertex_id source = 0;
    scans += random_walks(g, {&source, 1}, walks_with(50, 80, false)).report.rows_scanned;
  }
  EXPECT_GT(scans, 0u);  // large p and q test the weighing of whole rows
}

TEST(walk_probabilities, differ_for_other_parameters) {
  const graph g = build(krackhardts_kite()).g;
  EXPECT_GT(compare(g, walks_with(1, 4, false), 1, 3.6).deviation(), most_deviation);
  EXPECT_GT(compare(g, walks_with(0.25, 1, false), 0.28, 1).deviation(), most_deviation);
  EXPECT_GT(compare(odd_graph(true), walks_with(1, 1, false), 1, 1.1).deviation(), most_deviation);
}

// Rows of a caller that are not in ascending order.
TEST(walk_probabilities, are_the_same_in_unsorted_rows) {
  const graph sorted = odd_graph(false);
  graph_arrays arrays;
  const adjacency_view& rows = sorted.view().out;
  arrays.offsets = array<edge_offset>(sorted.num_vertices() + std::size_t{1});
  arrays.targets = array<vertex_id>(sorted.num_edges());
  arrays.weights = array<edge_weight>(sorted.num_edges());
  std::copy_n(rows.offsets, arrays.offsets.size(), arrays.offsets.data());
  for (vertex_id v = 0; v < sorted.num_vertices(); ++v) {
    std::reverse_copy(rows.begin(v), rows.end(v), arrays.targets.data() + rows.offsets[v]);
    std::reverse_copy(rows.weights + rows.offsets[v], rows.weights + rows.offsets[v + 1], arrays.weights.data() + rows.offsets[v]);
  }
  arrays.properties.sorted = false;
  const graph g(std::move(arrays));
  for (const bool weighted : {false, true})
    EXPECT_LT(std::abs(compare(g, walks_with(0.2, 3, weighted), 0.2, 3).deviation()), most_deviation) << weighted;
}

// First steps, which have no previous vertex.
TEST(walk_probabilities, begin_with_only_the_weights) {
  const graph g = odd_graph(true);
  for (const bool weighted : {false, true}) {
    const auto weight = matrix_of(g, weighted);
    chi_square fit;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      const random_walk_result found =
          random_walks(g, {&v, 1}, {.length = 1, .walks_per_source = 5000, .p = 0.1, .q = 9, .weighted = weighted, .seed = v});
      std::vector<std::uint64_t> counts(g.num_vertices());
      for (std::uint64_t i = 0; i < found.walks; ++i) ++counts[found.walk(i)[1]];
      std::vector<double> chance = weight[v];
      const double total = std::accumulate(chance.begin(), chance.end(), 0.0);
      for (double& c : chance) c /= total;
      fit.add(counts, chance);
    }
    EXPECT_LT(std::abs(fit.deviation()), most_deviation) << weighted;
  }
}

}  // namespace
}  // namespace fathom::test
