// Many breadth-first searches of one graph at once, with an answer for each.
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
#include "fathom/communicator.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// How the searches of a group share work: the steps of the paper's Figure 15, to be compared. Results are the same.
enum class multi_bfs_method {
  automatic,   ///< bitwise; separate on graphs so deep that joining does not pay. The report says which and why
  sequential,  ///< one search after another, each by all threads
  separate,    ///< searches beside each other that share nothing, one a thread ("naive concurrent")
  joint,       ///< one traversal for the group, a status byte for each vertex and search (section 4)
  bitwise,     ///< one traversal for the group, a bit for each vertex and search (section 6)
};

inline constexpr multi_bfs_method all_multi_bfs_methods[] = {multi_bfs_method::automatic, multi_bfs_method::sequential,
                                                             multi_bfs_method::separate, multi_bfs_method::joint,
                                                             multi_bfs_method::bitwise};

/// "auto", "sequential", "separate", "joint", "bitwise".
[[nodiscard]] std::string_view to_string(multi_bfs_method method);

/// Which searches are joined (section 5).
enum class source_grouping {
  automatic,        ///< out_degree on graphs with hubs, else common_neighbor; given where all fit one group
  given,            ///< in the order of the sources
  random,           ///< shuffled by the seed
  out_degree,       ///< rules 1 and 2: sources of small degree that have a neighbour of large degree in common
  common_neighbor,  ///< sources that have any neighbour in common: the paper's rule for uniform graphs
};

inline constexpr source_grouping all_source_groupings[] = {source_grouping::automatic, source_grouping::given,
                                                           source_grouping::random, source_grouping::out_degree,
                                                           source_grouping::common_neighbor};

/// "auto", "given", "random", "out-degree", "common-neighbor".
[[nodiscard]] std::string_view to_string(source_grouping grouping);

struct multi_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< 0: the sources alone
  multi_bfs_method method = multi_bfs_method::automatic;
  int width = 0;  ///< searches in a group: 64, 128, 256, 512 or 1,024; 0: the widest that pays and that memory allows
  source_grouping grouping = source_grouping::automatic;
  edge_offset small_degree = 128;  ///< the paper's p, its largest: sources are taken in the order of classes up to 4, 16, 64, 128
  edge_offset hub_degree = 128;    ///< the paper's q: a common neighbour has a larger out-degree than this
  std::uint64_t seed = 27491095;   ///< of random grouping
  bool return_distances = true;    ///< of the overload that returns a result
  bool return_predecessors = false;
  bool deterministic = false;   ///< predecessors are the smallest caller's id among the valid ones
  bool report_levels = false;   ///< time and count every level of every group, and what its searches share
  bool count_edges = true;      ///< report.edges_traversed, after each group and outside of its time; 0 without it
  bool keep_on_device = false;  ///< of that overload: its arrays stay in the memory of the one CUDA device that searches
  device where;
  /// Groups are spread over these CUDA devices, each of which holds the whole graph; empty: `where` alone. With several ranks each
  /// takes one of them, the ranks of a host in turn.
  std::vector<device> devices;
  /// Ranks that share the groups of searches, each with the whole graph. All of them call with the same graph, sources and options,
  /// and with sinks that need the same, else all throw. Null: this process alone.
  communicator* ranks = nullptr;
  run_control control;
};

/// One level of a group. A frontier vertex counts once in `joint` and once for each search that has it in `separate`: bottom-up
/// these are vertices that a search has not visited, top-down those that it visited last (the paper's section 5.1).
struct joint_level_report {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t joint = 0, separate = 0;
  std::uint64_t edges_inspected = 0;
  std::uint64_t found = 0;  ///< vertices, once for each search that found them
  double seconds = 0;
};

/// Of separate and joint frontiers: by how many searches a frontier vertex is shared on average.
struct sharing {
  std::uint64_t joint = 0, separate = 0;
  [[nodiscard]] double degree() const noexcept {
    return joint > 0 ? static_cast<double>(separate) / static_cast<double>(joint) : 0;
  }
};

struct group_report {
  int searches = 0;  ///< distinct sources
  int rank = 0;      ///< that ran it
  device where;
  hop_count depth = 0;
  double seconds = 0;                      ///< searching, initialising included
  std::uint64_t edges_traversed = 0;       ///< directed edges out of the reached vertices, summed over the searches
  std::vector<joint_level_report> levels;  ///< empty where they were not asked for

