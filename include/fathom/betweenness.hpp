// Betweenness centrality of vertices and edges.
// Freeman, 1977; Brandes, "A Faster Algorithm for Betweenness Centrality", 2001; Brandes, Pich, "Centrality Estimation in Large
// Networks", 2007. Load: Newman, "Scientific collaboration networks. II. Shortest paths, weighted networks, and centrality",
// Physical Review E 64, 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom {

/// Division of the work on a CUDA device; the CPU has only one method.
enum class betweenness_method {
  automatic,  ///< the method that is expected to be faster; the report names it and the reason
  blocks,     ///< one search per thread block
  grid,       ///< the whole device searches from up to 32 sources at once, one such group after another
};
inline constexpr betweenness_method all_betweenness_methods[] = {betweenness_method::automatic, betweenness_method::blocks,
                                                                 betweenness_method::grid};
/// "auto", "blocks", "grid".
[[nodiscard]] const char* to_string(betweenness_method method) noexcept;

struct betweenness_options {
  /// Distinct vertices to search from; empty: all vertices, or `samples` of them.
  std::span<const vertex_id> sources{};
  /// 0: exact values, from a search per vertex. Otherwise an estimate from this many distinct random vertices; values of n or more
  /// mean all vertices.
  std::size_t samples = 0;
  std::uint64_t seed = 27491095;  ///< for choosing the samples
  bool normalized = true;  ///< true: fraction of all pairs; false: number of pairs, counting unordered pairs in undirected graphs
  bool weighted = false;   ///< shortest paths by the sum of weights, if the graph has weights; only on the CPU
  bool load = false;       ///< load instead of betweenness; only of vertices, without weights and endpoints, on the CPU
  bool endpoints = false;  ///< whether a path also counts for its two endpoints
  bool vertices = true;    ///< compute result.vertices
  bool edges = false;      ///< compute result.edges
  int at_once = 0;         ///< number of concurrent searches: see multi_search_options
  betweenness_method method = betweenness_method::automatic;
  std::uint64_t memory_bytes = 0;  ///< see multi_search_options
  bool keep_on_device = false;     ///< leave the values in the memory of the CUDA device
};

/// Arrays are in host memory unless keep_on_device was set; then where() names the device and data() is a device address.
struct betweenness_result {
  array<double> vertices;          ///< n values; empty unless requested
  array<double> edges;             ///< m values, one per stored directed edge, equal in both directions; empty unless requested
  std::vector<vertex_id> samples;  ///< the vertices searched from; empty for exact values
  multi_search_report report;
};

/// The betweenness of a vertex (or edge) is the sum, over all pairs s != t with a path, of the fraction of shortest paths from s to
/// t that lead through it. It is scaled as in NetworkX 3.6:
///
/// Let N be n, or n - 1 for vertices if endpoints do not count, and let k be the number of sources (k = N for all). Normalized
/// values are divided by k (N - 1). Other values are multiplied by N / k, and halved in undirected graphs. With samples and without
/// endpoints, k - 1 replaces k for the vertices searched from, so their values are NaN for a single sample. If N < 2, values are
/// not scaled.
///
/// Whether the graph is directed was measured when it was built. Self-loops are on no shortest path. Parallel edges, which build()
/// removes by default, are different paths.
///
/// With `load`, a packet is sent from each vertex to each other one that it reaches. It travels back along shortest paths, and each
/// vertex divides it evenly among the neighbors that are closer to the source, instead of by their numbers of paths. The load of a
/// vertex is the sum of the packets that pass it, scaled as betweenness.
///
/// With `weighted`, the length of a path is the sum of its weights in double precision from its source on, as in sssp(). Paths are
/// equally short if these sums are equal: always where sums are exact, as for integers; sums of others are rounded at each edge.
/// Layouts have no weights, so one that was given is not used. report.depth is 0.
///
/// Values are floating-point sums in no fixed order: they differ in their last digits between runs and numbers of threads (by at
/// most 1e-12, relative, in the tests). betweenness_method::grid sums in a fixed order that depends only on the layout, the sources
/// and report.at_once, so its runs agree. Path counts above 10^308 (lattices of more than 500 by 500) are recomputed in a wider
/// format in a second run.
///
/// Processes of execution::ranks divide the sources evenly, and so do several devices of execution::devices. Their sums are added
/// in the order of the ranks or devices, so all get the same values, which differ from those of one process as above.
///
/// Throws error_category::usage for a source outside the graph (naming its position in the list) or given twice, for a method other
/// than automatic on the CPU, for edge values of a graph whose adjacency rows are not ascending, and for betweenness_method::grid
/// on a directed graph without in-edges, for keep_on_device on the CPU or with several processes or devices, for weights or load
/// on a CUDA device, and for load with edges, endpoints or weights; error_category::input for a weight of 0 or one too small to
/// change the length of a path, naming the edge, since the number of shortest paths is then unlimited; and whatever prepare(),
/// prepare_weighted() and multi_search() throw. A graph without vertices has no values.
[[nodiscard]] betweenness_result betweenness(const graph& g, const betweenness_options& options = {}, const execution& exec = {});
/// The same with an existing layout of `g`.
[[nodiscard]] betweenness_result betweenness(const graph& g, const layout& prepared, const betweenness_options& options = {},
                                             const execution& exec = {});

}  // namespace fathom
