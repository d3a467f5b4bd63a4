// Level loop: one cooperative kernel runs the forward and backward phases from up to 32 sources without a host round trip. A grid
// barrier separates two levels; all thread blocks take the same decisions from the same numbers.
//
// Use of the words by level: the forward phase at level L reads those of L - 1 and L, sets those of L + 1, and clears those of L
// - 2. The backward phase at level L reads those of L + 1, writes those of L, and clears those of L + 2.
#pragma once

#include "betweenness/cuda/backward.cuh"
#include "gpu/grid.cuh"

namespace fathom::betweenness_engine {

/// Shared memory of a thread block.
struct block_room {
  warp_room warps[block_warps];
  level_lists now, next, after;  ///< of the current level and, in the backward phase, of the two deeper levels
  list_end end;                  ///< forward: end of the lists; backward: end of the current level
  list_positions begin;          ///< start of the next level of the backward phase
  unsigned long long reached[most_sources], traversed, inspected;
};

/// Level loop as seen by one thread.
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
  /// Returns the number of levels.
  __device__ unsigned forward() {
    if (warp_of_grid() == 0) start();
    unsigned level = 0;
    for (; end_level(level); ++level) {
      // The last readers of this counter have passed the previous barrier.
      if (thread_of_grid() == 0) s_.found[(level + 1) % 3] = 0;
      inspected_ += forward_level<Value>(s_, room_, block_.end, level).run(block_.now);
      if (level >= 2) {
        const list_positions first = s_.begins[level - 2], last = s_.begins[level - 1];
        clear_words({{first.narrow, last.narrow - first.narrow}, {first.wide, last.wide - first.wide}}, level - 2);
      }
    }
    return level;
  }

  /// Discovers the sources at level 0.
  __device__ void start() {
    const std::uint32_t v = lane() < s_.num_sources ? s_.sources[lane()] : no_vertex;
    if (v != no_vertex) *value_of<Value>(s_, v, lane()) = Value(1);
    found_vertices found(s_, room_.found, block_.end, 0);
    found.reach(v, v != no_vertex ? 1u << lane() : 0);
    found.flush();
  }

  /// Barrier at the end of a forward level: sets up the lists of the next one, `level`, and returns whether they are nonempty.
  __device__ bool end_level(unsigned level) {
    cuda::grid_sync();
    if (threadIdx.x == 0) {
      const unsigned long long sizes = __ldcg(s_.found + (level + 2) % 3);
      const list_positions begin = block_.end.begin;
      block_.now = {{begin.narrow, sizes & 0xFFFFFFFFu}, {begin.wide, sizes >> 32}};
      block_.end = {{begin.narrow + block_.now.narrow.size, begin.wide + block_.now.wide.size}, s_.found + level % 3};
      if (blockIdx.x == 0) s_.begins[level] = begin;
    }
    __syncthreads();
    return block_.now.narrow.size + block_.now.wide.size > 0;
  }

  /// Starts with the highest threads, which are otherwise idle if the level is small.
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
    // Sources pass on no dependencies; level 0 matters only for edge totals.
    constexpr unsigned least = Edges ? 0 : 1;
    __syncthreads();  // all threads have read the end of the lists
    if (threadIdx.x == 0) block_.begin = s_.begins[deepest];
    for (unsigned level = deepest + 1; level-- > least;) {
      next_backward_level();
      // Prefetched for the next level by a warp that is often idle.
      if (threadIdx.x == block_threads - 1 && level > least) block_.begin = s_.begins[level - 1];
      inspected_ += backward_level<Value, Edges>(s_, room_, level, level == deepest).run(block_.now);
      if (level + 2 <= deepest) clear_words(block_.after, level + 2);
      if (level > least) cuda::grid_sync();
    }
  }

  /// Moves to the level that begins at block_.begin and ends where the previous one began.
  __device__ void next_backward_level() {
    if (threadIdx.x == 0) {
      const list_positions begin = block_.begin, end = block_.end.begin;
      block_.after = block_.next, block_.next = block_.now;
      block_.now = {{begin.narrow, end.narrow - begin.narrow}, {begin.wide, end.wide - begin.wide}};
      block_.end.begin = begin;
    }
    __syncthreads();
  }

  /// Counts reached vertices and traversed edges per search, between the two phases.
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
