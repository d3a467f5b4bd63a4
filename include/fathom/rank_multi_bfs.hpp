// Many breadth-first searches at once of a graph that lies on many ranks.
// Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016; Then and others, "The More the Merrier: Efficient
// Multi-Source Graph Traversal", PVLDB 8(4), 2014.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/rank_bfs.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct rank_multi_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< 0: the sources alone
  int width = 0;  ///< searches of a batch: 64, 128, 256 or 512; 0: the widest that the sources fill and that memory allows
  /// Sinks on all ranks are handed the distances of all vertices, batch by batch; else each those of its rank's own.
  bool gather = false;
  bool count_edges = true;  ///< edges_traversed of the report, after each batch and outside of its time; 0 without it
  run_control control;      ///< its threads are the graph's
};

/// One level of a batch, over all ranks.
struct rank_batch_level : rank_level_report {
  std::uint64_t separate = 0;  ///< the frontier, in which a vertex counts once for all searches, once for each that has it
  std::uint64_t found = 0;     ///< vertices, once for each search that found them
};

struct rank_batch_report {
  int searches = 0;  ///< distinct sources
  hop_count depth = 0;
  double seconds = 0;                 ///< of the slowest rank
  std::uint64_t edges_traversed = 0;  ///< directed edges out of the reached vertices, summed over the searches
  std::vector<rank_batch_level> levels;
};

/// The same on all ranks.
struct rank_multi_bfs_report {
  std::string engine;
  int threads = 0;           ///< of each rank
  int width = 0;             ///< searches that a batch has room for
  std::size_t sources = 0;   ///< asked for
  std::size_t searches = 0;  ///< run: distinct sources
  std::vector<rank_batch_report> batches;
  std::uint64_t edges_traversed = 0;  ///< of all batches
  double seconds_search = 0;          ///< of the slowest rank, likewise below
  double seconds_gather = 0;          ///< distances to all ranks
  double seconds_sink = 0;
  std::uint64_t planned_bytes = 0;  ///< for the searches of the rank that needs most
  std::vector<rank_work> by_rank;

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_gather + seconds_sink; }
  /// Traversed directed edges a second, summed over searches, everything included.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// Collective: searches from all of `sources`, which are the same on all ranks (duplicates are answered each, and searched once),
/// and hands the results to the sinks of each rank, batch by batch in the order of the sources. Distances are those of bfs(), bit
/// for bit, whatever the ranks and their grid.
///
/// To its sinks each rank is alone, with a graph of its own vertices: a row of the plan and of distances has an entry for each of
/// those, in their order from first_vertex() on (with `gather` for each of the whole graph), and merge() and has() are not called.
/// Counts of vertices by level, with them source_totals, are of the whole graph all the same. Sinks may be others on each rank, or
/// none.
///
/// Throws error_category::usage for a source outside the graph (naming its place in the list), no sources, a negative depth limit,
/// an unknown width, a graph of more vertices than 32 bits tell apart, sinks that need predecessors or sums at vertices, which
/// ranks do not have, and for sources or options that are not the same on all ranks; error_category::memory before anything is
/// searched;
/// ::cancelled, and whatever a sink throws: as a rank_error on all ranks.
rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                     std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options = {});
rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                                     const rank_multi_bfs_options& options = {});

/// Row i belongs to sources[i], and has an entry for each of the rank's own vertices, or of all.
struct rank_multi_bfs_result {
  std::size_t num_sources = 0, row_size = 0;
  array<hop_count> distances;  ///< (num_sources, row_size), `unreachable` where there is no path
  rank_multi_bfs_report report;

  [[nodiscard]] std::span<const hop_count> distances_from(std::size_t i) const noexcept {
    return distances.view().subspan(i * row_size, row_size);
  }
};

/// Collective: everything in memory. Throws error_category::memory where it does not fit: a sink can take it elsewhere.
[[nodiscard]] rank_multi_bfs_result rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                                   const rank_multi_bfs_options& options = {});

}  // namespace fathom
