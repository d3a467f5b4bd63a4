// Single-source breadth-first search (BFS).
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom {

enum class bfs_strategy {
  direction_optimizing,  ///< Beamer, Asanovic, Patterson, SC 2012
  top_down,
  bottom_up,  ///< needs in-edges; for experiments
};

/// Rule for switching between top-down and bottom-up steps.
enum class bfs_switching {
  automatic,   ///< the fastest in measurements; the report names it
  hub_ratio,   ///< Liu, Huang, SC 2015, section 4.3: bottom-up, for good, once a fraction gamma of the hubs is in the frontier
  alpha_beta,  ///< Beamer: bottom-up once the frontier's edges exceed 1/alpha of the unexplored ones; back below n/beta vertices
};

/// Predecessor of the source.
enum class root_parent {
  none,  ///< no_vertex
  self,  ///< the source itself, as in Graph500
};

/// How the processes of a grid row resolve conflicts when several discover the same vertex.
enum class conflict_resolution {
  owners,  ///< the vertex's owner decides and receives the predecessors after the search
  prefix,  ///< a prefix operation along the row decides, then the union is broadcast (Graph500's chapter, algorithm 3)
};

inline constexpr conflict_resolution all_conflict_resolutions[] = {conflict_resolution::owners, conflict_resolution::prefix};

/// "owners", "prefix".
[[nodiscard]] std::string_view to_string(conflict_resolution conflicts);

/// A place that does not honor an option refuses it (error_category::usage): a distributed search has no target, deterministic
/// predecessors, bottom-up strategy, hub_ratio, unmapped results or results on a device.
struct bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the source
  vertex_id target = no_vertex;                                   ///< stop after the level that reaches this vertex
  bool return_distances = true;
  bool return_predecessors = true;
  bool deterministic = false;  ///< choose the valid predecessor with the smallest caller's id
  root_parent root = root_parent::none;
  bfs_strategy strategy = bfs_strategy::direction_optimizing;
  bfs_switching switching = bfs_switching::automatic;
  double gamma = 0.30;  ///< for hub_ratio: a fraction of the hubs
  /// For alpha_beta. 0: the fastest in measurements (15; 40 on a GPU in degree order); then a level is bottom-up only if it is also
  /// expected to inspect fewer than twice the frontier's edges.
  double alpha = 0;
  double beta = 18;             ///< for alpha_beta
  bool report_levels = false;   ///< time and count every level
  bool count_edges = true;      ///< fill report.edges_traversed, after the search and outside its time; otherwise it is 0
  bool map_back = true;         ///< false, for measurements only: arrays stay in the layout's ids and order
  bool keep_on_device = false;  ///< leave the result's arrays in the memory of the device that searched
  conflict_resolution conflicts = conflict_resolution::owners;  ///< between processes; refused in a single process
  bool gather = true;  ///< true: every process gets the results of all vertices; false: only those of its own vertices
};

/// Both arrays have n entries, one per vertex, or are empty if not requested. They are in host memory unless keep_on_device was set
/// for a CUDA device; then where() names the device and data() is a device address.
struct bfs_result {
  array<hop_count> distances;     ///< hops from the source; `unreachable` if there is no path
  array<vertex_id> predecessors;  ///< predecessor on a shortest path; no_vertex for unreached vertices; see root_parent
  run_report report;
};

/// Searches from `source`, a vertex of the graph from which the layout was prepared.
/// Throws error_category::usage for a source or target outside the graph, a negative depth limit, a gamma outside (0, 1], a
/// negative alpha, a beta that is not positive, or the bottom-up strategy without in-edges; error_category::device, ::memory,
/// ::cancelled.
[[nodiscard]] bfs_result bfs(const layout& prepared, vertex_id source, const bfs_options& options = {}, const execution& exec = {});

/// Prepares a layout with the default options and searches once. For several searches, call prepare() once yourself.
[[nodiscard]] bfs_result bfs(const graph& g, vertex_id source, const bfs_options& options = {}, const execution& exec = {});

/// Searches from each source in turn, reusing the same memory. After each search calls `consume(i, result)` with the result for
/// sources[i]; the next search overwrites its arrays unless they are moved out. Throws as the single search does.
void bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
         const std::function<void(std::size_t, bfs_result&)>& consume);

/// Draws `count` random vertices with at least one out-edge other than a self-loop. They are distinct as long as there are enough
/// such vertices, and depend only on the graph and the seed. Throws error_category::usage if no vertex has an edge.
[[nodiscard]] array<vertex_id> random_sources(const graph& g, std::size_t count, std::uint64_t seed = 27491095,
                                              const run_control& control = {});

}  // namespace fathom