  [[nodiscard]] sharing shared(direction way) const noexcept;
  /// The paper's sharing degree (equation 1), and the share of the group that it is (the sharing ratio).
  [[nodiscard]] double sharing_degree() const noexcept;
  [[nodiscard]] double sharing_ratio() const noexcept { return searches > 0 ? sharing_degree() / searches : 0; }
};

/// With several ranks every one of them receives the groups of all, and the seconds of the rank that took longest.
struct multi_bfs_report {
  std::string engine;           ///< which implementation ran, and why
  std::string grouping;         ///< how sources were grouped, and why
  std::string order;            ///< of the layout, with its reason
  device where;                 ///< the first of `devices`
  std::vector<device> devices;  ///< that this rank searched on
  int ranks = 1;
  int threads = 0;           ///< of this rank
  int width = 0;             ///< searches that a group has room for
  std::size_t sources = 0;   ///< asked for
  std::size_t searches = 0;  ///< run: distinct sources
  std::vector<group_report> groups;
  std::uint64_t edges_traversed = 0;    ///< summed over the searches that were run
  double seconds_group = 0;             ///< grouping the sources
  double seconds_search = 0;            ///< searching, in the layout's ids
  double seconds_sink = 0;              ///< handing results to sinks, in the caller's ids
  std::uint64_t planned_bytes = 0;      ///< for the searches of a rank, before the first one; on each of its CUDA devices
  std::uint64_t peak_memory_bytes = 0;  ///< of the process, so far; of the rank that took most

  [[nodiscard]] double seconds() const noexcept { return seconds_group + seconds_search + seconds_sink; }
  /// Traversed directed edges a second, summed over searches as the paper does, everything included.
  [[nodiscard]] double teps() const noexcept { return seconds() > 0 ? static_cast<double>(edges_traversed) / seconds() : 0; }
};

/// One JSON object.
[[nodiscard]] std::string to_json(const multi_bfs_report& report);

/// What is known before the first search.
struct multi_bfs_plan {
  vertex_id num_vertices = 0;          ///< n, the caller's
  std::span<const vertex_id> sources;  ///< k of them, as they were given
  std::size_t searches = 0;            ///< distinct ones among them
  hop_count depth_limit = 0;
  int width = 0;
  std::span<const device> devices;  ///< that this rank searches on; at least one
  std::uint64_t bytes = 0;          ///< that the searches will take, on each CUDA device
  int rank = 0, ranks = 1;
  int ranks_on_host = 1;  ///< that take from the same memory
};

/// What a sink asks for before a run, so that nothing needless is computed or stored.
struct sink_needs {
  bool level_counts = false;   ///< how many vertices each search finds at each level
  bool distances = false;      ///< of each vertex in each search
  bool predecessors = false;   ///< likewise; needs in-edges
  bool vertex_totals = false;  ///< sums over the searches at each vertex
};

/// Sums over all searches at each of the caller's n vertices. Whole numbers, so that they are the same in any order.
struct vertex_totals {
  array<std::uint32_t> reached_by;    ///< searches that reached the vertex, its own among them
  array<std::uint64_t> distance_sum;  ///< of those searches
  array<std::uint64_t> harmonic_sum;  ///< of 1 / distance, without distance 0, in units of 2^-32
  array<hop_count> farthest;          ///< largest distance; `unreachable` where no search came

  static constexpr double harmonic_unit = 1.0 / 4294967296.0;
};

namespace multi_bfs_engine {
class group_engine;
}

