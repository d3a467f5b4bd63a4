// Top-down on the device: long rows are given to warps piece by piece, short ones to as many lanes as suit their length (Merrill,
// Garland, Grimshaw, PPoPP 2012; Enterprise, section 4.2).
#pragma once

#include "engine/bfs/cuda_queue.cuh"
#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

inline constexpr unsigned edges_at_once = 8;   // that a lane looks at
inline constexpr unsigned claims_at_once = 2;  // that a lane makes

/// Edges u -> v whose end was unvisited when it was looked at, and is still to be claimed.
struct warp_claims {
  static constexpr unsigned capacity = (claims_at_once + edges_at_once) * warp_lanes;
  std::uint32_t from[capacity], to[capacity];
};

/// What a warp finds: it looks at the ends of many edges together, and the claims on those unvisited gather until all lanes have
/// some to make: an atomic operation inside a branch is waited for before the next one.
template <class Offset>
class warp_discovery {
 public:
  __device__ warp_discovery(const cuda_search<Offset>& s, std::uint32_t* visited, unsigned level, warp_claims& claims,
                            warp_queue next)
      : s_(s), visited_(visited), level_(level), claims_(claims), next_(next) {}

  /// Edges u -> v[k] of each lane; no_vertex where there is none.
  template <unsigned Count>
  __device__ void visit(std::uint32_t u, const std::uint32_t (&v)[Count]) {
    static_assert(Count <= edges_at_once);
    std::uint32_t word[Count];
    // What another block has just set may be missed; the claim finds out.
    for (unsigned k = 0; k < Count; ++k) word[k] = load_written_if(v[k] != no_vertex, &visited_[v[k] / 32], 0xFFFFFFFFu);
    for (unsigned k = 0; k < Count; ++k) {
      const bool wanted = !(word[k] >> (v[k] % 32) & 1);
      const unsigned lanes = __ballot_sync(all_lanes, wanted), at = waiting_ + __popc(lanes & ((1u << lane()) - 1));
      if (wanted) claims_.from[at] = u, claims_.to[at] = v[k];
      waiting_ += __popc(lanes);
    }
    while (waiting_ >= claims_at_once * warp_lanes) claim(claims_at_once * warp_lanes);
  }

  /// Every thread of the block calls it.
  __device__ void finish() {
    claim(waiting_);
    next_.flush_block();
  }

 private:
  __device__ void claim(unsigned count) {
    std::uint32_t u[claims_at_once], v[claims_at_once];
    bool fresh[claims_at_once];
    __syncwarp();
    waiting_ -= count;
    for (unsigned k = 0; k < claims_at_once; ++k) {
      fresh[k] = k * warp_lanes + lane() < count;
      const unsigned at = waiting_ + k * warp_lanes + lane();
      u[k] = fresh[k] ? claims_.from[at] : 0;
      v[k] = fresh[k] ? claims_.to[at] : 0;
    }
    __syncwarp();
    for (unsigned k = 0; k < claims_at_once; ++k) fresh[k] = claim_if(fresh[k], visited_, v[k]);
    for (unsigned k = 0; k < claims_at_once; ++k) {
      if (fresh[k]) record(s_, v[k], u[k], level_);
      next_.push(fresh[k], v[k]);
    }
  }

  const cuda_search<Offset>& s_;
  std::uint32_t* const visited_;
  const unsigned level_;
  warp_claims& claims_;
  warp_queue next_;
  unsigned waiting_ = 0;
};

template <class Offset>
__device__ void expand_pieces(const cuda_search<Offset>& s, unsigned pieces, warp_discovery<Offset>& found) {
  constexpr unsigned lanes = 8, at_once = piece_edges / lanes, rows = warp_lanes / lanes;
  for (unsigned base = warp_of_grid() * rows; base < pieces; base += warps_in_grid() * rows) {
    const unsigned i = base + lane() / lanes;
    row_piece piece{no_vertex, 0};
    Offset first = 0, last = 0;
    if (i < pieces) {
      piece = {__ldcg(&s.pieces[i].vertex), __ldcg(&s.pieces[i].piece)};
      first = s.out.offsets[piece.vertex] + static_cast<Offset>(piece.piece) * piece_edges;
      last = s.out.offsets[piece.vertex + 1];
    }
    std::uint32_t v[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const Offset at = first + k * lanes + lane() % lanes;
      v[k] = load_if(at < last, s.out.targets + at, no_vertex);
    }
    found.visit(piece.vertex, v);
  }
}

/// Rows of up to piece_edges; `lanes` of them, a power of two, share a row.
template <class Offset>
__device__ void expand_rows(const cuda_search<Offset>& s, const std::uint32_t* queue, unsigned frontier, unsigned lanes,
                            warp_discovery<Offset>& found) {
  constexpr unsigned at_once = 4;
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
      std::uint32_t v[at_once];
      for (unsigned k = 0; k < at_once; ++k) v[k] = load_if(e + k * lanes < last, s.out.targets + e + k * lanes, no_vertex);
      found.visit(u, v);
      e += at_once * lanes;
    }
  }
}

/// So many that a lane has at most four edges of a usual row.
__device__ inline unsigned lanes_for(unsigned long long mean_degree) {
  unsigned lanes = 2;
  while (lanes < 16 && lanes * 4 < mean_degree) lanes *= 2;
  return lanes;
}

template <class Offset>
__device__ void top_down(const cuda_search<Offset>& s, std::uint32_t* visited, const std::uint32_t* queue,
                         std::uint32_t* next_queue, const search_progress& p, phase_counters& c, std::uint32_t* shared) {
  const warp_queue next(shared, next_queue, &c.found, s.num_vertices);
  auto* const claims = reinterpret_cast<warp_claims*>(shared + block_warps * warp_buffer);
  warp_discovery<Offset> found(s, visited, p.level, claims[threadIdx.x / warp_lanes], next);
  expand_pieces(s, p.pieces, found);
  expand_rows(s, queue, p.frontier, lanes_for(p.short_edges / p.frontier), found);
  found.finish();
}

static_assert(block_warps * (warp_buffer * sizeof(std::uint32_t) + sizeof(warp_claims)) <= shared_bytes);

/// The queue of what the last bottom-up level has found.
template <class Offset>
__device__ void queue_of_difference(const cuda_search<Offset>& s, const std::uint32_t* after, const std::uint32_t* before,
                                    std::uint32_t* queue, phase_counters& c, std::uint32_t* shared) {
  warp_queue next(shared, queue, &c.found, s.num_vertices);
  const std::uint32_t words = words_of(s.num_vertices);
  for (std::uint32_t base = warp_of_grid() * warp_lanes; base < words; base += warps_in_grid() * warp_lanes) {
    const std::uint32_t w = base + lane();
    std::uint32_t fresh = w < words ? after[w] & ~before[w] : 0;
    while (__any_sync(all_lanes, fresh != 0)) {
      next.push(fresh != 0, w * 32 + static_cast<std::uint32_t>(__ffs(static_cast<int>(fresh))) - 1);
      fresh &= fresh - 1;
    }
  }
  next.flush_block();
}

}  // namespace fathom::bfs_engine
