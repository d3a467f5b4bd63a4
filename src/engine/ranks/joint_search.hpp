// Joined searches by all ranks of a partitioned graph, a bit for each vertex and search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "distributed/partitioned_graph.hpp"
#include "engine/multi_bfs/group_engine.hpp"
#include "fathom/rank_graph.hpp"
#include "fathom/report.hpp"

namespace fathom::ranks_engine {

/// Of one rank, but for what is said to be of all.
struct joint_level {
  hop_count level = 0;
  direction way = direction::top_down;
  std::uint64_t joint = 0, separate = 0;  ///< frontier of all ranks: vertices, and once for each search that has them
  std::uint64_t inspected = 0;            ///< edges
  std::uint64_t found = 0;                ///< by all ranks, once for each search
  std::uint64_t bytes_sent = 0;
  double seconds_compute = 0, seconds_exchange = 0, seconds_wait = 0;
};

/// A group of searches at a time. Sources are the graph's vertices; results are those of the rank's own, in their order, and counts
/// of vertices those of all ranks. run() is collective, and throws on all ranks where one was told to stop; there are neither
/// predecessors nor totals.
class joint_search : public multi_bfs_engine::group_engine {
 public:
  /// Of the last group.
  [[nodiscard]] virtual std::span<const joint_level> levels() const noexcept = 0;
  /// Bytes and seconds of all groups.
  [[nodiscard]] virtual const rank_work& work() const noexcept = 0;
};

/// What joint_search_of() will allocate on this rank; planes of distances for searches of usual depth.
[[nodiscard]] std::uint64_t joint_bytes(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

/// Takes memory for all groups. `g` must outlive it; the plan's width is 64, 128, 256 or 512.
[[nodiscard]] std::unique_ptr<joint_search> joint_search_of(const partitioned_graph& g, const multi_bfs_engine::group_plan& plan);

}  // namespace fathom::ranks_engine
