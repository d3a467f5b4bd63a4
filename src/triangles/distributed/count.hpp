// Triangle counting over all processes, in batches of rows.
#pragma once

#include <cstdint>
#include <span>

#include "bfs/distributed/work_clock.hpp"
#include "fathom/control.hpp"
#include "graph/partition/partitioned_graph.hpp"
#include "triangles/distributed/owned_rows.hpp"

namespace fathom::triangles_engine {

/// Entries of rows that a process sends in one batch; a row is not split.
inline constexpr std::uint64_t batch_entries = 1u << 22;

/// Collective. Writes each own vertex's number of triangles to `triangles`. Returns the number of batches. Throws a rank_error on
/// all processes if memory is insufficient or a stop was requested on any of them.
template <class Entry>
std::uint64_t count_over_processes(const partitioned_graph& g, const rows_of_process& rows, std::span<std::uint64_t> triangles,
                                   int threads, const run_control& control, ranks_engine::work_clock& clock,
                                   std::uint64_t entries_per_batch = batch_entries);

}  // namespace fathom::triangles_engine
