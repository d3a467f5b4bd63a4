// Top-down among peers: each rank looks along the rows that all ranks' frontier has in its block, and tells all of them what it has
// found.
#pragma once

#include <cooperative_groups.h>

#include "engine/bfs/cuda_queue.cuh"
#include "engine/bfs/cuda_step.cuh"
#include "engine/ranks/peers/meeting.cuh"
#include "engine/ranks/peers/peer_search.hpp"

namespace fathom::ranks_engine {

using bfs_engine::all_lanes;
using bfs_engine::lane;
using bfs_engine::warp_lanes;

/// Lists of one level in the memory of all ranks, where this one's part is.
struct peer_lists {
  const peer_search& s;
  std::size_t place;

  __device__ void put(unsigned i, std::uint32_t v) const {
    for (unsigned r = 0; r < s.room.ranks; ++r) s.at<std::uint32_t>(r, place)[i] = v;
  }
};

using peer_queue = bfs_engine::queue_of_warp<peer_lists>;

/// What the level finds is the next one's frontier.
__device__ inline peer_queue queue_of_level(const peer_search& s, unsigned level, std::uint32_t* shared) {
  return {shared + bfs_engine::hub_words, {s, s.room.list_at(level + 1, s.rank)}, &s.counters->listed, s.num_vertices};
}

/// A vertex of the frontier: whose, and its number there.
struct listed_vertex {
  unsigned rank = 0;
  std::uint32_t number = 0;
};

__device__ inline listed_vertex frontier_at(const peer_search& s, const meeting_words& all, unsigned level, std::uint32_t i) {
  listed_vertex u;
  while (i >= all.listed_before[u.rank + 1]) ++u.rank;
  u.number = __ldcg(s.at<std::uint32_t>(s.rank, s.room.list_at(level, u.rank)) + (i - all.listed_before[u.rank]));
  return u;
}

/// The bits of the other ranks' frontier; this rank's own are there since they were found.
__device__ inline void mark_visited(const peer_search& s, std::uint32_t* visited, const listed_vertex& u) {
  if (u.rank == s.rank) return;
  const std::uint32_t column = s.column_of(u.rank, u.number);
  atomicOr(&visited[column / 32], 1u << (column % 32));
}

/// Of the whole frontier, before a bottom-up level.
__device__ inline void mark_frontier(const peer_search& s, const meeting_words& all, unsigned level, std::uint32_t* visited) {
  const std::uint32_t size = all.listed_before[s.room.ranks];
  for (std::uint32_t i = bfs_engine::thread_of_grid(); i < size; i += bfs_engine::threads_in_grid()) {
    mark_visited(s, visited, frontier_at(s, all, level, i));
  }
}

class expansion {
 public:
  __device__ expansion(const peer_search& s, std::uint32_t* visited, unsigned level, std::uint32_t* shared)
      : s_(s), visited_(visited), level_(level), queue_(queue_of_level(s, level, shared)) {}

  /// Every thread of the grid calls it.
  __device__ void run(const meeting_words& all) {
    __shared__ unsigned long long scratch[bfs_engine::block_warps];
    look_along_frontier(all);
    if (s_.has_long_rows) {
      cooperative_groups::this_grid().sync();
      look_along_pieces();
    }
    queue_.flush_block();
    const unsigned long long edges = bfs_engine::block_sum(edges_, scratch);
    const unsigned long long found = bfs_engine::block_sum(static_cast<unsigned long long>(found_), scratch);
    const unsigned long long inspected = bfs_engine::block_sum(inspected_, scratch);
    if (threadIdx.x != 0) return;
    if (edges > 0) atomicAdd(&s_.counters->edges, edges);
    if (found > 0) atomicAdd(&s_.counters->phase.found, static_cast<unsigned>(found));
    if (inspected > 0) atomicAdd(&s_.counters->phase.inspected, inspected);
  }

 private:
  static constexpr unsigned edges_at_once = 4;  // a lane

  struct row {
    edge_offset first = 0;
    std::uint32_t length = 0;
    std::uint32_t column = 0;  ///< whose it is
  };

