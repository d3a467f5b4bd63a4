// One round of a search on a CUDA device: visits all edges out of the vertices of one list and lists the vertices of the next
// round. The visit functor, called once per edge, decides what is listed.
#pragma once

#include "fathom/graph.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"

namespace fathom::components_engine::strong {

inline constexpr unsigned block_threads = 256, block_warps = block_threads / cuda::warp_lanes;
inline constexpr unsigned piece_edges = 256;  // longer rows are split into pieces of this size, one warp each
inline constexpr unsigned room_size = 128;    // buffer size per warp, in vertices

/// Piece of a row that is too long for one warp.
struct row_piece {
  vertex_id v;
  unsigned size;
  edge_offset first;
};

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

/// Appends vertices to a list through the warp's buffer in shared memory, with one atomic per about 100 vertices.
class lister {
 public:
  __device__ lister(vertex_id* list, unsigned long long* size) : list_(list), size_(size) {
    __shared__ vertex_id rooms[block_warps][room_size];
    room_ = rooms[threadIdx.x / cuda::warp_lanes];
  }

  /// Adds up to one vertex per lane. All lanes of the warp must call this.
  __device__ void add(bool has, vertex_id v) {
    const unsigned all = __ballot_sync(cuda::all_lanes, has);
    if (has) room_[waiting_ + static_cast<unsigned>(__popc(all & ((1u << cuda::lane()) - 1)))] = v;
    waiting_ += static_cast<unsigned>(__popc(all));
    if (waiting_ > room_size - cuda::warp_lanes) flush();
  }

  /// Writes the buffered vertices; call also at the end. All lanes of the warp must call this.
  __device__ void flush() {
    if (waiting_ == 0) return;
    __syncwarp();
    unsigned long long at = 0;
    if (cuda::lane() == 0) at = atomicAdd(size_, static_cast<unsigned long long>(waiting_));
    at = __shfl_sync(cuda::all_lanes, at, 0);
    for (unsigned i = cuda::lane(); i < waiting_; i += cuda::warp_lanes) list_[at + i] = room_[i];
    __syncwarp();
    waiting_ = 0;
  }

 private:
  vertex_id* const list_;
  unsigned long long* const size_;
  vertex_id* room_;
  unsigned waiting_ = 0;  // the same in all lanes
};

/// The lane whose row contains position i, given the end of each lane's row; 31 for positions past the last. All lanes of the warp
/// must call this.
__device__ inline int row_of(unsigned end, unsigned i) {
  unsigned row = 0;
  for (unsigned step = 16; step > 0; step /= 2) {
    const unsigned its_end = __shfl_sync(cuda::all_lanes, end, static_cast<int>(row + step - 1));
    if (its_end <= i) row += step;
  }
  return static_cast<int>(row);
}

__device__ inline void give_away(const round_job& job, vertex_id v, edge_offset first, edge_offset size) {
  const edge_offset pieces = (size + piece_edges - 1) / piece_edges;
  const unsigned long long at = atomicAdd(&job.counts[0].pieces, static_cast<unsigned long long>(pieces));
  for (edge_offset i = 0; i < pieces; ++i) {
    const edge_offset begin = i * piece_edges;
    job.pieces[at + i] = {v, static_cast<unsigned>(min(size - begin, edge_offset{piece_edges})), first + begin};
  }
}

/// 1. Processes the rows of 32 vertices at a time with their edges spread over the lanes; long rows go to the list of pieces.
/// visit(from, to) returns whether to list `to`; its lanes must not wait for one another.
template <class Visit>
__global__ void __launch_bounds__(block_threads) rows_kernel(round_job job, Visit visit) {
  const std::uint64_t size = job.counts[0].listed;
  lister found(job.next, &job.counts[1].listed);
  for (std::uint64_t base = cuda::grid_thread() - cuda::lane(); base < size; base += cuda::grid_threads()) {
    const bool has = base + cuda::lane() < size;
    const vertex_id v = has ? job.here[base + cuda::lane()] : 0;
    const edge_offset first = has ? job.rows.offsets[v] : 0;
    edge_offset degree = has ? job.rows.offsets[v + 1] - first : 0;
    if (degree > piece_edges) {
      give_away(job, v, first, degree);
      degree = 0;
    }
    unsigned end = static_cast<unsigned>(degree);
    for (unsigned distance = 1; distance < cuda::warp_lanes; distance *= 2) {
      const unsigned before = __shfl_up_sync(cuda::all_lanes, end, distance);
      if (cuda::lane() >= distance) end += before;
    }
    const unsigned total = __shfl_sync(cuda::all_lanes, end, 31);
    const edge_offset shift = first - (end - static_cast<unsigned>(degree));  // from concatenated position to edge index
    for (unsigned at = 0; at < total; at += cuda::warp_lanes) {
      const unsigned i = at + cuda::lane();
      const int row = row_of(end, i);
      const edge_offset edge = __shfl_sync(cuda::all_lanes, shift, row) + i;
      const vertex_id from = __shfl_sync(cuda::all_lanes, v, row);
      const vertex_id to = i < total ? job.rows.targets[edge] : no_vertex;
      found.add(to != no_vertex && visit(from, to), to);
    }
  }
  found.flush();
}

/// 2. Processes the pieces of long rows.
template <class Visit>
__global__ void __launch_bounds__(block_threads) pieces_kernel(round_job job, Visit visit) {
  const std::uint64_t size = job.counts[0].pieces, warps = cuda::grid_threads() / cuda::warp_lanes;
  lister found(job.next, &job.counts[1].listed);
  for (std::uint64_t p = cuda::grid_thread() / cuda::warp_lanes; p < size; p += warps) {
    const row_piece piece = job.pieces[p];
    for (unsigned at = 0; at < piece.size; at += cuda::warp_lanes) {
      const unsigned i = at + cuda::lane();
      const vertex_id to = i < piece.size ? job.rows.targets[piece.first + i] : no_vertex;
      found.add(to != no_vertex && visit(piece.v, to), to);
    }
  }
  found.flush();
}

}  // namespace fathom::components_engine::strong
