// Top-down step on the device: long adjacency rows are distributed over warps in pieces, short ones to a number of lanes that suits
// their length (Merrill, Garland, Grimshaw, PPoPP 2012; Enterprise, section 4.2).
#pragma once

#include "bfs/cuda/queue.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

inline constexpr unsigned edges_at_once = 8;   // edges that a lane inspects at a time
inline constexpr unsigned claims_at_once = 2;  // claims that a lane makes at a time

/// Edges u -> v whose target was unvisited when inspected, and is still to be claimed.
struct warp_claims {
  static constexpr unsigned capacity = (claims_at_once + edges_at_once) * warp_lanes;
  std::uint32_t from[capacity], to[capacity];
};

/// Vertex discovery by one warp: inspects the targets of many edges at once and queues claims on the unvisited ones until all lanes
/// have claims to make, since an atomic inside a branch completes before the next one starts.
template <class Search, class Queue = warp_queue<Search>>
class warp_discovery {
 public:
  __device__ warp_discovery(const Search& s, std::uint32_t* visited, unsigned level, warp_claims& claims, Queue next)
      : s_(s), visited_(visited), level_(level), claims_(claims), next_(next) {}

  /// Inspects the edges u -> v[k] of each lane; v[k] is no_vertex if there is none.
  template <unsigned Count>
  __device__ void visit(std::uint32_t u, const std::uint32_t (&v)[Count]) {
    static_assert(Count <= edges_at_once);
    std::uint32_t word[Count];
    // May miss bits that other thread blocks have just set; the claim detects that.
    for (unsigned k = 0; k < Count; ++k) word[k] = load_written_if(v[k] != no_vertex, &visited_[s_.word_of(v[k])], 0xFFFFFFFFu);
    for (unsigned k = 0; k < Count; ++k) {
      const bool wanted = !(word[k] >> (v[k] % 32) & 1);
      const unsigned lanes = __ballot_sync(all_lanes, wanted), at = waiting_ + cuda::warp_rank(lanes);
      if (wanted) claims_.from[at] = u, claims_.to[at] = v[k];
      waiting_ += __popc(lanes);
    }
    while (waiting_ >= claims_at_once * warp_lanes) claim(claims_at_once * warp_lanes);
  }

  /// All threads of the thread block must call this.
  __device__ void finish() {
    while (waiting_ > 0) claim(min(waiting_, claims_at_once * warp_lanes));
    next_.flush_block();
  }

  [[nodiscard]] __device__ const Queue& next() const { return next_; }

 private:
  /// Makes the last `count` queued claims, at least one.
  __device__ void claim(unsigned count) {
    std::uint32_t u[claims_at_once], v[claims_at_once];
    bool fresh[claims_at_once];
    __syncwarp();
    waiting_ -= count;
    const std::uint32_t first = claims_.to[waiting_];
    for (unsigned k = 0; k < claims_at_once; ++k) {
      fresh[k] = k * warp_lanes + lane() < count;
      const unsigned at = waiting_ + k * warp_lanes + lane();
      u[k] = fresh[k] ? claims_.from[at] : 0;
      v[k] = fresh[k] ? claims_.to[at] : first;
    }
    __syncwarp();
    for (unsigned k = 0; k < claims_at_once; ++k) fresh[k] = claim_if(fresh[k], visited_ + s_.word_of(v[k]), v[k]);
    for (unsigned k = 0; k < claims_at_once; ++k) {
      if (fresh[k]) record(s_, v[k], u[k], level_);
      next_.push(fresh[k], v[k]);
    }
  }

  const Search& s_;
  std::uint32_t* const visited_;
  const unsigned level_;
  warp_claims& claims_;
  Queue next_;
  unsigned waiting_ = 0;
};

/// Discovery without a queue and without distances, which follow from the bits. Several threads may discover a vertex, and one of
/// its predecessors remains. Writes at random cost the most in a large level: each reads and writes 64 bytes of device memory.
template <class Search>
class bit_discovery {
 public:
  __device__ bit_discovery(const Search& s, std::uint32_t* visited, unsigned level) : s_(s), visited_(visited), level_(level) {}

  template <unsigned Count>
  __device__ void visit(std::uint32_t u, const std::uint32_t (&v)[Count]) const {
    std::uint32_t word[Count];
    for (unsigned k = 0; k < Count; ++k) word[k] = load_written_if(v[k] != no_vertex, &visited_[s_.word_of(v[k])], 0xFFFFFFFFu);
    for (unsigned k = 0; k < Count; ++k) {
      const std::uint32_t bit = 1u << (v[k] % 32);
      if ((word[k] & bit) != 0) continue;
      atomicOr(&visited_[s_.word_of(v[k])], bit);
      if (s_.predecessors) s_.predecessors[v[k]] = u;
      if (v[k] == s_.options.target) *s_.target_level = level_ + 1;
    }
  }

