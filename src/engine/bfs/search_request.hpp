// What a breadth-first engine is asked and what it answers. Vertices are the layout's.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom::bfs_engine {

/// Beamer's alpha where nobody gives one. A bottom-up level of hubs-first rows finds most parents at its first look, which a GPU
/// does for all vertices at once; a queue costs it more than a CPU.
inline constexpr double usual_alpha = 15, usual_alpha_hubs_first_on_gpu = 40;

struct request {
  vertex_id source = 0;
  vertex_id target = no_vertex;
  hop_count depth_limit = 0;
  vertex_id root_predecessor = no_vertex;
  bfs_strategy strategy = bfs_strategy::direction_optimizing;
  bfs_switching switching = bfs_switching::alpha_beta;
  double gamma = 0, alpha = 0, beta = 0;
  bool report_levels = false;
  hop_count* distances = nullptr;     ///< l.num_vertices entries, or null
  vertex_id* predecessors = nullptr;  ///< likewise
  std::stop_token stop;
};

struct outcome {
  std::uint64_t reached = 0;
  hop_count depth = 0;
  std::vector<level_report> levels;
  std::uint64_t status_reads = 0, status_reads_saved = 0;  ///< see hub_cache_report
};

}  // namespace fathom::bfs_engine