  // Few vertices are spread over all warps, many taken 32 together.
  __device__ void look_along_frontier(const meeting_words& all) {
    const std::uint32_t size = all.listed_before[s_.room.ranks], warps = bfs_engine::warps_in_grid();
    const std::uint32_t each = min(warp_lanes, size / warps + 1), step = warps * each;
    for (std::uint32_t base = bfs_engine::warp_of_grid() * each; base < size; base += step) {
      row mine;
      bool is_long = false;
      if (lane() < each && base + lane() < size) {
        const listed_vertex u = frontier_at(s_, all, level_, base + lane());
        mark_visited(s_, visited_, u);
        const std::size_t at = std::size_t{u.rank} * s_.out_stride + u.number;
        mine.first = s_.out.offsets[at];
        const edge_offset length = s_.out.offsets[at + 1] - mine.first;
        mine.column = s_.column_of(u.rank, u.number);
        inspected_ += length;
        is_long = length > long_row;
        if (is_long) cut(u, length);
        mine.length = is_long ? 0 : static_cast<std::uint32_t>(length);
      }
      __syncwarp();
      look_along(mine);
    }
  }

  __device__ void cut(const listed_vertex& u, edge_offset length) const {
    const auto count = static_cast<unsigned>((length + long_row - 1) / long_row);
    const unsigned first = atomicAdd(&s_.counters->phase.pieces, count);
    for (unsigned i = 0; i < count; ++i) s_.pieces[first + i] = {u.rank * s_.out_stride + u.number, i};
  }

  __device__ void look_along_pieces() {
    const unsigned pieces = __ldcg(&s_.counters->phase.pieces);
    for (unsigned p = bfs_engine::warp_of_grid(); p < pieces; p += bfs_engine::warps_in_grid()) {
      row mine;
      if (lane() == 0) {
        const std::uint32_t at = __ldcg(&s_.pieces[p].vertex), piece = __ldcg(&s_.pieces[p].piece);
        const edge_offset last = s_.out.offsets[at + std::size_t{1}];
        mine.first = s_.out.offsets[at] + std::uint64_t{piece} * long_row;
        mine.length = static_cast<std::uint32_t>(last - mine.first < long_row ? last - mine.first : long_row);
        mine.column = s_.column_of(at / s_.out_stride, at % s_.out_stride);
      }
      __syncwarp();
      look_along(mine);
    }
  }

  /// A row of each lane, an edge a lane whatever their lengths. Every lane calls it.
  __device__ void look_along(const row& mine) {
    std::uint32_t upto = mine.length;
    for (unsigned step = 1; step < warp_lanes; step *= 2) {
      const std::uint32_t other = __shfl_up_sync(all_lanes, upto, step);
      if (lane() >= step) upto += other;
    }
    const std::uint32_t before = upto - mine.length, total = __shfl_sync(all_lanes, upto, warp_lanes - 1);
    for (std::uint32_t base = 0; base < total; base += edges_at_once * warp_lanes) {
      std::uint32_t v[edges_at_once], column[edges_at_once], word[edges_at_once];
      for (unsigned k = 0; k < edges_at_once; ++k) {
        const std::uint32_t e = base + k * warp_lanes + lane();
        unsigned owner = 0;  // the last lane whose row begins at or before the edge
        for (unsigned step = warp_lanes / 2; step > 0; step /= 2) {
          const std::uint32_t start = __shfl_sync(all_lanes, before, (owner + step) % warp_lanes);
          if (start <= e) owner += step;
        }
        const edge_offset at = __shfl_sync(all_lanes, mine.first, owner) + (e - __shfl_sync(all_lanes, before, owner));
        column[k] = __shfl_sync(all_lanes, mine.column, owner);
        v[k] = cuda::load_if(e < total, s_.out.targets + (e < total ? at : 0), no_vertex);
      }
      for (unsigned k = 0; k < edges_at_once; ++k) {
        word[k] = bfs_engine::load_written_if(v[k] != no_vertex, visited_ + (v[k] != no_vertex ? s_.word_of(v[k]) : 0), all_lanes);
      }
      for (unsigned k = 0; k < edges_at_once; ++k) take(v[k], word[k], column[k]);
    }
  }

  __device__ void take(std::uint32_t v, std::uint32_t word, std::uint32_t column) {
    const std::uint32_t bit = 1u << (v % 32);
    bool is_new = v != no_vertex && (word & bit) == 0;
    if (is_new) is_new = (atomicOr(&visited_[s_.word_of(v)], bit) & bit) == 0;
    if (is_new) {
      bfs_engine::record(s_, v, column, level_);
      edges_ += s_.out_degrees[v];
      ++found_;
    }
    __syncwarp();
    queue_.push(is_new, v);
  }

  const peer_search& s_;
  std::uint32_t* const visited_;
  const unsigned level_;
  peer_queue queue_;
  unsigned found_ = 0;
  unsigned long long edges_ = 0, inspected_ = 0;
};

}  // namespace fathom::ranks_engine
