// Request and outcome of a breadth-first search engine. Vertices are in the layout's ids.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/report.hpp"
#include "fathom/types.hpp"

namespace fathom::bfs_engine {

/// Default values of Beamer's alpha. With hubs-first rows, a bottom-up level finds most parents at the first neighbor, which a GPU
/// tests for all vertices in parallel, while queues cost more on a GPU than on a CPU.
inline constexpr double usual_alpha = 15, usual_alpha_hubs_first_on_gpu = 40;

struct request {
  vertex_id source = 0;
  bfs_options options = {};           ///< resolved(): the target is in the layout's ids, and alpha is not 0
  hop_count* distances = nullptr;     ///< l.num_vertices entries, or null
  vertex_id* predecessors = nullptr;  ///< l.num_vertices entries, or null
  std::stop_token stop = {};
  bool estimates = true;  ///< bottom-up only if it is expected to pay; not with an alpha of the caller

  [[nodiscard]] vertex_id root_predecessor() const noexcept { return options.root == root_parent::self ? source : no_vertex; }
};

struct outcome {
  std::uint64_t reached = 0;
  hop_count depth = 0;
  std::vector<level_report> levels = {};
  hub_cache_report hub_cache = {};
};

}  // namespace fathom::bfs_engine
