// Single-source breadth-first search by all ranks together, each in its part of one graph.
#pragma once

#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/communicator.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// How the ranks of a row of the grid settle who has found a vertex.
enum class rank_fold {
  owners,  ///< the vertices' owners decide, and are told the predecessors late
  prefix,  ///< a prefix along the row decides, then the union is broadcast (Graph500's chapter, algorithm 3)
};

inline constexpr rank_fold all_rank_folds[] = {rank_fold::owners, rank_fold::prefix};

/// "owners", "prefix".
[[nodiscard]] std::string_view to_string(rank_fold fold);

struct rank_bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< 0: the source alone
  int grid_rows = 0, grid_columns = 0;                            ///< of ranks; both 0: one column; of a rank_graph its own
  rank_fold fold = rank_fold::owners;
  bool top_down = false;  ///< never bottom-up
  double alpha = 0;       ///< bottom-up once the frontier's edges exceed 1/alpha of the unexplored; 0: what measures best
  double beta = 18;       ///< top-down again once the frontier has fewer than 1/beta of the vertices
  root_parent root = root_parent::none;
  /// CPU, or CUDA devices: of several ranks on a host the first takes this one and each the next.
  device where = {};
  rank_transport transport = rank_transport::automatic;  ///< between devices
  std::uint64_t delegate_degree = heavy_delegates;       ///< as in rank_graph_options; of a rank_graph its own
  bool gather = true;                                    ///< all ranks get the results of all vertices; else each those of its own
  run_control control = {};                              ///< threads are counted for each rank; of a rank_graph they are its own
};

/// One level of one search, over all ranks.
struct rank_level_report {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t frontier = 0;    ///< vertices
  std::uint64_t inspected = 0;   ///< edges
  std::uint64_t bytes_sent = 0;  ///< to other ranks
  double seconds = 0;            ///< of the slowest rank
  double seconds_search = 0;     ///< in its part of the graph, mean of the ranks
  double seconds_exchange = 0;   ///< likewise
  double seconds_wait = 0;       ///< for the slowest, likewise
  double imbalance = 0;          ///< the longest seconds_search of a rank by their mean
};

class rank_bfs {
 public:
  /// Collective: partitions the graph, which every rank has, over all of them. `ranks` must outlive it. Throws
  /// error_category::usage for a grid that does not fit the ranks, a negative depth limit, or options that are not the same on all
  /// of them; ::memory, ::cancelled.
  rank_bfs(communicator& ranks, const graph& g, const rank_bfs_options& options = {});
  /// Collective: the same in a graph that lies on the ranks already, and must outlive it.
  explicit rank_bfs(const rank_graph& g, const rank_bfs_options& options = {});
  ~rank_bfs();
  rank_bfs(rank_bfs&&) noexcept;
  rank_bfs& operator=(rank_bfs&&) noexcept;

  /// Collective: all ranks name the same source, and have the whole result, or that of their own vertices where that is asked for.
  /// Distances are those of bfs(); the levels in the report are always there, seconds are those of the slowest rank. Throws
  /// error_category::usage for a source outside the graph.
  [[nodiscard]] bfs_result search(vertex_id source);

  /// Collective: the last search level by level, with what was sent and how long ranks waited.
  [[nodiscard]] std::vector<rank_level_report> last_levels() const;
  /// Collective: what each rank has done in all searches so far.
  [[nodiscard]] std::vector<rank_work> by_rank() const;

 private:
  struct state;
  std::unique_ptr<rank_graph> own_;  // where the graph was given as a whole
  std::unique_ptr<state> state_;
};

/// Collective: the vertices that random_sources() draws from the whole graph. Throws error_category::usage where no vertex has an
/// edge out.
[[nodiscard]] std::vector<vertex_id> random_sources(const rank_graph& g, std::size_t count, std::uint64_t seed);

}  // namespace fathom
