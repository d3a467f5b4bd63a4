// Single-source breadth-first search (BFS).
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
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

/// Search method on a CUDA device. The methods of Enterprise (Liu, Huang, SC 2015) are for study and comparison: each adds one
/// technique to the one before, as in the paper's Figure 13.
enum class bfs_method {
  automatic,                ///< the fastest in measurements; the only method of the CPU
  enterprise_status_array,  ///< BL: one CTA per vertex of the status array
  enterprise_scheduling,    ///< TS: queues built from the status array by scans and prefix sums; one CTA per vertex of a queue
  enterprise_balancing,     ///< TS + WB: four queues by degree, for threads, warps, CTAs and the grid
  enterprise_hub_cache,     ///< TS + WB + HC: recently visited hubs in shared memory, which bottom-up steps check first
};

inline constexpr bfs_method all_bfs_methods[] = {bfs_method::automatic, bfs_method::enterprise_status_array,
                                                 bfs_method::enterprise_scheduling, bfs_method::enterprise_balancing,
                                                 bfs_method::enterprise_hub_cache};

/// "auto", "enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc".
[[nodiscard]] std::string_view to_string(bfs_method method);

/// Rule for switching between top-down and bottom-up steps.
enum class bfs_switching {
  automatic,   ///< the fastest in measurements on such layouts; hub_ratio for Enterprise's methods. The report names it
  hub_ratio,   ///< Enterprise, section 4.3: bottom-up, for good, once a fraction gamma of the hubs is in the frontier
  alpha_beta,  ///< Beamer: bottom-up once the frontier's edges exceed 1/alpha of the unexplored ones; back below n/beta vertices
};

/// Predecessor of the source.
enum class root_parent {
  none,  ///< no_vertex
  self,  ///< the source itself, as in Graph500
};

struct bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< in hops; 0: only the source
  vertex_id target = no_vertex;                                   ///< stop after the level that reaches this vertex
  bool return_distances = true;
  bool return_predecessors = true;
  bool deterministic = false;  ///< choose the valid predecessor with the smallest caller's id
  root_parent root = root_parent::none;
  bfs_method method = bfs_method::automatic;
  bfs_strategy strategy = bfs_strategy::direction_optimizing;
  bfs_switching switching = bfs_switching::automatic;
  double gamma = 0.30;          ///< for hub_ratio: a fraction of the hubs
  double alpha = 0;             ///< for alpha_beta; 0: the fastest in measurements (15; 40 on a GPU in degree order)
  double beta = 18;             ///< for alpha_beta
  bool report_levels = false;   ///< time and count every level
  bool count_edges = true;      ///< fill report.edges_traversed, after the search and outside its time; otherwise it is 0
  bool map_back = true;         ///< false, for measurements only: arrays stay in the layout's ids and order
  bool keep_on_device = false;  ///< leave the result's arrays in the memory of the device that searched
  device where;
  run_control control;
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
/// negative alpha, a beta that is not positive, the bottom-up strategy without in-edges, or an Enterprise method on the CPU;
/// error_category::device, ::memory, ::cancelled.
[[nodiscard]] bfs_result bfs(const layout& prepared, vertex_id source, const bfs_options& options = {});

/// Prepares a layout with the default options and searches once. For several searches, call prepare() once yourself.
[[nodiscard]] bfs_result bfs(const graph& g, vertex_id source, const bfs_options& options = {});

/// Searches from each source in turn, reusing the same memory. After each search calls `consume(i, result)` with the result for
/// sources[i]; the next search overwrites its arrays unless they are moved out. Throws as the single search does.
void bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options,
         const std::function<void(std::size_t, bfs_result&)>& consume);

/// Draws `count` random vertices with at least one out-edge other than a self-loop. They are distinct as long as there are enough
/// such vertices, and depend only on the graph and the seed. Throws error_category::usage if no vertex has an edge.
[[nodiscard]] array<vertex_id> random_sources(const graph& g, std::size_t count, std::uint64_t seed = 27491095,
                                              const run_control& control = {});

}  // namespace fathom
