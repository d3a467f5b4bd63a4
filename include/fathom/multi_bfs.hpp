// Multi-source BFS: many concurrent breadth-first searches of one graph, with a separate result for each source.
// Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016.
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
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/shared_work.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// How the searches of a group share work: the variants compared in the paper's Figure 15. All give the same results.
enum class multi_bfs_method {
  automatic,   ///< bitwise, or separate on graphs too deep for a joint frontier to pay; the report gives choice and reason
  sequential,  ///< one search after another, each by all threads
  separate,    ///< independent concurrent searches, one per thread ("naive concurrent")
  joint,       ///< one traversal per group with a joint frontier and one status byte per vertex and search (section 4)
  bitwise,     ///< one traversal per group with a joint frontier and one bit per vertex and search (section 6)
  ms_bfs,      ///< the same as Then et al., "The More the Merrier", PVLDB 8(4), 2014, do it: bits of the last level only, no early
               ///< termination, and on a CPU one thread per group
  ibfs,        ///< the same as the paper's Algorithms 1 and 2 do it; only on CUDA devices
};

inline constexpr multi_bfs_method all_multi_bfs_methods[] = {
    multi_bfs_method::automatic, multi_bfs_method::sequential, multi_bfs_method::separate, multi_bfs_method::joint,
    multi_bfs_method::bitwise,   multi_bfs_method::ms_bfs,     multi_bfs_method::ibfs};

/// "auto", "sequential", "separate", "joint", "bitwise", "ms-bfs", "ibfs".
[[nodiscard]] std::string_view to_string(multi_bfs_method method);

/// How sources are assigned to groups (section 5).
enum class source_grouping {
  /// On graphs with hubs out_degree, but only by largest neighbors; else common_neighbor; given if all sources fit one group.
  automatic,
  given,            ///< in the order of the sources
  random,           ///< shuffled with the seed
  out_degree,       ///< rules 1 and 2: sources of small degree that share a neighbor of large degree
  common_neighbor,  ///< sources that share any neighbor: the paper's rule for uniform graphs
};

inline constexpr source_grouping all_source_groupings[] = {source_grouping::automatic, source_grouping::given,
                                                           source_grouping::random, source_grouping::out_degree,
                                                           source_grouping::common_neighbor};

/// "auto", "given", "random", "out-degree", "common-neighbor".
[[nodiscard]] std::string_view to_string(source_grouping grouping);

struct multi_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the sources
  multi_bfs_method method = multi_bfs_method::automatic;
  int width = 0;  ///< searches per group: 64, 128, 256, 512 or 1,024; 0: the widest that pays and fits memory
  source_grouping grouping = source_grouping::automatic;
  edge_offset small_degree = 128;  ///< largest value of the paper's p: source degrees are classed as up to 4, 16, 64 and 128
  edge_offset hub_degree = 128;    ///< the paper's q: a common neighbor must have a larger out-degree
  /// Bottom-up, stop at a vertex once it has all wanted bits. False: only for `bitwise` on a CPU, and for `ibfs`.
  bool early_termination = true;
  /// Top-down, the threads of a block merge their updates in shared memory (section 6). True: only for `ibfs`.
  bool merge_updates = false;
  std::uint64_t seed = 27491095;     ///< for random grouping
  bool return_distances = true;      ///< only for the overload that returns a result
  bool return_predecessors = false;  ///< only for the overload that returns a result
  bool deterministic = false;        ///< choose the valid predecessor with the smallest caller's id
  bool report_levels = false;        ///< time and count every level of every group and how much its searches share
  bool count_edges = true;           ///< fill report.edges_traversed, after each group and outside its time; otherwise it is 0
  bool keep_on_device = false;       ///< only for that overload: leave its arrays in the memory of the only CUDA device used
};

/// Sizes of joint and separate frontiers: vertices that any search has, and the same, once per search that has the vertex.
struct sharing {
  std::uint64_t joint = 0, separate = 0;
  /// Average number of searches that share a frontier vertex.
  [[nodiscard]] double degree() const noexcept {
    return joint > 0 ? static_cast<double>(separate) / static_cast<double>(joint) : 0;
  }
};

/// One level of a group. Its frontiers do not depend on the engine: top-down, a search's frontier has the vertices that it visited
/// in the previous level; bottom-up, those that it has not visited, if it still runs (the paper's section 5.1). Isolated vertices
/// are not counted in a layout without them.
struct joint_level_report {
  hop_count level = 0;
  direction way = direction::top_down;  ///< of the engine; in the CPU's bitwise engine, for vertices that are not hubs
  /// Direction by Beamer's rule over all searches of the run: bottom-up from the first level on at which their frontiers have more
  /// than 1/15 of their unexplored edges. It is the same for all groupings of the same sources, so that what groups share can be
  /// compared.
  direction by_edges = direction::top_down;
  sharing visited;                   ///< top-down frontiers
  sharing unvisited;                 ///< bottom-up frontiers; empty for searches that share nothing
  std::uint64_t frontier_edges = 0;  ///< out-edges of the top-down frontiers, summed over the searches
  std::uint64_t edges_inspected = 0;
  std::uint64_t found = 0;  ///< discovered vertices, once per search that discovered them
  double seconds = 0;
};