/// A group whose searches have ended, for sinks. Searches are those of the distinct sources, 0 to size() - 1.
class finished_group {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return sources_.size(); }
  [[nodiscard]] vertex_id source(std::size_t search) const noexcept { return sources_[search]; }
  /// Where this source stands among those that were given: more than once where it was given more than once.
  [[nodiscard]] std::span<const std::size_t> positions(std::size_t search) const noexcept {
    return {positions_.data() + position_begin_[search], position_begin_[search + 1] - position_begin_[search]};
  }
  /// The largest distance in any search of the group.
  [[nodiscard]] hop_count depth() const noexcept { return depth_; }
  /// Vertices at a distance of 0 to depth() from the source. Where level_counts were asked for.
  [[nodiscard]] std::uint64_t found(std::size_t search, hop_count level) const noexcept {
    return counts_[static_cast<std::size_t>(level) * sources_.size() + search];
  }

  /// The device that searched.
  [[nodiscard]] device where() const noexcept { return where_; }

  /// Writes n distances of each search to rows[search], nothing where that is null. Where distances were asked for. Rows lie in
  /// host memory, or in that of where(). Throws error_category::usage where one does not fit, with the remedy.
  void copy_distances(std::span<std::int8_t* const> rows) const;
  void copy_distances(std::span<std::int16_t* const> rows) const;
  void copy_distances(std::span<hop_count* const> rows) const;
  /// Likewise. Where predecessors were asked for.
  void copy_predecessors(std::span<vertex_id* const> rows) const;

  /// Into a matrix with a row of n for each of the given sources: distances as above, predecessors for vertex_id. The matrix lies
  /// in the memory of `there`: the host's, or that of where().
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
  std::vector<std::uint64_t> counts_;   // a row a level
  std::vector<std::size_t> not_found_;  // searches whose source is not in the layout, which their engine knows nothing of
  device where_;
  multi_bfs_engine::group_engine* engine_ = nullptr;
};

/// Receives results group by group, one call at a time. Those of this library are in sinks.hpp; derive your own from this.
class multi_bfs_sink {
 public:
  virtual ~multi_bfs_sink() = default;
  [[nodiscard]] virtual sink_needs needs() const = 0;
  /// Before the first search: the place for memory and files.
  virtual void begin(const multi_bfs_plan& plan);
  /// Whether the sink has this source's results already, from an earlier run. What all sinks have is not searched again.
  [[nodiscard]] virtual bool has(std::size_t position) const;
  /// Groups come in any order.
  virtual void take(const finished_group& group);
  /// With several ranks only: each rank's sink has taken the groups that its rank ran. On all ranks after the last group: the place
  /// to bring together what they took (without this it stays apart). Calls of `ranks` have to match on all of them.
  virtual void merge(communicator& ranks);
  /// After the last one, and after merge(). The totals are empty unless they were asked for, and may be moved out.
  virtual void end(vertex_totals& totals);
};

/// Searches from all of `sources` (duplicates are answered each, and searched once) and hands the results to the sinks.
/// Throws error_category::usage for a source outside the graph (naming its place in the list), no sources, a negative depth
/// limit, an unknown width, predecessors without in-edges, a layout that lies on another device than it is to be searched on, or a
/// list of devices with one twice; error_category::memory where the narrowest group does not fit, with both numbers, before
/// anything is searched; ::device, naming the device of several that failed, ::cancelled: sinks keep the groups that they were
/// given. With several ranks all of them throw a rank_error where one fails; the others first finish the groups that they are at.
/// Only an exception of a sink's merge() stays with its rank.
multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, std::span<multi_bfs_sink* const> sinks,
                           const multi_bfs_options& options = {});
multi_bfs_report multi_bfs(const layout& prepared, std::span<const vertex_id> sources, multi_bfs_sink& sink,
                           const multi_bfs_options& options = {});

/// Row i, n entries, belongs to sources[i]. Empty where not asked for.
struct multi_bfs_result {
  std::size_t num_sources = 0;
  vertex_id num_vertices = 0;
  array<hop_count> distances;     ///< (k, n), `unreachable` where there is no path
  array<vertex_id> predecessors;  ///< (k, n), no_vertex for sources and unreached vertices
  multi_bfs_report report;

  // Addresses of a device where the arrays were kept on one.
  [[nodiscard]] std::span<const hop_count> distances_from(std::size_t i) const noexcept {
    return distances.view().subspan(i * num_vertices, num_vertices);
  }
  [[nodiscard]] std::span<const vertex_id> predecessors_from(std::size_t i) const noexcept {
    return predecessors.view().subspan(i * num_vertices, num_vertices);
  }
};

/// Everything in host memory, unless it is to be kept on the device. Throws error_category::memory where k x n entries do not fit:
/// a sink can take them elsewhere; error_category::usage where they are to be kept on the cpu, or by searches on several devices.
[[nodiscard]] multi_bfs_result multi_bfs(const layout& prepared, std::span<const vertex_id> sources,
                                         const multi_bfs_options& options = {});
/// Prepares with the default options first.
[[nodiscard]] multi_bfs_result multi_bfs(const graph& g, std::span<const vertex_id> sources, const multi_bfs_options& options = {});

}  // namespace fathom
