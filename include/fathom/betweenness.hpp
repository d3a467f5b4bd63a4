// Betweenness centrality: through which vertices and edges the shortest paths of a graph lead.
// Freeman, 1977; Brandes, "A Faster Algorithm for Betweenness Centrality", 2001; Brandes, Pich, "Centrality Estimation in Large
// Networks", 2007.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/program/searches.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Who searches, on a CUDA device; a CPU has one way.
enum class betweenness_method {
  automatic,  ///< what is expected to be faster: the report says which, and why
  blocks,     ///< a search from a source a block of threads
  grid,       ///< the whole device for up to 32 searches together, one such group after another
};
inline constexpr betweenness_method all_betweenness_methods[] = {betweenness_method::automatic, betweenness_method::blocks,
                                                                 betweenness_method::grid};
[[nodiscard]] const char* to_string(betweenness_method method) noexcept;

struct betweenness_options {
  /// Search from these vertices alone, each of them once; empty: from all, or from `samples` of them.
  std::span<const vertex_id> sources{};
  /// 0: exact, with a search from each vertex. Otherwise estimated from this many distinct random vertices; the number of
  /// vertices, or more, means all of them.
  std::size_t samples = 0;
  std::uint64_t seed = 27491095;  ///< of the samples
  bool normalized = true;         ///< the share of all pairs; else their number, each unordered pair once in undirected graphs
  bool endpoints = false;         ///< a path counts for its two ends, too
  bool vertices = true;           ///< compute result.vertices
  bool edges = false;             ///< compute result.edges
  int at_once = 0;                ///< searches beside each other: see multi_search_options
  betweenness_method method = betweenness_method::automatic;
  std::uint64_t memory_bytes = 0;
  device where{};
  run_control control{};
};

struct betweenness_result {
  array<double> vertices;          ///< n values; empty unless asked for
  array<double> edges;             ///< one for each directed edge as stored, equal for the two of an undirected edge; likewise
  std::vector<vertex_id> samples;  ///< the vertices searched from; empty for exact values
  double seconds_prepare = 0;      ///< making the layout
  multi_search_report report;
};

/// For all pairs s, t of different vertices with a path: the share of the shortest paths from s to t that lead through a vertex (or
/// edge), summed up. Scaled as NetworkX 3.6 does it:
///
/// with N = n, or n - 1 for vertices where endpoints do not count, and k sources (k = N for all), values are divided by
/// k (N - 1) where normalized, and otherwise multiplied by N / k, halved in undirected graphs. With samples and without endpoints
/// the vertices searched from have k - 1 in place of k: they are NaN where there is but one. Where N is below 2, nothing is scaled.
///
/// Whether the graph is directed is what was measured when it was built. Edges have no weights; self-loops are on no shortest path;
/// parallel edges, which build() removes unless it is told not to, are different paths.
///
/// Values are sums of floating-point numbers in no fixed order: between runs, and numbers of threads, they differ in their last
/// digits (by a relative 1e-12 at most in the tests). Those of betweenness_method::grid are in a fixed order, which depends on the
/// layout, the sources and how many of them are searched together (report.at_once): runs do not differ. Numbers of paths above
/// 10^308 (lattices of more than 500 by 500) are counted in a wider format, in a second run.
///
/// Throws error_category::usage for a source outside the graph (naming its place in the list) or given twice, for a method on the
/// CPU, which has one, and for edges of a
/// graph whose rows are not in ascending order, or for betweenness_method::grid where a directed graph has no in-edges; and what
/// prepare() and multi_search() throw. A graph without vertices has no values.
[[nodiscard]] betweenness_result betweenness(const graph& g, const betweenness_options& options = {});
/// The same with a layout of `g` that was prepared before.
[[nodiscard]] betweenness_result betweenness(const graph& g, const layout& prepared, const betweenness_options& options = {});

}  // namespace fathom
