// Frontier exchange between devices: each process appends its discoveries to lists in the memory of all processes.
#pragma once

#include "bfs/cuda/queue.cuh"
#include "bfs/cuda/step.cuh"
#include "bfs/distributed/cuda/peers/barrier.cuh"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// This process's list for one level, in the memory of all processes.
struct broadcast_list {
  const peer_search& s;
  std::size_t place;

  __device__ void put(unsigned i, std::uint32_t v) const {
    for (unsigned r = 0; r < s.room.ranks; ++r) s.at<std::uint32_t>(r, place)[i] = v;
  }
};

using broadcast_queue = bfs_engine::queue_of_warp<broadcast_list, peer_search::shared_room>;

/// Queue for the discoveries of `level`, which are the next level's frontier.
__device__ inline broadcast_queue queue_of_level(const peer_search& s, unsigned level, std::uint32_t* shared) {
  return {shared, {s, s.room.list_at(level + 1, s.rank)}, &s.counters->listed, s.num_vertices};
}

/// Queue that also counts discoveries and their edges, or only counts if discoveries are sent as bits.
class counting_queue {
 public:
  __device__ counting_queue(const peer_search& s, unsigned level, bool lists, std::uint32_t* shared)
      : s_(s), queue_(queue_of_level(s, level, shared)), lists_(lists) {}

  __device__ void push(bool wanted, std::uint32_t v) {
    found_ += wanted;
    if (!lists_) return;
    const std::uint32_t degree = bfs_engine::load_if(wanted, s_.out_degrees + v, 0u);
    edges_ += degree;
    tail_edges_ += s_.column_of(s_.rank, v) < s_.hub_end ? 0 : degree;
    queue_.push(wanted, v);
  }
  __device__ void flush_block() { queue_.flush_block(); }

  /// All threads of the thread block must call this.
  __device__ void count() const {
    __shared__ unsigned long long scratch[bfs_engine::block_warps];
    const unsigned long long edges = bfs_engine::block_sum(edges_, scratch);
    const unsigned long long tail_edges = bfs_engine::block_sum(tail_edges_, scratch);
    const unsigned long long found = bfs_engine::block_sum(static_cast<unsigned long long>(found_), scratch);
    if (threadIdx.x != 0 || found == 0) return;
    atomicAdd(&s_.counters->edges, edges);
    if (tail_edges > 0) atomicAdd(&s_.counters->phase.tail_edges, tail_edges);
    atomicAdd(&s_.counters->phase.found, static_cast<unsigned>(found));
  }

 private:
  const peer_search& s_;
  broadcast_queue queue_;
  const bool lists_;
  unsigned found_ = 0;
  unsigned long long edges_ = 0, tail_edges_ = 0;
};

/// A frontier vertex: its owner and its index there.
struct received_vertex {
  unsigned rank = 0;
  std::uint32_t number = 0;
};

__device__ inline received_vertex frontier_at(const peer_search& s, const barrier_words& all, unsigned level, std::uint32_t i) {
  received_vertex u;
  while (i >= all.listed_before[u.rank + 1]) ++u.rank;
  u.number = __ldcg(s.at<std::uint32_t>(s.rank, s.room.list_at(level, u.rank)) + (i - all.listed_before[u.rank]));
  return u;
}

__device__ inline void mark_visited(const peer_search& s, std::uint32_t* visited, const received_vertex& u) {
  const std::uint32_t column = s.column_of(u.rank, u.number);
  atomicOr(&visited[column / 32], 1u << (column % 32));
}

/// Marks the whole frontier visited. All thread blocks must call this.
__device__ inline void mark_frontier(const peer_search& s, const barrier_words& all, unsigned level, std::uint32_t* visited) {
  const std::uint32_t size = all.listed_before[s.room.ranks];
  for (std::uint32_t i = bfs_engine::thread_of_grid(); i < size; i += bfs_engine::threads_in_grid()) {
    mark_visited(s, visited, frontier_at(s, all, level, i));
  }
}

/// Sends this process's chunks of `next` to all others; with `lists` also lists the newly set bits. All thread blocks must call
/// this. Each warp sends what it has written itself.
__device__ inline void send_bits(const peer_search& s, unsigned level, const std::uint32_t* now, const std::uint32_t* next,
                                 std::size_t place, bool lists, std::uint32_t* shared) {
  constexpr unsigned words = bfs_engine::chunk_words, together = cuda::warp_lanes / words;
  broadcast_queue queue = queue_of_level(s, level, shared);
  const std::uint32_t chunks = bfs_engine::words_of(s.num_vertices) / words, step = bfs_engine::warps_in_grid();
  for (std::uint32_t first = bfs_engine::warp_of_grid(); first < chunks; first += together * step) {
    const std::uint32_t chunk = first + cuda::lane() / words * step;
    const bool there = chunk < chunks;
    const std::uint32_t at = s.first_word(chunk) + cuda::lane() % words;
    const std::uint32_t word = bfs_engine::load_written_if(there, next + at, 0);
    for (unsigned r = 0; there && r < s.room.ranks; ++r) {
      if (r != s.rank) s.at<std::uint32_t>(r, place)[at] = word;
    }
    if (!lists) continue;
    std::uint32_t fresh = word & ~bfs_engine::load_written_if(there, now + at, cuda::all_lanes);
    while (__any_sync(cuda::all_lanes, fresh != 0)) {
      const auto bit = static_cast<std::uint32_t>(cuda::first_bit(fresh));
      queue.push(fresh != 0, (chunk * words + cuda::lane() % words) * 32 + bit);
      fresh &= fresh - 1;
    }
  }
  if (lists) queue.flush_block();
}

}  // namespace fathom::ranks_engine
