// Level loop on the device: one cooperative kernel without host round trips between levels.
#pragma once

#include <cooperative_groups.h>

#include "bfs/cuda/bottom_up.cuh"
#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/cluster.cuh"
#include "bfs/cuda/leave.cuh"
#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/push_tail.cuh"
#include "bfs/cuda/remaining.cuh"
#include "bfs/cuda/row_lists.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "bfs/cuda/top_down.cuh"
#include "bfs/cuda/unreached.cuh"
#include "bfs/level_rules.hpp"

namespace fathom::bfs_engine {

/// Level loop as seen by one thread; all threads hold the same values.
template <class Offset, class Room, int Width>
class level_loop {
 public:
  __device__ level_loop(const cuda_search<Offset, Room>& s, std::uint32_t* shared)
      : s_(s), shared_(shared), visited_(s.bitmap[0]), next_(s.bitmap[1]), unexplored_(s.num_edges) {
    bottom_up_ = s.options.strategy == bfs_strategy::bottom_up;
    p_.frontier = 1;
    p_.reached = 1;
  }

  __device__ void run() {
    start();
    while (!is_over(s_, p_)) {
      if (!bottom_up_ && p_.frontier <= (Room::has_cluster ? cluster_frontier : small_frontier)) {
        small();
        if (is_over(s_, p_)) break;
      }
      if (p_.reached == s_.num_vertices && (bottom_up_ || !s_.records)) {
        // No unvisited vertex is left. A top-down level is still run if its edges are to be recorded.
        finish_level({}, 0, global_nanoseconds());
        break;
      }
      const unsigned long long began = s_.records ? global_nanoseconds() : 0;
      level_record r{};
      r.why = choose_direction(r);
      const unsigned found = bottom_up_ ? step_bottom_up(r) : step_top_down(r);
      finish_level(r, found, began);
      if (only_bits_) turn_bottom_up(change::many);
      if (bottom_up_ && returns_top_down(s_, p_)) return_top_down();
    }
    finish();
  }

 private:
  __device__ void start() {
    const std::uint32_t words = words_of(s_.num_vertices), word = s_.source / 32;
    for (std::uint32_t w = thread_of_grid(); w < words; w += threads_in_grid()) {
      visited_[w] = ~valid_bits(w, s_.num_vertices) | (w == word ? 1u << (s_.source % 32) : 0);
    }
    if (thread_of_grid() == 0) {
      *s_.end.times = global_nanoseconds();
      for (unsigned i = 0; i < 3; ++i) s_.counters[i] = {};
      s_.queue[0][0] = s_.source;
      *s_.spilled = 0;
      *s_.target_level = s_.source == s_.options.target ? 0 : no_level;
      if (s_.predecessors) s_.predecessors[s_.source] = s_.root_predecessor;
      if (s_.distances) s_.distances[s_.source] = 0;
    }
    cooperative_groups::this_grid().sync();
  }

  __device__ void finish_level(const level_record& r, unsigned found, unsigned long long began) {
    bfs_engine::finish_level(s_, p_, bottom_up_, r, found, began);
  }

  __device__ phase_counters& counters() { return s_.counters[phase_ % 3]; }

  /// Grid barrier at the end of a phase; returns the counts of all thread blocks. Clears the counters of the next phase, whose last
  /// readers have passed the previous barrier.
  __device__ phase_counters sync() {
    if (thread_of_grid() == 0) s_.counters[(phase_ + 1) % 3] = {};
    cooperative_groups::this_grid().sync();
    const phase_counters seen = read_once(&counters());
    ++phase_;
    return seen;
  }

  __device__ void small() {
    if constexpr (Room::has_cluster) {
#ifdef FATHOM_HAS_CLUSTERS
      __shared__ cluster_tables tables;
      if (blockIdx.x < cooperative_groups::this_cluster().num_blocks())
        cluster_search<Offset>(s_, visited_, shared_, tables).run(s_.queue[queue_], s_.queue[queue_ ^ 1], p_);
#endif
    } else if (blockIdx.x == 0) {
      row_lists<Offset, Room> lists(s_, visited_, shared_);
      search_in_one_block(s_, lists, s_.queue[queue_], p_);
    }
    cooperative_groups::this_grid().sync();
    p_ = read_once(s_.progress);
  }