 private:
  const Search& s_;
  std::uint32_t* const visited_;
  const unsigned level_;
};

/// Warp number such that consecutive warps are in different thread blocks, which spreads small levels over all multiprocessors.
__device__ inline unsigned warp_across_blocks() { return threadIdx.x / warp_lanes * gridDim.x + blockIdx.x; }

/// A piece of a row in the software pipeline over pieces: first its identity, then the range of its edges, each fetched one round
/// ahead.
template <class Search>
struct fetched_piece {
  using Offset = typename Search::offset;
  row_piece which{no_vertex, 0};
  Offset first = 0, last = 0;

  __device__ void fetch(const Search& s, unsigned i, unsigned pieces) {
    which.vertex = load_written_if(i < pieces, &s.pieces[i].vertex, no_vertex);
    which.piece = load_written_if(i < pieces, &s.pieces[i].piece, 0);
  }
  __device__ void locate(const Search& s) {
    const bool there = which.vertex != no_vertex;
    first = load_if(there, s.out.offsets + which.vertex, Offset{0}) + static_cast<Offset>(which.piece) * piece_edges;
    last = load_if(there, s.out.offsets + which.vertex + 1, Offset{0});
  }
};

/// Processes each piece with `Lanes` lanes: few lanes with many outstanding loads each if there are many pieces, or a whole warp if
/// all pieces fit in the grid at once.
template <unsigned Lanes, class Search, class Discovery>
__device__ void expand_pieces(const Search& s, unsigned pieces, Discovery& found) {
  using Offset = typename Search::offset;
  constexpr unsigned at_once = piece_edges / Lanes, rows = warp_lanes / Lanes;
  const unsigned step = warps_in_grid() * rows;
  unsigned base = warp_across_blocks() * rows;
  fetched_piece<Search> now, next;
  now.fetch(s, base + lane() / Lanes, pieces);
  now.locate(s);
  next.fetch(s, base + step + lane() / Lanes, pieces);
  for (; base < pieces; base += step) {
    std::uint32_t v[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const Offset at = now.first + k * Lanes + lane() % Lanes;
      v[k] = load_if(at < now.last, s.out.targets + at, no_vertex);
    }
    const std::uint32_t u = s.vertex_of_row(now.which.vertex);
    now = next;
    now.locate(s);
    next.fetch(s, base + 2 * step + lane() / Lanes, pieces);
    found.visit(u, v);
  }
}

/// Expands the rows for which `skips(vertex, degree)` is false, with `lanes` lanes per row, a power of two. The range of the next
/// row is fetched one round ahead.
template <class Search, class Discovery, class Skips>
__device__ void expand_rows(const Search& s, const std::uint32_t* queue, unsigned frontier, unsigned lanes, Discovery& found,
                            const Skips& skips) {
  using Offset = typename Search::offset;
  constexpr unsigned at_once = 4;
  const unsigned rows = warp_lanes / lanes, step = warps_in_grid() * rows;
  unsigned i = warp_across_blocks() * rows + lane() / lanes;
  std::uint32_t u = load_written_if(i < frontier, &queue[i], no_vertex);
  Offset e = load_if(u != no_vertex, s.out.offsets + u, Offset{0});
  Offset last = load_if(u != no_vertex, s.out.offsets + u + 1, Offset{0});
  std::uint32_t next = load_written_if(step < frontier - min(i, frontier), &queue[i + step], no_vertex);
  for (unsigned base = warp_across_blocks() * rows; base < frontier; base += step) {
    const std::uint32_t from = s.vertex_of_row(u);
    if (skips(from, last - e)) last = e;
    Offset at = e + lane() % lanes;
    const Offset end = last;
    u = next;
    i += step;
    e = load_if(u != no_vertex, s.out.offsets + u, Offset{0});
    last = load_if(u != no_vertex, s.out.offsets + u + 1, Offset{0});
    next = load_written_if(i < frontier && step < frontier - i, &queue[i + step], no_vertex);
    while (__any_sync(all_lanes, at < end)) {
      std::uint32_t v[at_once];
      for (unsigned k = 0; k < at_once; ++k) v[k] = load_if(at + k * lanes < end, s.out.targets + at + k * lanes, no_vertex);
      found.visit(from, v);
      at += at_once * lanes;
    }
  }
}

/// Skips rows that are processed in pieces.
struct long_rows {
  __device__ bool operator()(std::uint32_t, edge_offset degree) const { return degree > piece_edges; }
};

