// One round of a search on a CUDA device: visits all edges out of the vertices of one list and lists the vertices of the next
// round. The visit functor, called once per edge, decides what is listed.
#pragma once

#include "fathom/graph.hpp"
#include "gpu/queue.cuh"
#include "gpu/rows.cuh"

namespace fathom::components_engine::strong {

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned piece_edges = 256;  // longer rows are split into pieces of this size, one warp each

/// Counts of one round: entries of its list, and pieces of its long rows.
struct round_counts {
  unsigned long long listed, pieces;
};

struct round_job {
  adjacency_view rows;    ///< edges to search along
  const vertex_id* here;  ///< counts[0].listed vertices
  vertex_id* next;        ///< appended at counts[1].listed; vertices are distinct, so n entries suffice
  row_piece* pieces;      ///< appended at counts[0].pieces; most_pieces() entries suffice
  round_counts* counts;   ///< of this round and of the next, which must initially be zero
};

/// Upper bound on the number of pieces of all rows.
constexpr std::uint64_t most_pieces(edge_offset num_edges) { return 2 * (num_edges / piece_edges) + 1; }

using vertex_queue = cuda::warp_queue<vertex_id, unsigned long long, block_threads>;

/// 1. Processes the rows of 32 vertices at a time with their edges spread over the lanes; long rows go to the list of pieces.
/// visit(from, to) returns whether to list `to`; its lanes must not wait for one another.
template <class Visit>
__global__ void __launch_bounds__(block_threads) rows_kernel(round_job job, Visit visit) {
  const std::uint64_t size = job.counts[0].listed;
  vertex_queue found(job.next, &job.counts[1].listed);
  for (std::uint64_t base = cuda::grid_thread() - cuda::lane(); base < size; base += cuda::grid_threads()) {
    const bool has = base + cuda::lane() < size;
    const vertex_id v = has ? job.here[base + cuda::lane()] : 0;
    const edge_offset first = has ? job.rows.offsets[v] : 0;
    edge_offset degree = has ? job.rows.offsets[v + 1] - first : 0;
    if (degree > piece_edges) {
      const auto pieces = static_cast<unsigned long long>(cuda::pieces_of(degree, piece_edges));
      cuda::split_row(v, first, degree, piece_edges, job.pieces + atomicAdd(&job.counts[0].pieces, pieces));
      degree = 0;
    }
    const cuda::warp_rows rows(first, static_cast<unsigned>(degree));
    rows.for_each([&](bool has_edge, int owner, edge_offset edge) {
      const vertex_id from = __shfl_sync(cuda::all_lanes, v, owner);
      const vertex_id to = has_edge ? job.rows.targets[edge] : no_vertex;
      found.push(to != no_vertex && visit(from, to), to);
    });
  }
  found.flush();
}

/// 2. Processes the pieces of long rows.
template <class Visit>
__global__ void __launch_bounds__(block_threads) pieces_kernel(round_job job, Visit visit) {
  const std::uint64_t size = job.counts[0].pieces, warps = cuda::grid_warps();
  vertex_queue found(job.next, &job.counts[1].listed);
  for (std::uint64_t p = cuda::grid_warp(); p < size; p += warps) {
    const row_piece piece = job.pieces[p];
    for (unsigned at = 0; at < piece.size; at += cuda::warp_lanes) {
      const unsigned i = at + cuda::lane();
      const vertex_id to = i < piece.size ? job.rows.targets[piece.first + i] : no_vertex;
      found.push(to != no_vertex && visit(piece.v, to), to);
    }
  }
  found.flush();
}

}  // namespace fathom::components_engine::strong