  __device__ bool may_change() const {
    return s_.options.strategy == bfs_strategy::direction_optimizing && s_.in.offsets != nullptr;
  }
  __device__ bool changes_by_edges() const { return may_change() && s_.options.switching != bfs_switching::hub_ratio; }

  __device__ change why_bottom_up(level_record& r) {
    if (!only_bits_) return change::none;
    only_bits_ = halves_ = false;
    r.edges = p_.edges;
    return change::many;
  }

  __device__ change choose_direction(level_record& r) {
    if (bottom_up_) return why_bottom_up(r);
    const bool by_edges = changes_by_edges();
    const auto unexplored = static_cast<float>(unexplored_);
    const float expected = static_cast<float>(p_.frontier) * s_.mean_degree;
    r.unexplored = unexplored_;
    halves_ = false;
    if (by_edges && !p_.classified && has_grown(s_, p_) && many_frontier_edges(s_.options, expected / 2, unexplored)) {
      // The frontier is so large that its edges need not be counted.
      r.edges = static_cast<unsigned long long>(expected);
      return turn_bottom_up(change::edges);
    }
    if (!p_.classified) {
      classify(s_, s_.queue[queue_], p_.frontier, counters());
      const phase_counters seen = sync();
      p_.edges = seen.edges, p_.short_edges = seen.short_edges, p_.hubs = seen.hubs, p_.pieces = seen.pieces;
      p_.tail_edges = seen.tail_edges;
    }
    halves_ = Width == 1 && pays_with_hub_split(p_.edges, unexplored_, p_.tail_edges, s_.num_vertices);
    r.edges = by_edges ? p_.edges : p_.hubs;
    const auto edges = static_cast<float>(p_.edges);
    if (by_edges && many_frontier_edges(s_.options, edges, unexplored) && pays_bottom_up(s_, p_, edges, unexplored_))
      return turn_bottom_up(change::edges);
    if (may_change() && !by_edges && p_.hubs > s_.options.gamma * s_.num_hubs) return turn_bottom_up(change::hubs);
    if (!p_.classified && p_.pieces > 0) {
      cut(s_, s_.queue[queue_], p_.frontier, counters());
      sync();
    }
    unexplored_ -= min(unexplored_, p_.edges);
    return change::none;
  }

  __device__ change turn_bottom_up(change why) {
    bottom_up_ = true;
    listed_ = no_list;
    return why;
  }

  __device__ unsigned step_top_down(level_record& r) {
    const std::uint32_t* const queue = s_.queue[queue_];
    only_bits_ = changes_by_edges() && has_grown(s_, p_) && p_.edges > s_.num_vertices / many_edges_fraction;
    if (only_bits_) return step_to_bits(r, queue);
    queue_ ^= 1;
    top_down(s_, visited_, queue, s_.queue[queue_], p_, counters(), shared_);
    r.inspected = p_.edges;
    return sync().found;
  }

  __device__ unsigned step_to_bits(level_record& r, const std::uint32_t* queue) {
    r.inspected = p_.edges;
    for (std::uint32_t w = thread_of_grid(); w < words_of(s_.num_vertices); w += threads_in_grid()) next_[w] = __ldcg(visited_ + w);
    fetch_predecessors();
    sync();
    top_down_to_bits(s_, visited_, queue, p_);
    sync();
    distances_from_bits(s_, next_, visited_, p_.level, counters());
    return sync().found;
  }

  /// Lets the random writes that follow find the predecessors in the L2 cache.
  __device__ void fetch_predecessors() const {
    if (!s_.predecessors) return;
    constexpr unsigned per_sector = 32 / sizeof(std::uint32_t);
    for (std::uint64_t i = thread_of_grid(); i * per_sector < s_.num_vertices; i += threads_in_grid()) {
      prefetch_to_stay(s_.predecessors + i * per_sector);
    }
  }

