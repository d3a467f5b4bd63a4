// Parameters of the peeling kernels on a CUDA device.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"

namespace fathom::cores_engine {

inline constexpr unsigned block_threads = 1024, block_warps = block_threads / 32;
inline constexpr unsigned queue_size = 8192;         // vertices that a thread block queues in shared memory
inline constexpr unsigned piece_edges = 4096;        // longer rows are split into pieces of this size for all thread blocks
inline constexpr unsigned round_edges = 16384;       // edges that a thread block keeps for itself per round; the rest goes to all
inline constexpr unsigned rounds_per_block = 64;     // rounds after which a thread block gives its queue to all
inline constexpr unsigned phases_per_launch = 1024;  // grid barriers after which the host may stop the work

/// Entry of the shared queue: a row, or a piece of a long one.
struct row_task {
  vertex_id v;
  unsigned piece;  ///< whole_row, or the number of the piece; the highest bit selects the second direction
};

inline constexpr unsigned second_direction = 1u << 31, whole_row = second_direction - 1;

/// Counters of one phase, that is the time between two grid barriers; three sets are used in turn.
struct phase_counters {
  unsigned long long tasks;    ///< entries appended to the shared queue
  unsigned long long removed;  ///< vertices whose core number became known
  vertex_id nearest;           ///< smallest remaining degree above the level; not valid if the phase removed vertices
};

/// State between two launches.
struct peel_state {
  unsigned long long removed;                ///< vertices whose core number is known
  unsigned long long first_task, last_task;  ///< entries of the shared queue whose neighbors are not yet decremented
  unsigned long long phase;                  ///< completed phases
  unsigned long long levels;                 ///< levels that removed vertices
  vertex_id level;
};

struct peel_job {
  vertex_id n = 0;
  adjacency_view rows[2];        ///< each edge is a neighbor of both endpoints: rows of out-edges, and of in-edges if directed
  unsigned directions = 1;       ///< entries of `rows`
  vertex_id* degree = nullptr;   ///< remaining neighbors of each vertex; its core number once it is removed
  vertex_id* lists = nullptr;    ///< one list of remaining vertices per warp, list_size entries each
  vertex_id* lengths = nullptr;  ///< of the lists, between two launches
  std::uint64_t list_size = 0;
  row_task* tasks = nullptr;
  phase_counters* counters = nullptr;  ///< three, initially zero with `nearest` no_vertex
  peel_state* state = nullptr;         ///< initially zero
};

/// Bound on the entries of the shared queue: each row once as a whole, and the pieces of the long rows.
constexpr std::uint64_t most_tasks(std::uint64_t rows, std::uint64_t edges) { return rows + 2 * (edges / piece_edges) + 1; }

}  // namespace fathom::cores_engine
