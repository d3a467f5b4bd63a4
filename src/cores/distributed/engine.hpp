// Peeling over all processes.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/types.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct peel_outcome {
  std::uint64_t levels = 0;      ///< distinct core numbers above 0
  std::uint64_t exchanges = 0;   ///< rounds of communication
  double seconds_on_device = 0;  ///< from edges in device memory to core numbers in device memory
  rank_work work;                ///< bytes and seconds
};

/// Collective; writes the core numbers of the process's own vertices, in the caller's order. The graph has no delegates. Throws a
/// rank_error on all processes if memory is insufficient or a stop was requested on any of them. peel_on_device() does the same.
peel_outcome peel(const partitioned_graph& g, std::span<vertex_id> core, int threads, const run_control& control);

/// Writes core numbers by local id to those of the process's own vertices.
inline void write_core_numbers(const partitioned_graph& g, std::span<const vertex_id> by_id, std::span<vertex_id> core) {
  for (std::uint64_t position = 0; position < core.size(); ++position) {
    const local_vertex id = g.to_local[position];
    core[position] = id == no_local_vertex ? 0 : by_id[id];
  }
}

}  // namespace fathom::ranks_engine
