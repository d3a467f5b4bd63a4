// Core numbers of a distributed graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/cores.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/execution.hpp"

namespace fathom {

struct rank_cores_result {
  array<vertex_id> core_numbers;  ///< of all n vertices, or of this process's own
  vertex_id degeneracy = 0;       ///< the largest core number; 0 for a graph without vertices
  std::uint64_t innermost = 0;    ///< number of vertices whose core number is the degeneracy
  /// Identical on all processes except for peak_memory_bytes. Times are those of the slowest process.
  cores_report report;
  std::uint64_t exchanges = 0;  ///< rounds of communication while peeling
  double seconds_gather = 0;    ///< gathering the numbers on all processes
  std::vector<rank_work> by_rank;
};

/// Collective: the core numbers of core_numbers() of the same graph without parallel edges, for any number of processes and any
/// grid.
///
/// Peeling level by level: a process on a CPU follows removals among its own vertices to the end, then sends the removed vertices
/// and the decrements that they cause elsewhere, summed per vertex. Devices exchange both after each step.
///
/// Throws error_category::usage if options differ between processes, for keep_on_device, for `where` and `control` in the options,
/// whose place is `exec`, for a transport other than automatic, for a graph with delegates and, on devices, for 2^31 or more
/// vertices; ::memory, ::device, ::cancelled.
[[nodiscard]] rank_cores_result core_numbers(const rank_graph& g, const cores_options& options = {}, const execution& exec = {});

/// Collective: validates core numbers as validate_cores() of one process does; each process passes those of its own vertices. All
/// processes get the same result, whose message has vertex numbers. Each process holds the edges of its own vertices, 24 bytes per
/// edge. Throws error_category::usage for a wrong number of core numbers and for a graph with delegates; ::memory, ::cancelled.
[[nodiscard]] cores_validation validate_cores(const rank_graph& g, std::span<const vertex_id> core_numbers,
                                              const run_control& control = {});

}  // namespace fathom
