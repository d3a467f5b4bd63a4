// Enterprise's methods of breadth-first search on a CUDA device, for study and comparison.
// Liu, Huang, "Enterprise: Breadth-First Graph Traversal on GPUs", SC 2015.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "fathom/bfs.hpp"
#include "fathom/execution.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Each method adds one technique to the one before, as in the paper's Figure 13.
enum class enterprise_method {
  status_array,  ///< BL: one CTA per vertex of the status array
  scheduling,    ///< TS: queues built from the status array by scans and prefix sums; one CTA per vertex of a queue
  balancing,     ///< TS + WB: four queues by degree, for threads, warps, CTAs and the grid
  hub_cache,     ///< TS + WB + HC: recently visited hubs in shared memory, which bottom-up steps check first
};

inline constexpr enterprise_method all_enterprise_methods[] = {enterprise_method::status_array, enterprise_method::scheduling,
                                                               enterprise_method::balancing, enterprise_method::hub_cache};

/// "enterprise-bl", "enterprise-ts", "enterprise-wb", "enterprise-hc".
[[nodiscard]] std::string_view to_string(enterprise_method method);

/// Times of one level, in seconds of the device, as in the paper's Figure 8. The kernels of a level run beside each other, so
/// their times overlap.
struct enterprise_level_times {
  double seconds_queue = 0;        ///< making the queue that the level expands: scanning, prefix sums, copying the bins
  double seconds_expansion = 0;    ///< from the first kernel's start to the last one's end
  double seconds_kernels[4] = {};  ///< expansion of rows by threads, warps, CTAs and the grid; 0 where no row needs one
};

struct enterprise_options {
  enterprise_method method = enterprise_method::hub_cache;
  bfs_options search = {};  ///< as for bfs(), except that bfs_switching::automatic is hub_ratio, the paper's rule
  /// If not null, receives the times of each level of the last search. That costs two more synchronizations per level.
  std::vector<enterprise_level_times>* times = nullptr;
};

/// Searches from `source` as bfs() does, with one launch per step and a synchronization with the host per level. Throws
/// error_category::usage for a device that is not a CUDA device; else as bfs().
[[nodiscard]] bfs_result enterprise_bfs(const layout& prepared, vertex_id source, const enterprise_options& options,
                                        const execution& exec);

/// Searches from each source in turn, as bfs() with several sources does.
void enterprise_bfs(const layout& prepared, std::span<const vertex_id> sources, const enterprise_options& options,
                    const execution& exec, const std::function<void(std::size_t, bfs_result&)>& consume);

}  // namespace fathom
