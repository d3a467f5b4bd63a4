// Closeness and harmonic centrality, computed by multi-source BFS.
// Beauchamp, 1965; Wasserman, Faust, 1994, section 5.2; Marchiori, Latora, 2000; Boldi, Vigna, "Axioms for Centrality", 2014.
// Estimates: Eppstein, Wang, "Fast Approximation of Centrality", SODA 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct centrality_options {
  /// The vertices to compute values for, in any order, repetitions allowed; empty: all vertices in the graph's order.
  std::span<const vertex_id> vertices{};
  /// 0: exact values, from one search per vertex. Otherwise values are estimated for all vertices at once by searching from this
  /// many distinct random vertices; values of n or more mean all vertices.
  std::size_t samples = 0;
  std::uint64_t seed = 27491095;  ///< for choosing the samples
  bool improved = true;           ///< closeness(): apply Wasserman and Faust's factor for graphs that are not connected
  bool normalized = false;        ///< harmonic(): divide by n - 1, so that values are between 0 and 1
  multi_bfs_method method = multi_bfs_method::automatic;
  int width = 0;  ///< searches per group: see multi_bfs_options
};

struct centrality_result {
  std::vector<double> values;      ///< one per requested vertex
  std::vector<vertex_id> samples;  ///< the vertices searched from for an estimate; empty for exact values
  multi_bfs_report report;         ///< seconds_prepare includes reversing the graph, if needed
};

/// Closeness centrality. Let r be the number of vertices with a path to u, including u, and D the sum of their distances to u. The
/// closeness of u is (r - 1) / D, times (r - 1) / (n - 1) if `improved`; it is 0 if D is 0. These are NetworkX's definitions: in a
/// directed graph distances are measured toward u, and edge weights are ignored. The exact computation searches along in-edges,
/// which are built if the graph has none.
///
/// Estimates use k random vertices. Of those, k' are not u, and c of the k' have a path to u, with a sum of distances S. Then r - 1
/// is estimated as (n - 1) c / k' and D as (n - 1) S / k', both unbiased; sampling_error() bounds the error. With k = n the values
/// are exact.
///
/// Values are identical on any number of devices and processes, bit for bit.
///
/// Throws error_category::usage for a vertex outside the graph (naming its position in the list), and whatever prepare() and
/// multi_bfs() throw. A graph without vertices has no values.
[[nodiscard]] centrality_result closeness(const graph& g, const centrality_options& options = {}, const execution& exec = {});

/// Harmonic centrality: for each u the sum of 1 / distance to u over all other vertices with a path to u. As in NetworkX, the sum
/// is divided by n - 1 only if `normalized` is set. Terms are added in order of distance, so results are identical in every run.
///
/// Estimated as (n - 1) / k' times the sum over the sampled vertices, which is unbiased; each term is rounded to 2^-32. Throws as
/// closeness() does.
[[nodiscard]] centrality_result harmonic(const graph& g, const centrality_options& options = {}, const execution& exec = {});

/// Error bound of estimates from k samples in a graph of n vertices: with probability 1 - failure, all n estimates are within this
/// bound at once. The unit is 1 for normalized harmonic() values and for the fraction (r - 1) / (n - 1) of vertices with a path. It
/// is the largest distance for the mean distance D / (n - 1), which in a connected graph is the reciprocal of closeness. The bound
/// is Hoeffding's inequality for each vertex, sqrt(ln(2 n / failure) / (2 (k - 1))); 0 if k >= n, infinite if k = 1.
[[nodiscard]] double sampling_error(std::size_t samples, vertex_id num_vertices, double failure = 0.01);

}  // namespace fathom
