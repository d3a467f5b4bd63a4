// Multi-source BFS of a distributed graph.
// Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016; Then and others, "The More the Merrier: Efficient
// Multi-Source Graph Traversal", PVLDB 8(4), 2014.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct rank_multi_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the sources
  int width = 0;  ///< searches per batch: 64, 128, 256 or 512; 0: the widest that the sources fill and that fits memory
  /// true: sinks on every process receive the distances of all vertices; false: those of the process's own vertices.
  bool gather = false;
  bool count_edges = true;  ///< fill edges_traversed in the report, after each batch and outside its time; otherwise it is 0
};

/// One level of a batch, over all processes.
struct rank_batch_level : rank_level_report {
  std::uint64_t separate = 0;  ///< frontier size counting a vertex once per search that has it; `frontier` counts it once in all
  std::uint64_t found = 0;     ///< discovered vertices, once per search that discovered them
};

struct rank_batch_report {
  int searches = 0;  ///< number of distinct sources
  hop_count depth = 0;
  double seconds = 0;                 ///< of the slowest process
  std::uint64_t edges_traversed = 0;  ///< directed edges out of the reached vertices, summed over the searches
  std::vector<rank_batch_level> levels;
};

/// Identical on all processes.
struct rank_multi_bfs_report {
  std::string engine;        ///< grid, kind of device, and the transport between devices
  device where;              ///< of this process
  int threads = 0;           ///< CPU threads per process
  int width = 0;             ///< capacity of a batch, in searches
  std::size_t sources = 0;   ///< sources given
  std::size_t searches = 0;  ///< searches run: distinct sources
  std::vector<rank_batch_report> batches;
  std::uint64_t edges_traversed = 0;  ///< sum over all batches
  double seconds_search = 0;          ///< searching, slowest process
  double seconds_gather = 0;          ///< gathering distances on all processes, slowest process
  double seconds_sink = 0;            ///< passing results to sinks, slowest process
  std::uint64_t planned_bytes = 0;    ///< predicted memory of the searches, on CUDA devices with the graph; largest process
  std::vector<rank_work> by_rank;

  [[nodiscard]] double seconds() const noexcept { return seconds_search + seconds_gather + seconds_sink; }
  /// Traversed directed edges per second of total time, summed over searches.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// Collective: searches from all of `sources`, which must be the same on all processes, and passes the results to each process's
/// sinks, batch by batch in the order of the sources. Duplicate sources are searched once, and each gets a result. Distances equal
/// those of bfs(), bit for bit, for any number of processes and any grid.
///
/// Each process's sinks see a single-process run on a graph of the process's own vertices: the plan's num_vertices and the rows of
/// distances cover those vertices in order from first_vertex() on (with `gather` all vertices of the graph), and merge() and has()
/// are not called. Vertex counts by level, and so source_totals, are those of the whole graph. Processes may have different sinks,
/// or none.
///
/// On CUDA devices, each process searches on its own device (`exec.where`, see execution), and rows are copied to host memory.
///
/// Throws error_category::usage for a source outside the graph (naming its position in the list), no sources, a negative depth
/// limit, an unknown width, a graph whose vertex ids do not fit 32 bits, sinks that need predecessors or vertex totals (not
/// supported), a transport on CPUs, and sources or options that differ between processes; error_category::memory before any search;
/// ::device; ::cancelled; and whatever a sink throws, as a rank_error on all processes.
rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                     std::span<multi_bfs_sink* const> sinks, const rank_multi_bfs_options& options = {},
                                     const execution& exec = {});
rank_multi_bfs_report rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                                     const rank_multi_bfs_options& options = {}, const execution& exec = {});

/// Row i belongs to sources[i] and has an entry per vertex: of the process's own vertices, or with `gather` of all vertices.
struct rank_multi_bfs_result {
  std::size_t num_sources = 0, row_size = 0;
  array<hop_count> distances;  ///< (num_sources, row_size), in hops; `unreachable` if there is no path
  rank_multi_bfs_report report;

  [[nodiscard]] std::span<const hop_count> distances_from(std::size_t i) const noexcept {
    return distances.view().subspan(i * row_size, row_size);
  }
};

/// Collective: returns all distances in memory. Throws as above, and error_category::memory if they do not fit; a sink can store
/// them elsewhere.
[[nodiscard]] rank_multi_bfs_result rank_multi_bfs(const rank_graph& g, std::span<const vertex_id> sources,
                                                   const rank_multi_bfs_options& options = {}, const execution& exec = {});

// Fields of the reports; see report_fields.hpp.

// The joint frontier of a batch is the frontier of its level.
template <class Field>
void describe_fields(const rank_batch_level& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontiers' vertices from their sources");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("joint_frontier", l.frontier, "vertices", "vertices in any of the batch's frontiers");
  field("separate_frontiers", l.separate, "vertices", "the same, once per search that has the vertex in its frontier");
  field("edges_inspected", l.inspected, "edges", "adjacency entries inspected");
  field("found", l.found, "vertices", "discovered vertices, once per search");
  describe_exchange(l, field);
}

template <class Field>
void describe_fields(const rank_batch_report& b, Field&& field) {
  field("searches", b.searches, "searches", "distinct sources of the batch");
  field("depth", b.depth, "hops", "largest distance");
  field("edges_traversed", b.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", b.seconds, "s", "search time of the slowest process");
  field("levels", b.levels, "list", "reports of the levels");
}

template <class Field>
void describe_fields(const rank_multi_bfs_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_bfs"), "text", "multi_bfs");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "CPU or CUDA device of process 0");
  field("ranks", r.by_rank.size(), "processes", "number of processes");
  field("threads", r.threads, "threads", "CPU threads per process");
  field("width", r.width, "searches", "capacity of a batch");
  field("sources", r.sources, "sources", "sources given");
  field("searches", r.searches, "searches", "searches run: distinct sources");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "searching, slowest process");
  field("seconds_gather", r.seconds_gather, "s", "gathering distances on all processes, slowest process");
  field("seconds_sink", r.seconds_sink, "s", "passing results on, slowest process");
  field("teps", r.teps(), "edges/s", "edges_traversed per second");
  field("planned_bytes", r.planned_bytes, "bytes",
        "predicted memory of the searches, on CUDA devices with the graph; largest process");
  field("groups", r.batches, "list", "reports of the batches");
  field("by_rank", r.by_rank, "list", "size and work of each process");
}

}  // namespace fathom
