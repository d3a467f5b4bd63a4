// The level loop on the device: one cooperative kernel, no trip to the host between levels.
#pragma once

#include <cooperative_groups.h>

#include "engine/bfs/cuda_bottom_up.cuh"
#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_small_frontier.cuh"
#include "engine/bfs/cuda_step.cuh"
#include "engine/bfs/cuda_top_down.cuh"

namespace fathom::bfs_engine {

/// The level loop as one thread sees it; all threads hold the same values.
template <class Offset, int Width>
class level_loop {
 public:
  __device__ level_loop(const cuda_search<Offset>& s, std::uint32_t* shared)
      : s_(s), shared_(shared), visited_(s.bitmap[0]), next_(s.bitmap[1]), unexplored_(s.num_edges) {
    bottom_up_ = s.strategy == bfs_strategy::bottom_up;
    p_.frontier = 1;
    p_.reached = 1;
  }

  __device__ void run() {
    start();
    while (!is_over()) {
      if (!bottom_up_ && p_.frontier <= small_frontier) {
        small();
        if (is_over()) break;
      }
      const unsigned long long began = s_.records ? global_nanoseconds() : 0;
      level_record r{};
      r.why = choose_direction(r);
      const unsigned found = bottom_up_ ? step_bottom_up(r) : step_top_down(r);
      r.bottom_up = bottom_up_;
      r.frontier = p_.frontier;
      r.found = found;
      if (s_.records) {
        r.nanoseconds = global_nanoseconds() - began;
        if (thread_of_grid() == 0) write_record(s_, p_, r);
      }
      p_.previous = p_.frontier;
      p_.frontier = found;
      p_.reached += found;
      ++p_.level;
      if (returns_top_down()) make_queue();
    }
    finish();
  }

 private:
  __device__ void start() {
    const std::uint32_t words = words_of(s_.num_vertices), word = s_.source / 32;
    for (std::uint32_t w = thread_of_grid(); w < words; w += threads_in_grid()) {
      visited_[w] = w == word ? 1u << (s_.source % 32) : 0;
    }
    if (thread_of_grid() == 0) {
      for (unsigned i = 0; i < 3; ++i) s_.counters[i] = {};
      s_.queue[0][0] = s_.source;
      if (s_.predecessors) s_.predecessors[s_.source] = s_.root_predecessor;
      if (s_.distances) s_.distances[s_.source] = 0;
    }
    cooperative_groups::this_grid().sync();
  }

  __device__ bool is_over() const { return p_.frontier == 0 || p_.level >= s_.depth_limit || target_is_found(s_, visited_); }

  __device__ phase_counters& counters() { return s_.counters[phase_ % 3]; }

  /// The end of a phase: what all blocks have counted. The counters of the next phase are cleared meanwhile: their last readers
  /// have passed the barrier before.
  __device__ phase_counters meet() {
    if (thread_of_grid() == 0) s_.counters[(phase_ + 1) % 3] = {};
    cooperative_groups::this_grid().sync();
    const phase_counters seen = read_once(&counters());
    ++phase_;
    return seen;
  }

  __device__ void small() {
    if (blockIdx.x == 0) small_levels(s_, visited_, s_.queue[queue_], p_, shared_);
    cooperative_groups::this_grid().sync();
    p_ = read_once(s_.progress);
  }

  __device__ change choose_direction(level_record& r) {
    if (bottom_up_) return change::none;
    const bool may_change = s_.strategy == bfs_strategy::direction_optimizing && s_.in.offsets != nullptr;
    const double limit = static_cast<double>(unexplored_) / s_.alpha;
    const bool by_edges = may_change && s_.switching != bfs_switching::hub_ratio;
    const double mean_degree = static_cast<double>(s_.num_edges) / s_.num_vertices;
    if (by_edges && p_.frontier * mean_degree > 2 * limit) {
      // So many vertices that their edges need no counting.
      r.edges = static_cast<unsigned long long>(p_.frontier * mean_degree);
      r.unexplored = unexplored_;
      bottom_up_ = true;
      return change::edges;
    }
    classify(s_, s_.queue[queue_], p_.frontier, counters());
    classified_ = meet();
    r.edges = classified_.edges;
    r.unexplored = unexplored_;
    if (by_edges && static_cast<double>(classified_.edges) > limit) {
      bottom_up_ = true;
      return change::edges;
    }
    if (may_change && !by_edges && classified_.hubs > s_.gamma * s_.num_hubs) {
      r.edges = classified_.hubs;
      bottom_up_ = true;
      return change::hubs;
    }
    unexplored_ -= min(unexplored_, classified_.edges);
    return change::none;
  }

  __device__ unsigned step_top_down(level_record& r) {
    const std::uint32_t* const queue = s_.queue[queue_];
    queue_ ^= 1;
    top_down(s_, visited_, queue, s_.queue[queue_], p_.frontier, classified_, p_.level, counters(), shared_);
    r.inspected = classified_.edges;
    return meet().found;
  }

  __device__ unsigned step_bottom_up(level_record& r) {
    // Copying the hubs' bits to every block pays while many vertices look for them.
    const bool use_shared = p_.reached < s_.num_vertices / 2;
    bottom_up<Width>(s_, visited_, next_, p_.level, use_shared, counters(), shared_);
    const phase_counters seen = meet();
    std::uint32_t* const before = visited_;
    visited_ = next_;
    next_ = before;
    r.inspected = seen.inspected;
    return seen.found;
  }

  /// Beamer's rule, and only for what one block can go on with: a bottom-up level costs less than a queue and two barriers.
  __device__ bool returns_top_down() const {
    return bottom_up_ && s_.strategy == bfs_strategy::direction_optimizing && s_.switching != bfs_switching::hub_ratio &&
           p_.frontier > 0 && p_.frontier < p_.previous && p_.frontier <= small_frontier &&
           p_.frontier <= s_.num_vertices / s_.beta;
  }

  __device__ void make_queue() {
    queue_of_difference(s_, visited_, next_, s_.queue[queue_], counters(), shared_);
    meet();
    bottom_up_ = false;
  }

  /// Most vertices were written when they were found, once; this writes the rest.
  __device__ void finish() {
    const std::uint32_t n = s_.num_vertices, words = words_of(n);
    for (std::uint32_t w = warp_of_grid(); w < words; w += warps_in_grid()) {
      const std::uint32_t unvisited = ~visited_[w] & valid_bits(w, n);
      if (!(unvisited >> lane() & 1)) continue;
      if (s_.predecessors) s_.predecessors[w * 32 + lane()] = no_vertex;
      if (s_.distances) s_.distances[w * 32 + lane()] = unreachable;
    }
    if (thread_of_grid() == 0) {
      p_.bitmap = visited_ == s_.bitmap[1];
      s_.progress[1] = p_;  // apart: another block may still be reading what the last small levels said
    }
  }

  const cuda_search<Offset>& s_;
  std::uint32_t* const shared_;
  std::uint32_t* visited_;
  std::uint32_t* next_;
  unsigned long long unexplored_;
  search_progress p_;
  phase_counters classified_;
  bool bottom_up_ = false;
  unsigned queue_ = 0;
  unsigned phase_ = 0;
};

template <class Offset, int Width>
__global__ void __launch_bounds__(block_threads, 2) search_kernel(const __grid_constant__ cuda_search<Offset> s) {
  extern __shared__ std::uint32_t shared[];
  level_loop<Offset, Width>(s, shared).run();
}

/// Degrees of the visited vertices.
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
