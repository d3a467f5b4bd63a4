// Kernels of a level of distributed multi-source BFS in a process's own memory. All calls are in stream order.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "multi_bfs/distributed/cuda/joint_view.hpp"
#include "multi_bfs/distributed/joint_block.hpp"

namespace fathom::ranks_engine {

/// Column ids of the frontier, if it is listed.
struct listed_frontier {
  local_vertex* ids;      ///< room for all column ids
  std::uint64_t* starts;  ///< room for one number more
  std::uint64_t size;
};

/// Lists the column ids whose row in the frontier is not zero. *cursor must be 0, and ends as their number.
void list_frontier(const joint_view& v, local_vertex* ids, std::uint32_t* cursor, const cuda::stream& s);

/// Top-down step: ORs the rows of the listed vertices into the unvisited parts of their neighbors' rows.
void push_frontier(const joint_view& v, const listed_frontier& listed, joint_totals* totals, const cuda::stream& s);

/// Bottom-up step: each vertex of the grid row scans its in-neighbors until every active search that has not visited it is
/// accounted for.
void pull_frontier(const joint_view& v, const active_searches& active, joint_totals* totals, const cuda::stream& s);

/// Discovers sources.
void place_sources(const joint_view& v, const joint_start* sources, std::uint64_t size, const cuda::stream& s);

/// Marks the discoveries among the own vertices visited and counts them. `with_counts`: fills totals->counts.
void record_discoveries(const joint_view& v, const joint_planes& planes, bool with_counts, joint_totals* totals,
                        const cuda::stream& s);

/// Zeros all rows of `found` that have a member bit, and the bits.
void clear_found(const joint_view& v, const cuda::stream& s);

/// Adds up the out-edges of the own vertices that searches have visited, once per search. *sum must be 0.
void sum_reached_edges(const joint_view& v, unsigned long long* sum, const cuda::stream& s);

}  // namespace fathom::ranks_engine