struct group_report {
  int searches = 0;  ///< number of distinct sources
  int rank = 0;      ///< rank of the process that ran it
  device where;
  hop_count depth = 0;
  double seconds = 0;                      ///< search time, including initialization
  std::uint64_t edges_traversed = 0;       ///< directed edges out of the reached vertices, summed over the searches
  std::vector<joint_level_report> levels;  ///< empty unless report_levels was set
  /// Neighbors that each search inspected bottom-up, until it had a parent (Figure 11). Only by `joint` on a CPU, and only if
  /// report_levels was set; else empty.
  std::vector<std::uint64_t> inspections;

  /// Frontier sizes in this direction, summed over the levels that have it `by_edges`: the bars of the paper's Figure 9.
  [[nodiscard]] sharing shared(direction by_edges) const noexcept;
  /// The paper's sharing degree (equation 1) over all levels, and the sharing ratio: the degree divided by the number of searches.
  [[nodiscard]] double sharing_degree() const noexcept;
  [[nodiscard]] double sharing_ratio() const noexcept { return searches > 0 ? sharing_degree() / searches : 0; }
  /// Standard deviation of `inspections` over the searches: a bar of the paper's Figure 11. 0 if they were not counted.
  [[nodiscard]] double inspection_deviation() const noexcept;
};

/// With several processes, each receives the groups of all processes and the times of the slowest one.
struct multi_bfs_report {
  std::string engine;           ///< implementation that ran, with the reason
  std::string grouping;         ///< how sources were grouped, with the reason
  std::string order;            ///< vertex order of the layout, with the reason
  device where;                 ///< the first of `devices`
  std::vector<device> devices;  ///< devices on which this process searched
  int ranks = 1;                ///< number of processes
  int threads = 0;              ///< of this process
  int width = 0;                ///< capacity of a group, in searches
  std::size_t sources = 0;      ///< sources given
  std::size_t searches = 0;     ///< searches run: distinct sources
  std::vector<group_report> groups;
  std::uint64_t edges_traversed = 0;    ///< summed over the searches that were run
  double seconds_prepare = 0;           ///< preparing layouts, in functions that do; 0 in multi_bfs()
  double seconds_group = 0;             ///< grouping the sources
  double seconds_search = 0;            ///< searching, in the layout's ids
  double seconds_sink = 0;              ///< passing results to sinks, in the caller's ids
  std::uint64_t planned_bytes = 0;      ///< predicted memory of a process's searches, on each of its CUDA devices if it has any
  std::uint64_t peak_memory_bytes = 0;  ///< peak of the process so far; the maximum over all processes
  std::vector<shared_work> by_rank;     ///< work of each of execution::ranks; else empty

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_group + seconds_search + seconds_sink; }
  /// Traversed directed edges per second without preparing, summed over searches as in the paper.
  [[nodiscard]] double teps() const noexcept {
    const double searching = seconds_group + seconds_search + seconds_sink;
    return searching > 0 ? static_cast<double>(edges_traversed) / searching : 0;
  }
};

/// The report as one JSON object.
[[nodiscard]] std::string to_json(const multi_bfs_report& report);

/// Plan of a run, passed to sinks before the first search.
struct multi_bfs_plan {
  vertex_id num_vertices = 0;          ///< n, the vertices of the caller's graph
  std::span<const vertex_id> sources;  ///< the k sources as given
  std::size_t searches = 0;            ///< number of distinct sources
  hop_count depth_limit = 0;
  int width = 0;                    ///< capacity of a group, in searches
  std::span<const device> devices;  ///< devices on which this process searches; at least one
  std::uint64_t bytes = 0;          ///< predicted memory of the searches, on each CUDA device if there are any
  int rank = 0, ranks = 1;          ///< rank of this process, and number of processes
  int ranks_on_host = 1;            ///< processes whose results share this host's memory
};

/// Results that a sink requests before a run. Others are not computed or stored.
struct sink_needs {
  bool level_counts = false;   ///< number of vertices that each search discovers at each level
  bool distances = false;      ///< of each vertex in each search
  bool predecessors = false;   ///< of each vertex in each search; needs in-edges
  bool vertex_totals = false;  ///< per-vertex sums over the searches
};

