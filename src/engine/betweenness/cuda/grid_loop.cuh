// The level loop: one cooperative kernel searches from up to 32 sources, there and back, without a trip to the host. A barrier of
// the grid stands between two levels; all blocks take the same decisions from the same numbers.
//
// What a level does to words: the way out reads those of the last level and of its own, finds those of the next, and clears those
// of the one before the last. The way back reads those of the next level, writes its own, and clears those of the one after the
// next.
#pragma once

#include <cooperative_groups.h>

#include "engine/betweenness/cuda/backward.cuh"

namespace fathom::betweenness_engine {

/// What a block keeps in shared memory.
struct block_room {
  warp_room warps[block_warps];
  level_lists now, next, after;  ///< of the level at hand and, on the way back, the two behind it
  list_end end;                  ///< of the lists, on the way out; on the way back, of this level
  list_places begin;             ///< of the next level on the way back
  unsigned long long reached[most_sources], traversed, inspected;
};

/// As one thread sees it.
template <class Value, bool Edges>
class grid_loop {
 public:
  __device__ grid_loop(const grid_search& s, block_room& block)
      : s_(s), block_(block), room_(block.warps[threadIdx.x / warp_lanes]) {}

  __device__ void run() {
    if (threadIdx.x < most_sources) block_.reached[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
      block_.traversed = block_.inspected = 0;
      block_.now = block_.next = block_.after = {};
      block_.end = {{0, 0}, s_.found + 2};
    }
    __syncthreads();
    const unsigned levels = forward();
    count_reached();
    if (levels > 0) backward(levels - 1);
    add_counts(levels);
  }

 private:
  /// How many levels there are.
  __device__ unsigned forward() {
    if (warp_of_grid() == 0) start();
    unsigned level = 0;
    for (; meet(level); ++level) {
      // The last readers of these have passed the barrier before.
      if (thread_of_grid() == 0) s_.found[(level + 1) % 3] = 0;
      inspected_ += forward_level<Value>(s_, room_, block_.end, level).run(block_.now);
      if (level >= 2) {
        const list_places first = s_.begins[level - 2], last = s_.begins[level - 1];
        clear_words({{first.narrow, last.narrow - first.narrow}, {first.wide, last.wide - first.wide}}, level - 2);
      }
    }
    return level;
  }

  /// Sources are found at level 0.
  __device__ void start() {
    const std::uint32_t v = lane() < s_.num_sources ? s_.sources[lane()] : no_vertex;
    if (v != no_vertex) *value_of<Value>(s_, v, lane()) = Value(1);
    found_vertices found(s_, room_.found, block_.end, 0);
    found.reach(v, v != no_vertex ? 1u << lane() : 0);
    found.flush();
  }

  /// The end of a level on the way out: the lists of the next one, `level`, and whether they have anything.
  __device__ bool meet(unsigned level) {
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) {
      const unsigned long long sizes = __ldcg(s_.found + (level + 2) % 3);
      const list_places begin = block_.end.begin;
      block_.now = {{begin.narrow, sizes & 0xFFFFFFFFu}, {begin.wide, sizes >> 32}};
      block_.end = {{begin.narrow + block_.now.narrow.size, begin.wide + block_.now.wide.size}, s_.found + level % 3};
      if (blockIdx.x == 0) s_.begins[level] = begin;
    }
    __syncthreads();
    return block_.now.narrow.size + block_.now.wide.size > 0;
  }

  /// Where a level is small, by the threads that have nothing else to do.
  __device__ void clear_words(const level_lists& lists, unsigned level) {
    std::uint32_t* const words = words_of(s_, level);
    const unsigned thread = threads_in_grid() - 1 - thread_of_grid();
    for (std::uint64_t i = thread; i < lists.narrow.size; i += threads_in_grid()) {
      words[s_.narrow[lists.narrow.first + i].x] = 0;
    }
    for (std::uint64_t i = thread; i < lists.wide.size; i += threads_in_grid()) {
      words[s_.wide[lists.wide.first + i].x] = 0;
    }
  }

  __device__ void backward(unsigned deepest) {
    // Sources hand nothing on; only the edges out of them count.
    constexpr unsigned least = Edges ? 0 : 1;
    __syncthreads();  // all threads know that the lists have come to their end
    if (threadIdx.x == 0) block_.begin = s_.begins[deepest];
    for (unsigned level = deepest + 1; level-- > least;) {
      turn_back();
      // The next level's, long before it is asked for, by a warp that often has nothing else to do.
      if (threadIdx.x == block_threads - 1 && level > least) block_.begin = s_.begins[level - 1];
      inspected_ += backward_level<Value, Edges>(s_, room_, level, level == deepest).run(block_.now);
      if (level + 2 <= deepest) clear_words(block_.after, level + 2);
      if (level > least) cooperative_groups::this_grid().sync();
    }
  }

  /// To the level that begins at block_.begin and ends where the last one began.
  __device__ void turn_back() {
    if (threadIdx.x == 0) {
      const list_places begin = block_.begin, end = block_.end.begin;
      block_.after = block_.next, block_.next = block_.now;
      block_.now = {{begin.narrow, end.narrow - begin.narrow}, {begin.wide, end.wide - begin.wide}};
      block_.end.begin = begin;
    }
    __syncthreads();
  }

  /// By each search, between the two ways.
  __device__ void count_reached() {
    unsigned long long reached = 0, traversed = 0;
    const std::uint32_t n = s_.num_vertices;
    for (std::uint32_t first = warp_of_grid() * warp_lanes; first < n; first += warps_in_grid() * warp_lanes) {
      const std::uint32_t v = first + lane();
      const std::uint32_t word = load_if(v < n, s_.seen + v, 0);
      if (word != 0) traversed += (s_.out.offsets[v + std::size_t{1}] - s_.out.offsets[v]) * static_cast<unsigned>(__popc(word));
      for (unsigned i = 0; i < s_.num_sources; ++i) {
        const unsigned by = __popc(__ballot_sync(all_lanes, (word >> i) & 1));
        reached += lane() == i ? by : 0;
      }
    }
    if (reached != 0) atomicAdd(&block_.reached[lane()], reached);
    if (traversed != 0) atomicAdd(&block_.traversed, traversed);
  }

  __device__ void add_counts(unsigned levels) {
    if (inspected_ != 0) atomicAdd(&block_.inspected, inspected_);
    __syncthreads();
    if (threadIdx.x < most_sources && block_.reached[threadIdx.x] != 0) {
      atomicAdd(&s_.counts->reached[threadIdx.x], block_.reached[threadIdx.x]);
    }
    if (threadIdx.x != 0) return;
    if (block_.traversed != 0) atomicAdd(&s_.counts->traversed, block_.traversed);
    if (block_.inspected != 0) atomicAdd(&s_.counts->inspected, block_.inspected);
    if (blockIdx.x == 0) s_.counts->depth = levels > 0 ? levels - 1 : 0;
  }

  const grid_search& s_;
  block_room& block_;
  warp_room& room_;
  unsigned long long inspected_ = 0;
};

template <class Value, bool Edges>
__global__ void __launch_bounds__(block_threads, 1) betweenness_kernel(const __grid_constant__ grid_search s) {
  __shared__ block_room block;
  grid_loop<Value, Edges>(s, block).run();
}

}  // namespace fathom::betweenness_engine