/// Lanes per row, such that each lane gets at most four edges of an average row; more if the grid has idle lanes.
__device__ inline unsigned lanes_for(unsigned long long mean_degree, unsigned frontier) {
  unsigned lanes = 2;
  while (lanes < 16 && lanes * 4 < mean_degree) lanes *= 2;
  while (lanes < warp_lanes && 2ull * lanes * frontier <= threads_in_grid()) lanes *= 2;
  return lanes;
}

template <class Search, class Discovery>
__device__ void expand_frontier(const Search& s, const std::uint32_t* queue, const search_progress& p, Discovery& found) {
  if (p.pieces > warps_in_grid()) {
    expand_pieces<8>(s, p.pieces, found);
  } else {
    expand_pieces<warp_lanes>(s, p.pieces, found);
  }
  expand_rows(s, queue, p.frontier, lanes_for(p.short_edges / p.frontier, p.frontier), found, long_rows{});
}

template <class Offset, class Room>
__device__ void top_down(const cuda_search<Offset, Room>& s, std::uint32_t* visited, const std::uint32_t* queue,
                         std::uint32_t* next_queue, const search_progress& p, phase_counters& c, std::uint32_t* shared) {
  const warp_queue<cuda_search<Offset, Room>> next(shared, {next_queue}, &c.found, s.num_vertices);
  auto* const claims = reinterpret_cast<warp_claims*>(shared + block_warps * Room::warp_buffer);
  warp_discovery<cuda_search<Offset, Room>> found(s, visited, p.level, claims[threadIdx.x / warp_lanes], next);
  expand_frontier(s, queue, p, found);
  found.finish();
}

/// Only sets the bits of discovered vertices; distances_from_bits() must follow.
template <class Offset, class Room>
__device__ void top_down_to_bits(const cuda_search<Offset, Room>& s, std::uint32_t* visited, const std::uint32_t* queue,
                                 const search_progress& p) {
  bit_discovery<cuda_search<Offset, Room>> found(s, visited, p.level);
  expand_frontier(s, queue, p, found);
}

/// Writes the distances of the vertices whose bits were set in this level, and adds their number to c.found.
template <class Offset, class Room>
__device__ void distances_from_bits(const cuda_search<Offset, Room>& s, const std::uint32_t* before, const std::uint32_t* after,
                                    unsigned level, phase_counters& c) {
  __shared__ unsigned long long scratch[block_warps];
  const std::uint32_t words = words_of(s.num_vertices);
  unsigned long long mine = 0;
  for (std::uint32_t base = warp_of_grid() * warp_lanes; base < words; base += warps_in_grid() * warp_lanes) {
    const std::uint32_t w = base + lane();
    const std::uint32_t fresh = w < words ? __ldcg(after + w) & ~__ldcg(before + w) : 0;
    mine += __popc(fresh);
    if (!s.distances) continue;
    cuda::for_each_bit(__ballot_sync(all_lanes, fresh != 0), [&](int owner) {
      const std::uint32_t bits = __shfl_sync(all_lanes, fresh, owner);
      if (bits >> lane() & 1)
        s.distances[(base + static_cast<unsigned>(owner)) * 32 + lane()] = static_cast<std::int32_t>(level + 1);
    });
  }
  const unsigned long long all = block_sum(mine, scratch);
  if (threadIdx.x == 0 && all > 0) atomicAdd(&c.found, static_cast<unsigned>(all));
}

static_assert(sizeof(warp_claims) == words_of_claims * sizeof(std::uint32_t));

/// Builds the queue of the vertices that the last bottom-up level discovered.
template <class Offset, class Room>
__device__ void queue_from_bitmaps(const cuda_search<Offset, Room>& s, const std::uint32_t* after, const std::uint32_t* before,
                                   std::uint32_t* queue, phase_counters& c, std::uint32_t* shared) {
  warp_queue<cuda_search<Offset, Room>> next(shared, {queue}, &c.found, s.num_vertices);
  const std::uint32_t words = words_of(s.num_vertices);
  for (std::uint32_t base = warp_of_grid() * warp_lanes; base < words; base += warps_in_grid() * warp_lanes) {
    const std::uint32_t w = base + lane();
    std::uint32_t fresh = w < words ? after[w] & ~before[w] : 0;
    while (__any_sync(all_lanes, fresh != 0)) {
      next.push(fresh != 0, w * 32 + static_cast<std::uint32_t>(cuda::first_bit(fresh)));
      fresh &= fresh - 1;
    }
  }
  next.flush_block();
}

}  // namespace fathom::bfs_engine