/// Per-vertex sums over all searches, n entries each in the caller's ids. They are integers, so that the order of summation does
/// not matter.
struct vertex_totals {
  array<std::uint32_t> reached_by;    ///< number of searches that reached the vertex, including one from the vertex itself
  array<std::uint64_t> distance_sum;  ///< sum of distances in those searches
  array<std::uint64_t> harmonic_sum;  ///< sum of 1 / distance over nonzero distances, in units of 2^-32
  array<hop_count> farthest;          ///< largest distance; `unreachable` if no search reached the vertex

  static constexpr double harmonic_unit = 1.0 / 4294967296.0;
};

namespace multi_bfs_engine {
class group_engine;
}

/// Results of a finished group, for sinks. Its searches, one per distinct source, are numbered 0 to size() - 1.
class finished_group {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return sources_.size(); }
  [[nodiscard]] vertex_id source(std::size_t search) const noexcept { return sources_[search]; }
  /// Positions of this search's source in the caller's list: several if it was given several times.
  [[nodiscard]] std::span<const std::size_t> positions(std::size_t search) const noexcept {
    return {positions_.data() + position_begin_[search], position_begin_[search + 1] - position_begin_[search]};
  }
  /// The largest distance in any search of the group.
  [[nodiscard]] hop_count depth() const noexcept { return depth_; }
  /// Number of vertices at distance `level`, 0 to depth(), from the source. Valid if level_counts was requested.
  [[nodiscard]] std::uint64_t found(std::size_t search, hop_count level) const noexcept {
    return counts_[static_cast<std::size_t>(level) * sources_.size() + search];
  }

  /// The device that searched.
  [[nodiscard]] device where() const noexcept { return where_; }

  /// Writes the n distances of each search to rows[search] unless that is null. Valid if distances were requested. Rows are in host
  /// memory or in the memory of where(). Throws error_category::usage, stating the remedy, if a distance does not fit the type.
  void copy_distances(std::span<std::int8_t* const> rows) const;
  void copy_distances(std::span<std::int16_t* const> rows) const;
  void copy_distances(std::span<hop_count* const> rows) const;
  /// Writes the n predecessors of each search in the same way. Valid if predecessors were requested.
  void copy_predecessors(std::span<vertex_id* const> rows) const;

  /// Writes distances, or predecessors if T is vertex_id, to the rows of a (k, columns) matrix that belong to the group's sources.
  /// The matrix is in the memory of `there`, which must be the host or where().
  template <class T>
  void copy_rows(T* matrix, std::size_t columns, device there = {}) const;

 private:
  friend class multi_bfs_run;
  friend class rank_multi_bfs_run;
  template <class T>
  void copy_into(std::span<T* const> rows) const;

  std::vector<vertex_id> sources_;
  std::vector<std::size_t> positions_, position_begin_;
  hop_count depth_ = 0;
  std::vector<std::uint64_t> counts_;   // (depth + 1, searches)
  std::vector<std::size_t> not_found_;  // searches whose source is not in the layout and which the engine therefore did not run
  device where_;
  multi_bfs_engine::group_engine* engine_ = nullptr;
};

/// Interface of a consumer of results, which receives them group by group, one call at a time. sinks.hpp has the library's own;
/// derive from this class to write others.
class multi_bfs_sink {
 public:
  virtual ~multi_bfs_sink() = default;
  /// The results that the sink requests.
  [[nodiscard]] virtual sink_needs needs() const = 0;
  /// Called before the first search, to allocate memory and open files.
  virtual void begin(const multi_bfs_plan& plan);
  /// Whether the sink already has the results for sources[position] from an earlier run. Sources that all sinks have are skipped.
  [[nodiscard]] virtual bool has(std::size_t position) const;
  /// Called for each finished group, in any order.
  virtual void take(const finished_group& group);
  /// Called on all processes after the last group, only with several processes. Each process's sink has received that process's
  /// groups; an implementation can combine them here (by default they stay separate). Collective calls of `ranks` must match on all
  /// processes.
  virtual void merge(communicator& ranks);
  /// Called last, after merge(). The totals are empty unless they were requested, and may be moved from.
  virtual void end(vertex_totals& totals);
};

/// Searches from all of `sources` and passes the results to the sinks. The devices and processes of `exec` share the groups of
/// searches; processes also need sinks that have the same needs. Duplicate sources are searched once, and each gets a result.
/// Throws error_category::usage for a source outside the graph (naming its position in the list), no sources, a negative depth
/// limit, an unknown width, predecessors without in-edges, a layout in the memory of a device other than the one that searches,
/// a device that is listed twice, or a transport; error_category::memory, stating both sizes, if the narrowest group does not fit,
/// before any search; ::device, naming the failed device; ::cancelled. Sinks keep the groups that they have received. With several
/// processes all throw a rank_error if one fails; the others first finish their current groups. Only an exception from a sink's
/// merge() is thrown by its own process alone.
multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                           const multi_bfs_options& options = {}, const execution& exec = {});
multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                           const multi_bfs_options& options = {}, const execution& exec = {});