  /// Uses the list of remaining vertices if there is one, otherwise the bitmap.
  __device__ unsigned step_bottom_up(level_record& r) {
    const bool by_list = listed_ <= s_.num_vertices / remaining_fraction;
    const bool lists = by_list || p_.reached > s_.num_vertices / 2;
    if (by_list) {
      bottom_up_remaining<Width>(s_, visited_, next_, s_.remaining[list_], listed_, s_.remaining[list_ ^ 1], s_.queue[queue_],
                                 p_.level, counters(), shared_);
    } else {
      // Copying the hubs' bits to every thread block pays off while many vertices search for them.
      const sought which = lists ? sought::all : halves_ ? sought::hubs : sought::all_with_hubs_near;
      halves_ = false;
      bottom_up<Width>(s_, visited_, next_, p_.level, which, lists ? s_.remaining[list_ ^ 1] : nullptr, counters(), shared_);
      if (which == sought::hubs) {
        r.tail_edges = p_.tail_edges;
        cooperative_groups::this_grid().sync();
        push_tail(s_, next_, p_.level, s_.queue[queue_], p_.frontier, p_.tail_edges, counters(), shared_);
      }
    }
    const phase_counters seen = sync();
    list_ ^= 1;
    listed_ = lists ? seen.remaining : no_list;
    queued_ = by_list;
    std::uint32_t* const before = visited_;
    visited_ = next_;
    next_ = before;
    r.inspected = seen.inspected;
    return seen.found;
  }

  __device__ void return_top_down() {
    if (!queued_) {
      queue_from_bitmaps(s_, visited_, next_, s_.queue[queue_], counters(), shared_);
      sync();
    }
    bottom_up_ = only_bits_ = queued_ = false;
  }

  __device__ void finish() {
    if (p_.reached < s_.num_vertices) write_unreached(s_, visited_);
    p_.bitmap = visited_ == s_.bitmap[1];
    leave(s_.end, [this](search_summary& summary) {
      summary.progress = p_;
      summary.began = __ldcg(s_.end.times);
      summary.searched = global_nanoseconds();
    });
  }

  static constexpr unsigned no_list = 0xFFFFFFFFu;

  const cuda_search<Offset, Room>& s_;
  std::uint32_t* const shared_;
  std::uint32_t* visited_;
  std::uint32_t* next_;
  unsigned long long unexplored_;
  search_progress p_;
  bool bottom_up_ = false;
  bool queued_ = false;        // the last bottom-up level has left its discoveries in the queue
  bool only_bits_ = false;     // the last level was top-down, but has left no queue
  bool halves_ = false;        // the next bottom-up level can use the hub split: its frontier is small and in the queue
  unsigned listed_ = no_list;  // number of unvisited vertices in s.remaining[list_]
  unsigned list_ = 0;
  unsigned queue_ = 0;
  unsigned phase_ = 0;
};

template <class Offset, class Room, int Width>
__global__ void __launch_bounds__(block_threads, 1) search_kernel(const __grid_constant__ cuda_search<Offset, Room> s) {
#ifndef FATHOM_HAS_CLUSTERS
  if (Room::has_cluster) __trap();  // has_cluster_room() is false for this code
  if constexpr (!Room::has_cluster)
#endif
  {
    extern __shared__ __align__(16) std::uint32_t shared[];
    level_loop<Offset, Room, Width>(s, shared).run();
  }
}

/// Sums the degrees of the visited vertices.
template <class Offset>
__global__ void __launch_bounds__(block_threads)
    reached_edges_kernel(const std::uint32_t* visited, const Offset* offsets, std::uint32_t n, unsigned long long* sum) {
  __shared__ unsigned long long scratch[block_warps];
  unsigned long long edges = 0;
  for (std::uint32_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
    if (visited[v / 32] >> (v % 32) & 1) edges += offsets[v + 1] - offsets[v];
  }
  edges = block_sum(edges, scratch);
  if (threadIdx.x == 0) atomicAdd(sum, edges);
}

}  // namespace fathom::bfs_engine
