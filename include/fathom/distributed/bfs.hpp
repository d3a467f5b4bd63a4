// Distributed single-source breadth-first search (BFS): all processes search one graph, each in its own part.
#pragma once

#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// How the processes of a grid row resolve conflicts when several discover the same vertex.
enum class rank_fold {
  owners,  ///< the vertex's owner decides and receives the predecessors after the search
  prefix,  ///< a prefix operation along the row decides, then the union is broadcast (Graph500's chapter, algorithm 3)
};

inline constexpr rank_fold all_rank_folds[] = {rank_fold::owners, rank_fold::prefix};

/// "owners", "prefix".
[[nodiscard]] std::string_view to_string(rank_fold fold);

struct rank_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the source
  int grid_rows = 0, grid_columns = 0;  ///< process grid; both 0: one column. A rank_graph has its own grid
  rank_fold fold = rank_fold::owners;
  bool top_down = false;  ///< never use bottom-up steps
  double alpha = 0;       ///< bottom-up once the frontier's edges exceed 1/alpha of the unexplored ones; 0: fastest in measurements
  double beta = 18;       ///< top-down again once the frontier has fewer than 1/beta of the vertices
  root_parent root = root_parent::none;
  /// CPU or CUDA device. The first process on each host uses this device and each further process the next one.
  device where = {};
  rank_transport transport = rank_transport::automatic;  ///< between devices
  std::uint64_t delegate_degree = heavy_delegates;       ///< as in rank_graph_options; a rank_graph has its own
  bool gather = true;        ///< true: every process gets the results of all vertices; false: only those of its own vertices
  run_control control = {};  ///< threads are per process; a rank_graph has its own
};

/// One level of one search, over all processes. Times are in seconds.
struct rank_level_report {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t frontier = 0;    ///< vertices in the frontier
  std::uint64_t inspected = 0;   ///< edges inspected
  std::uint64_t bytes_sent = 0;  ///< to other processes
  double seconds = 0;            ///< of the slowest process
  double seconds_search = 0;     ///< searching the process's own part, mean over processes
  double seconds_exchange = 0;   ///< exchanging data, mean over processes
  double seconds_wait = 0;       ///< waiting for the slowest process, mean over processes
  double imbalance = 0;          ///< largest seconds_search divided by the mean
};

/// Distributed breadth-first search of one graph; any number of searches, one at a time.
class rank_bfs {
 public:
  /// Collective: partitions a graph that every process has over all processes. `ranks` must outlive this object. Throws
  /// error_category::usage for a grid that does not match the number of processes, a negative depth limit, or options that differ
  /// between processes; ::memory, ::cancelled.
  rank_bfs(communicator& ranks, const graph& g, const rank_bfs_options& options = {});
  /// Collective: the same for an already distributed graph, which must outlive this object.
  explicit rank_bfs(const rank_graph& g, const rank_bfs_options& options = {});
  ~rank_bfs();
  rank_bfs(rank_bfs&&) noexcept;
  rank_bfs& operator=(rank_bfs&&) noexcept;

  /// Collective: searches from `source`, which must be the same on all processes. Returns the results of all vertices, or without
  /// `gather` those of the process's own vertices. Distances equal those of bfs(). The report always has levels; its times are
  /// those of the slowest process. Throws error_category::usage for a source outside the graph; ::device, ::cancelled.
  [[nodiscard]] bfs_result search(vertex_id source);

  /// Collective: per-level statistics of the last search.
  [[nodiscard]] std::vector<rank_level_report> last_levels() const;
  /// Collective: work of each process over all searches so far, by rank.
  [[nodiscard]] std::vector<rank_work> by_rank() const;

 private:
  struct state;
  std::unique_ptr<rank_graph> own_;  // the partitioned graph, if the constructor was given a whole one
  std::unique_ptr<state> state_;
};

/// Collective: the vertices that random_sources() would draw from the whole graph. Throws error_category::usage if no vertex has an
/// out-edge.
[[nodiscard]] std::vector<vertex_id> random_sources(const rank_graph& g, std::size_t count, std::uint64_t seed);

}  // namespace fathom
