// Initial scores in proportion to degrees: the rule, and the scores, for engines on the CPU and on CUDA devices.
#pragma once

#include <algorithm>

#include "base/random.hpp"
#include "fathom/callable.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/types.hpp"

namespace fathom::pagerank_engine {

/// Rows of an undirected graph without weights, with both directions of each edge.
struct undirected_edges {
  const edge_offset* offsets = nullptr;
  const vertex_id* targets = nullptr;
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;

  [[nodiscard]] FATHOM_CALLABLE edge_offset degree(std::uint64_t v) const { return offsets[v + 1] - offsets[v]; }
  /// A component of two vertices, or of one with a loop: its scores are those of its jumps.
  [[nodiscard]] FATHOM_CALLABLE bool is_pair(std::uint64_t v) const { return degree(v) == 1 && degree(targets[offsets[v]]) == 1; }
};

/// 1 / degree at the beginning and at the end of random walks, summed over the walks.
struct walk_sums {
  double begin = 0, end = 0, begin_squared = 0, product = 0;

  FATHOM_CALLABLE void add(const walk_sums& other) {
    begin += other.begin, end += other.end, begin_squared += other.begin_squared, product += other.product;
  }
};

/// Sums over the vertices with edges, from which the scores follow.
struct degree_sums {
  std::uint64_t pairs = 0;     ///< vertices of components of two, or of one with a loop
  std::uint64_t vertices = 0;  ///< the others
  std::uint64_t edges = 0;     ///< their directed edges

  FATHOM_CALLABLE void add(const degree_sums& other) { pairs += other.pairs, vertices += other.vertices, edges += other.edges; }
  FATHOM_CALLABLE void add_vertex(const undirected_edges& rows, std::uint64_t v) {
    const edge_offset degree = rows.degree(v);
    if (degree == 0) return;
    if (rows.is_pair(v))
      ++pairs;
    else
      ++vertices, edges += degree;
  }
};

/// Number of walks that decide on the start; 0 if the graph is so small that they cost as much as the iterations that they save.
[[nodiscard]] constexpr std::uint64_t start_walks(edge_offset num_edges) {
  constexpr edge_offset fewest_edges = 1u << 16;
  constexpr edge_offset edges_per_walk = 64;  // so that walks take a fraction of an iteration
  constexpr edge_offset most_walks = 8192;
  return num_edges < fewest_edges ? 0 : std::min(num_edges / edges_per_walk, most_walks);
}

inline constexpr std::uint64_t walk_steps = 8;  // two iterations leave about the eighth power of an eigenvalue of a squared error
inline constexpr std::uint64_t walk_seed = 27491095;

/// Returns the first vertex of walk `i`. Walks begin in their stationary distribution, that of the targets of random edges.
[[nodiscard]] FATHOM_CALLABLE inline vertex_id walk_begin(const undirected_edges& rows, std::uint64_t i) {
  return rows.targets[bounded(random_bits(walk_seed, i), rows.num_edges)];
}

/// Returns the vertex after step `step`, 1 to walk_steps, of walk `i` of `walks`, which is at `at` before it.
[[nodiscard]] FATHOM_CALLABLE inline vertex_id walk_on(const undirected_edges& rows, std::uint64_t walks, std::uint64_t i,
                                                       std::uint64_t step, vertex_id at) {
  return rows.targets[rows.offsets[at] + bounded(random_bits(walk_seed, step * walks + i), rows.degree(at))];
}

/// The sums of one walk.
[[nodiscard]] FATHOM_CALLABLE inline walk_sums walk_between(const undirected_edges& rows, vertex_id from, vertex_id to) {
  const double begin = 1 / static_cast<double>(rows.degree(from)), end = 1 / static_cast<double>(rows.degree(to));
  return {begin, end, begin * begin, begin * end};
}

/// Walk `i` of `walks`.
[[nodiscard]] FATHOM_CALLABLE inline walk_sums take_walk(const undirected_edges& rows, std::uint64_t walks, std::uint64_t i) {
  const vertex_id from = walk_begin(rows, i);
  vertex_id at = from;
  for (std::uint64_t step = 1; step <= walk_steps; ++step) at = walk_on(rows, walks, i, step, at);
  return walk_between(rows, from, at);
}

/// Whether 1 / degree varies at the beginning of walks; only then do their ends matter.
[[nodiscard]] bool walks_vary(const walk_sums& sums, std::uint64_t walks);

/// Whether 1 / degree varies, and its value at the end of a walk hardly depends on that at the beginning.
[[nodiscard]] bool walks_forget(const walk_sums& sums, std::uint64_t walks);

/// Whether a call with these options may choose its start: toward a tolerance, with uniform distributions and without weights.
/// Otherwise results depend on the start.
[[nodiscard]] bool may_start_by_degree(const pagerank_options& options, bool weighted);

/// Initial scores. Those of vertices without edges and of pairs are the final ones.
struct degree_start {
  double isolated = 0, pair = 0, per_edge = 0;

  [[nodiscard]] FATHOM_CALLABLE double of(const undirected_edges& rows, std::uint64_t v) const {
    return rows.is_pair(v) ? pair : isolated + per_edge * static_cast<double>(rows.degree(v));
  }
};

/// Scores of a graph of `num_vertices` vertices. Those of power iterations sum to 1. Gauss-Seidel leaves the jumps from dangling
/// vertices out; its scores are those of the system without them.
[[nodiscard]] degree_start scores_by_degree(const degree_sums& sums, std::uint64_t num_vertices, double damping,
                                            pagerank_method method);

}  // namespace fathom::pagerank_engine
