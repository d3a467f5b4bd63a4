// Top-down on the device: classify the frontier by out-degree, then give long rows to warps piece by piece and short ones to as
// many lanes as they have neighbours (Merrill, Garland, Grimshaw, PPoPP 2012; Enterprise, section 4.2).
#pragma once

#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

/// Adds up the frontier's edges and hubs, and cuts its long rows into pieces.
template <class Offset>
__device__ void classify(const cuda_search<Offset>& s, const std::uint32_t* queue, unsigned frontier, phase_counters& c) {
  __shared__ unsigned long long scratch[block_warps];
  unsigned long long edges = 0;
  unsigned hubs = 0;
  for (unsigned i = thread_of_grid(); i < frontier; i += threads_in_grid()) {
    const std::uint32_t v = __ldcg(&queue[i]);
    const auto degree = static_cast<std::uint32_t>(s.out.offsets[v + 1] - s.out.offsets[v]);
    edges += degree;
    hubs += degree >= s.hub_degree;
    if (degree <= piece_edges) continue;
    const unsigned pieces = (degree + piece_edges - 1) / piece_edges;
    const unsigned at = atomicAdd(&c.pieces, pieces);
    for (unsigned k = 0; k < pieces; ++k) s.pieces[at + k] = {v, k};
  }
  edges = block_sum(edges, scratch);
  if (threadIdx.x == 0 && edges > 0) atomicAdd(&c.edges, edges);
  const unsigned long long all_hubs = block_sum(static_cast<unsigned long long>(hubs), scratch);
  if (threadIdx.x == 0 && all_hubs > 0) atomicAdd(&c.hubs, static_cast<unsigned>(all_hubs));
}

/// A warp's part of the next queue: one atomic addition for some hundred vertices.
struct warp_queue {
  static constexpr unsigned capacity = shared_words / block_warps;  // 384
  std::uint32_t* buffer;
  std::uint32_t* queue;
  unsigned* end;
  unsigned size = 0;

  __device__ void push(bool fresh, std::uint32_t v) {
    const unsigned lanes = __ballot_sync(all_lanes, fresh);
    if (lanes == 0) return;
    if (fresh) buffer[size + __popc(lanes & ((1u << lane()) - 1))] = v;
    size += __popc(lanes);
    if (size > capacity - warp_lanes) flush();
  }
  __device__ void flush() {
    if (size == 0) return;
    __syncwarp();
    unsigned at = 0;
    if (lane() == 0) at = atomicAdd(end, size);
    at = __shfl_sync(all_lanes, at, 0);
    for (unsigned i = lane(); i < size; i += warp_lanes) queue[at + i] = buffer[i];
    __syncwarp();
    size = 0;
  }
};

/// Every lane calls it; `there` says whether it has an edge.
template <class Offset>
__device__ void visit(const cuda_search<Offset>& s, std::uint32_t* visited, bool there, std::uint32_t u, std::uint32_t v,
                      unsigned level, warp_queue& next) {
  // Looking first saves most of the atomic operations; what another block has just set may be missed, which the second look finds.
  bool fresh = there && !(__ldcg(&visited[v / 32]) >> (v % 32) & 1);
  fresh = fresh && claim(visited, v);
  if (fresh) record(s, v, u, level);
  next.push(fresh, v);
}

template <class Offset>
__device__ void expand_pieces(const cuda_search<Offset>& s, std::uint32_t* visited, unsigned pieces, unsigned level,
                              warp_queue& next) {
  constexpr unsigned at_once = 4;
  for (unsigned i = warp_of_grid(); i < pieces; i += warps_in_grid()) {
    const row_piece piece{__ldcg(&s.pieces[i].vertex), __ldcg(&s.pieces[i].piece)};
    const Offset end = s.out.offsets[piece.vertex + 1];
    const Offset first = s.out.offsets[piece.vertex] + static_cast<Offset>(piece.piece) * piece_edges;
    const Offset last = end - first > piece_edges ? first + piece_edges : end;
    for (Offset e = first; e < last; e += at_once * warp_lanes) {
      std::uint32_t v[at_once];
      for (unsigned k = 0; k < at_once; ++k) {
        const Offset at = e + k * warp_lanes + lane();
        v[k] = at < last ? s.out.targets[at] : no_vertex;
      }
      for (unsigned k = 0; k < at_once; ++k) visit(s, visited, v[k] != no_vertex, piece.vertex, v[k], level, next);
    }
  }
}

/// Rows of up to piece_edges; `lanes` of them, a power of two, share a row.
template <class Offset>
__device__ void expand_rows(const cuda_search<Offset>& s, std::uint32_t* visited, const std::uint32_t* queue, unsigned frontier,
                            unsigned lanes, unsigned level, warp_queue& next) {
  const unsigned rows = warp_lanes / lanes;
  for (unsigned base = warp_of_grid() * rows; base < frontier; base += warps_in_grid() * rows) {
    const unsigned i = base + lane() / lanes;
    std::uint32_t u = no_vertex;
    Offset e = 0, last = 0;
    if (i < frontier) {
      u = __ldcg(&queue[i]);
      e = s.out.offsets[u];
      last = s.out.offsets[u + 1];
      if (last - e > piece_edges) last = e;  // in pieces elsewhere
      e += lane() % lanes;
    }
    while (__any_sync(all_lanes, e < last)) {
      const std::uint32_t v = e < last ? s.out.targets[e] : no_vertex;
      const std::uint32_t w = e + lanes < last ? s.out.targets[e + lanes] : no_vertex;
      visit(s, visited, v != no_vertex, u, v, level, next);
      visit(s, visited, w != no_vertex, u, w, level, next);
      e += 2 * lanes;
    }
  }
}

template <class Offset>
__device__ void top_down(const cuda_search<Offset>& s, std::uint32_t* visited, const std::uint32_t* queue,
                         std::uint32_t* next_queue, unsigned frontier, const phase_counters& classified, unsigned level,
                         phase_counters& c, std::uint32_t* shared) {
  warp_queue next{shared + threadIdx.x / warp_lanes * warp_queue::capacity, next_queue, &c.found};
  expand_pieces(s, visited, classified.pieces, level, next);
  const unsigned long long mean = classified.edges / frontier;
  expand_rows(s, visited, queue, frontier, mean >= 16 ? 32u : mean >= 3 ? 8u : 2u, level, next);
  next.flush();
}

/// The queue of what the last bottom-up level has found.
template <class Offset>
__device__ void queue_of_difference(const cuda_search<Offset>& s, const std::uint32_t* after, const std::uint32_t* before,
                                    std::uint32_t* queue, phase_counters& c, std::uint32_t* shared) {
  warp_queue next{shared + threadIdx.x / warp_lanes * warp_queue::capacity, queue, &c.found};
  const std::uint32_t words = words_of(s.num_vertices);
  for (std::uint32_t base = warp_of_grid() * warp_lanes; base < words; base += warps_in_grid() * warp_lanes) {
    const std::uint32_t w = base + lane();
    std::uint32_t fresh = w < words ? after[w] & ~before[w] : 0;
    while (__any_sync(all_lanes, fresh != 0)) {
      next.push(fresh != 0, w * 32 + static_cast<std::uint32_t>(__ffs(static_cast<int>(fresh))) - 1);
      fresh &= fresh - 1;
    }
  }
  next.flush();
}

}  // namespace fathom::bfs_engine
