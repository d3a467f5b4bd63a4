// Single-source breadth-first search.
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
  bottom_up,  ///< needs in-edges; for study
};

/// How a CUDA device searches. Enterprise's methods (Liu, Huang, SC 2015) are there to be studied and compared: each has one
/// technique more than the one before, as in the paper's Figure 13.
enum class bfs_method {
  automatic,                ///< what measures best; the only one that the CPU has
  enterprise_status_array,  ///< BL: a CTA for every vertex of the status array
  enterprise_scheduling,    ///< TS: queues made from the status array by scans and prefix sums; a CTA for every vertex of a queue
  enterprise_balancing,     ///< TS + WB: four queues by degree, for threads, warps, CTAs and the grid
  enterprise_hub_cache,     ///< TS + WB + HC: hubs visited last in shared memory, where bottom-up steps look first
};

inline constexpr bfs_method all_bfs_methods[] = {bfs_method::automatic, bfs_method::enterprise_status_array,
                                                 bfs_method::enterprise_scheduling, bfs_method::enterprise_balancing,
                                                 bfs_method::enterprise_hub_cache};

/// "auto", "enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc".
[[nodiscard]] std::string_view to_string(bfs_method method);

enum class bfs_switching {
  automatic,   ///< what measures best on this layout, of Enterprise's methods the hub ratio; the report says which
  hub_ratio,   ///< Enterprise, section 4.3: bottom-up once gamma of the hubs are in the frontier, and for good
  alpha_beta,  ///< Beamer: bottom-up once the frontier's edges exceed 1/alpha of the unexplored, back under n/beta vertices
};

enum class root_parent {
  none,  ///< no_vertex
  self,  ///< the source, as Graph500 has it
};

struct bfs_options {
  hop_count depth_limit = std::numeric_limits<hop_count>::max();  ///< 0: the source alone
  vertex_id target = no_vertex;                                   ///< stop after the level that reaches this vertex
  bool return_distances = true;
  bool return_predecessors = true;
  bool deterministic = false;  ///< predecessors are the smallest caller's id among the valid ones
  root_parent root = root_parent::none;
  bfs_method method = bfs_method::automatic;
  bfs_strategy strategy = bfs_strategy::direction_optimizing;
  bfs_switching switching = bfs_switching::automatic;
  double gamma = 0.30;          ///< of hub_ratio: a share of the hubs
  double alpha = 0;             ///< of alpha_beta; 0: what measures best (15; 40 on a GPU in degree order)
  double beta = 18;             ///< of alpha_beta
  bool report_levels = false;   ///< time and count every level
  bool count_edges = true;      ///< report.edges_traversed, after the search and outside of its time; 0 without it
  bool map_back = true;         ///< false, for measuring only: arrays stay in the layout's ids and order
  bool keep_on_device = false;  ///< the result's arrays stay in the memory of the device that searched
  device where;
  run_control control;
};

/// Both arrays have one entry for each of the graph's n vertices (empty where not asked for), in host memory unless they were to be
/// kept on a CUDA device: then where() names it, and data() is an address there.
struct bfs_result {
  array<hop_count> distances;     ///< hops from the source, `unreachable` where there is no path
  array<vertex_id> predecessors;  ///< the vertex before it on a shortest path; no_vertex for the source and unreached ones
  run_report report;
};

/// One search from `source`, a vertex of the graph that the layout was prepared from.
/// Throws error_category::usage for a source or target outside the graph, a negative depth limit, a gamma outside (0, 1], a
/// negative alpha, a beta not positive, a bottom-up strategy without in-edges, one of Enterprise's methods on the CPU;
/// error_category::device, ::memory, ::cancelled.
[[nodiscard]] bfs_result bfs(const layout& prepared, vertex_id source, const bfs_options& options = {});

/// Prepares with the default options and searches once. Prepare once yourself when you search more than once.
[[nodiscard]] bfs_result bfs(const graph& g, vertex_id source, const bfs_options& options = {});

/// Many searches, one after another, in the same memory: `consume(i, result)` is called after each with the result for sources[i],
/// whose arrays are overwritten by the next search unless they are moved out.
void bfs(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options,
         const std::function<void(std::size_t, bfs_result&)>& consume);

/// `count` random vertices that have at least one edge out, self-loops apart, distinct while there are enough of them; the same for
/// the same graph and seed. Throws error_category::usage where no vertex has an edge.
[[nodiscard]] array<vertex_id> random_sources(const graph& g, std::size_t count, std::uint64_t seed = 27491095,
                                              const run_control& control = {});

}  // namespace fathom
