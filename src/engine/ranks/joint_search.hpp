// Joined searches by all ranks of a partitioned graph, a bit for each vertex and search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "distributed/partitioned_graph.hpp"
#include "engine/multi_bfs/group_engine.hpp"
#include "engine/ranks/search_request.hpp"
#include "fathom/rank_graph.hpp"

namespace fathom::ranks_engine {

/// What a level of joined searches has besides; of all ranks.
struct joint_counts {
  std::uint64_t separate = 0;  ///< frontier, once for each search that has the vertex
  std::uint64_t found = 0;     ///< likewise
};

/// A group of searches at a time. Sources are the graph's vertices; results are those of the rank's own, in their order, and counts
/// of vertices those of all ranks. run() is collective, and throws on all ranks where one was told to stop; there are neither
/// predecessors nor totals.
class joint_search : public multi_bfs_engine::group_engine {
 public:
  /// Of the last group.
  [[nodiscard]] virtual std::span<const rank_level> levels() const noexcept = 0;
  [[nodiscard]] virtual std::span<const joint_counts> counts() const noexcept = 0;
  /// Bytes and seconds of all groups.
  [[nodiscard]] virtual const rank_work& work() const noexcept = 0;
};

/// What joint_search_of() will allocate on this rank; planes of distances for searches of usual depth.
[[nodiscard]] std::uint64_t joint_bytes(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

/// Takes memory for all groups. `g` must outlive it; the plan's width is 64, 128, 256 or 512.
[[nodiscard]] std::unique_ptr<joint_search> joint_search_of(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

}  // namespace fathom::ranks_engine
