// Closeness and harmonic centrality from joined searches: how near a vertex is to the others.
// Beauchamp, 1965; Wasserman, Faust, 1994, section 5.2; Marchiori, Latora, 2000; Boldi, Vigna, "Axioms for Centrality", 2014.
// Estimates: Eppstein, Wang, "Fast Approximation of Centrality", SODA 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct centrality_options {
  /// The vertices to compute, in any order and as often as wanted; empty: all of them, in the graph's order.
  std::span<const vertex_id> vertices{};
  /// 0: exact, with a search for each vertex to compute. Otherwise values are estimated for all vertices at once from this many
  /// searches, from distinct random vertices; the number of vertices, or more, means all of them.
  std::size_t samples = 0;
  std::uint64_t seed = 27491095;  ///< of the samples
  bool improved = true;           ///< closeness(): Wasserman and Faust's factor for graphs that are not connected
  bool normalized = false;        ///< harmonic(): divided by n - 1, which lies within 0 and 1
  multi_bfs_method method = multi_bfs_method::automatic;
  int width = 0;  ///< searches in a group: see multi_bfs_options
  device where{};
  std::vector<device> devices{};  ///< groups are spread over these: see multi_bfs_options
  run_control control{};
};

struct centrality_result {
  std::vector<double> values;      ///< one for each vertex that was asked for
  std::vector<vertex_id> samples;  ///< the vertices searched from for an estimate; empty for exact values
  double seconds_prepare = 0;      ///< making the layout, and where it is needed the reversed graph
  multi_bfs_report report;
};

/// Closeness of u: with r vertices that have a path to u, u among them, and D the sum of their distances to u, (r - 1) / D, times
/// (r - 1) / (n - 1) where `improved`; 0 where D is 0. These are NetworkX's definitions: in a directed graph the distances are
/// those to u, and edges have no weights. The exact computation searches along in-edges, which are made where the graph has none.
///
/// Estimated from k random vertices, of which k' are not u, of these c with a path to u and the sum S of distances to u:
/// r - 1 as (n - 1) c / k', D as (n - 1) S / k', both without bias. See sampling_error() for how far off they may be. With k = n
/// the values are exact.
///
/// Throws error_category::usage for a vertex outside the graph (naming its place in the list), and what prepare() and multi_bfs()
/// throw. A graph without vertices has no values.
[[nodiscard]] centrality_result closeness(const graph& g, const centrality_options& options = {});

/// Harmonic centrality of u: the sum of 1 / distance to u over all other vertices with a path to u. NetworkX does not divide it by
/// n - 1; that is what `normalized` asks for. Sums are made in the order of distances, so that they are the same on every run.
///
/// Estimated as (n - 1) / k' times the sum over the sampled vertices, without bias; each term is rounded to 2^-32.
[[nodiscard]] centrality_result harmonic(const graph& g, const centrality_options& options = {});

/// How far off estimates from k samples in a graph of n vertices may be: with probability 1 - failure, all n of them at once are at
/// most this away from the truth, in units of: 1 for harmonic() when normalized, and for the share (r - 1) / (n - 1) of vertices
/// with a path; the largest distance for D / (n - 1), the mean distance (in a connected graph the reciprocal of closeness). This is
/// Hoeffding's inequality for each vertex, sqrt(ln(2 n / failure) / (2 (k - 1))); 0 where k is n or more, infinite where k is 1.
[[nodiscard]] double sampling_error(std::size_t samples, vertex_id num_vertices, double failure = 0.01);

}  // namespace fathom
