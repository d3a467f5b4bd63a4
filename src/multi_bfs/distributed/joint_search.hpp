// Distributed multi-source BFS: up to 512 concurrent searches, one bit per vertex and search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "bfs/distributed/search_request.hpp"
#include "comm/transport_in_use.hpp"
#include "fathom/distributed/graph.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "multi_bfs/group_engine.hpp"

namespace fathom::ranks_engine {

/// Additional counts of one level, summed over all processes.
struct joint_counts {
  std::uint64_t separate = 0;  ///< frontier size, counting a vertex once for each search
  std::uint64_t found = 0;     ///< vertices discovered, counting a vertex once for each search
};

/// Runs one group of searches at a time. Sources are global vertex ids; results are for the process's own vertices, in their order;
/// vertex counts are summed over all processes. run() is collective and throws on all processes if a stop was requested on any.
/// Predecessors and totals are not supported.
class joint_search : public multi_bfs_engine::group_engine {
 public:
  /// Of the last group.
  [[nodiscard]] virtual std::span<const rank_level> levels() const noexcept = 0;
  [[nodiscard]] virtual std::span<const joint_counts> counts() const noexcept = 0;
  /// Bytes and seconds summed over all groups.
  [[nodiscard]] virtual const rank_work& work() const noexcept = 0;
  /// Between devices; without a name on CPUs.
  [[nodiscard]] virtual transport_in_use transport() const = 0;
};

/// Bytes that joint_search_of() allocates on this process; assumes searches of usual depth for the distance planes.
[[nodiscard]] std::uint64_t joint_bytes(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

/// Allocates memory for all groups. `g` must outlive the result; the plan's width must be 64, 128, 256 or 512.
/// joint_search_on_device() does the same on devices.
[[nodiscard]] std::unique_ptr<joint_search> joint_search_of(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

}  // namespace fathom::ranks_engine
