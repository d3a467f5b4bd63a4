// Figures of the Enterprise paper that describe graphs and searches rather than compare techniques.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/suite/bench.hpp"
#include "fathom/papers/enterprise.hpp"

namespace fathom::program {

/// Frontiers as parts of all vertices, one value per level and search (Figure 4). Bottom-up the frontier is the unvisited vertices,
/// as the paper defines it.
struct frontier_parts {
  std::vector<double> top_down, switching, bottom_up;  ///< switching: the first bottom-up level of a search

  [[nodiscard]] std::vector<double> all() const;
};

/// Appends the levels of one search.
void add_frontiers(frontier_parts& parts, std::span<const level_report> levels, vertex_id num_vertices);

/// Out-degrees, for the distribution functions of Figures 5 and 6.
struct degree_figures {
  double below_warp = 0;                                ///< part of the vertices with fewer than 32 out-edges
  double below_cta = 0;                                 ///< with fewer than 256
  edge_offset largest = 0;                              ///< largest out-degree
  std::uint64_t hubs_of_tenth = 0;                      ///< least number of vertices that hold a tenth of the edges
  bench_series vertices_by_degree{"vertices", {}, {}};  ///< percent of the vertices with at most x out-edges
  bench_series edges_by_rank{"edges", {}, {}};          ///< percent of the edges of the x % of the vertices with the most
  [[nodiscard]] static degree_figures of(const graph& g);
};

/// Rows "enterprise figure 4" and "enterprise figures 5, 6" of one graph, on any device.
[[nodiscard]] std::vector<bench_row> enterprise_graph_rows(const loaded_graph& loaded, const layout& prepared,
                                                           std::span<const vertex_id> sources, const execution& exec);

/// Rows "enterprise figure 10": speed of the searches over gamma and over alpha, in the paper's method on a CUDA device, in
/// Fathom's own engine elsewhere.
[[nodiscard]] std::vector<bench_row> enterprise_switching_rows(const loaded_graph& loaded, const layout& prepared,
                                                               std::span<const vertex_id> sources, const execution& exec);

/// Rows "enterprise figure 8", one per technique: the level at which the direction changes, of the search from `source`. Needs a
/// CUDA device.
[[nodiscard]] std::vector<bench_row> enterprise_timeline_rows(const loaded_graph& loaded, const layout& prepared, vertex_id source,
                                                              const execution& exec);

/// Rows "enterprise figure 16", one per technique: hardware counters of the search from `source`, or the reason why there are none.
/// Needs a CUDA device.
[[nodiscard]] std::vector<bench_row> enterprise_counter_rows(const loaded_graph& loaded, const layout& prepared, vertex_id source,
                                                             const execution& exec);

/// These figures as text, one line per graph, each with the paper's values; empty if the rows contain none of them.
[[nodiscard]] std::string enterprise_text(const std::vector<bench_row>& rows);

}  // namespace fathom::program