/// Row i has n entries and belongs to sources[i]. Arrays that were not requested are empty.
struct multi_bfs_result {
  std::size_t num_sources = 0;    ///< k
  vertex_id num_vertices = 0;     ///< n
  array<hop_count> distances;     ///< (k, n), in hops; `unreachable` if there is no path
  array<vertex_id> predecessors;  ///< (k, n), no_vertex for sources and unreached vertices
  multi_bfs_report report;

  // Rows of the matrices. The data are in device memory if they were kept on a device.
  [[nodiscard]] std::span<const hop_count> distances_from(std::size_t i) const noexcept {
    return distances.view().subspan(i * num_vertices, num_vertices);
  }
  [[nodiscard]] std::span<const vertex_id> predecessors_from(std::size_t i) const noexcept {
    return predecessors.view().subspan(i * num_vertices, num_vertices);
  }
};

/// Returns all results in host memory, or in device memory if keep_on_device is set. Throws as above; error_category::memory if the
/// k x n entries do not fit (a sink can store them elsewhere); error_category::usage for keep_on_device on the CPU or with several
/// devices.
[[nodiscard]] multi_bfs_result multi_bfs(const layout& prepared, std::span<const vertex_id> sources,
                                         const multi_bfs_options& options = {}, const execution& exec = {});
/// Prepares a layout with the default options first.
[[nodiscard]] multi_bfs_result multi_bfs(const graph& g, std::span<const vertex_id> sources, const multi_bfs_options& options = {},
                                         const execution& exec = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const joint_level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontiers' vertices from their sources");
  field("direction", l.way, "text", "direction of the engine: top-down or bottom-up");
  field("direction_by_edges", l.by_edges, "text", "direction by Beamer's rule over all searches of the run");
  field("joint_frontier", l.visited.joint, "vertices", "vertices that any search visited in the previous level");
  field("separate_frontiers", l.visited.separate, "vertices", "the same, once per search");
  field("frontier_edges", l.frontier_edges, "edges", "out-edges of the visited vertices, once per search");
  field("joint_unvisited", l.unvisited.joint, "vertices", "vertices that any running search has not visited");
  field("separate_unvisited", l.unvisited.separate, "vertices", "the same, once per search");
  field("edges_inspected", l.edges_inspected, "edges", "adjacency entries inspected");
  field("found", l.found, "vertices", "discovered vertices, once per search");
  field("seconds", l.seconds, "s", "time of the level");
}

template <class Field>
void describe_fields(const group_report& g, Field&& field) {
  field("searches", g.searches, "searches", "distinct sources of the group");
  field("rank", g.rank, "rank", "process that searched");
  field("device", g.where, "text", "device that searched");
  field("depth", g.depth, "hops", "largest distance");
  field("edges_traversed", g.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", g.seconds, "s", "search time, including initialization");
  field("sharing_degree", g.sharing_degree(), "searches", "searches that share a frontier vertex, on average; 0 without levels");
  field("sharing_ratio", g.sharing_ratio(), "fraction", "sharing_degree per search of the group");
  field("levels", g.levels, "list", "reports of the levels; empty unless requested");
  field("inspections", g.inspections, "edges",
        "neighbors that each search inspected bottom-up, with levels of the method joint on a CPU; else empty");
  field("inspection_deviation", g.inspection_deviation(), "edges", "standard deviation of inspections; 0 if not counted");
}

template <class Field>
void describe_fields(const multi_bfs_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_bfs"), "text", "multi_bfs");
  field("engine", r.engine, "text", "implementation that ran, with the reason");
  field("grouping", r.grouping, "text", "how sources were grouped, with the reason");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "first of the devices");
  field("devices", r.devices, "list", "devices on which this process searched");
  field("ranks", r.ranks, "processes", "number of processes");
  field("threads", r.threads, "threads", "CPU threads of this process");
  field("width", r.width, "searches", "capacity of a group");
  field("sources", r.sources, "sources", "sources given");
  field("searches", r.searches, "searches", "searches run: distinct sources");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing layouts, if the call does; else 0");
  field("seconds_group", r.seconds_group, "s", "grouping the sources");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids");
  field("seconds_sink", r.seconds_sink, "s", "passing results on, in the caller's ids");
  field("teps", r.teps(), "edges/s", "edges_traversed per second, without preparing");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory of the searches");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of a process so far; the largest of all processes");
  field("groups", r.groups, "list", "reports of the groups");
  field("by_rank", r.by_rank, "list", "work of each process, if processes share the searches");
}

}  // namespace fathom
