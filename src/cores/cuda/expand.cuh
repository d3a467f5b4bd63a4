// Removal of vertices by one thread block: their edges are spread evenly over its threads.
#pragma once

#include "cores/cuda/block_queue.cuh"
#include "gpu/loads.cuh"
#include "gpu/warp.hpp"

namespace fathom::cores_engine {

inline constexpr unsigned edges_at_once = 4;  // loads in flight per thread

struct block_memory {
  const vertex_id* rows[block_threads];  ///< one row or piece per thread
  unsigned ends[block_threads];          ///< inclusive prefix sums of their sizes
  unsigned ends_of_warps[block_warps];
  vertex_id queue[queue_size];
  unsigned queued;    ///< vertices added to `queue`, including those that did not fit and went to the shared queue
  vertex_id nearest;  ///< smallest remaining degree above the level that the thread block has seen
};

/// Inclusive prefix sum over the thread block. All threads must call this; calls need a barrier between them.
__device__ inline unsigned prefix_sum(unsigned value, unsigned* ends_of_warps) {
  const auto add_lower_lanes = [](unsigned sum) {
    for (unsigned distance = 1; distance < cuda::warp_lanes; distance *= 2) {
      const unsigned lower = __shfl_up_sync(cuda::all_lanes, sum, distance);
      if (cuda::lane() >= distance) sum += lower;
    }
    return sum;
  };
  const unsigned warp = threadIdx.x / cuda::warp_lanes;
  value = add_lower_lanes(value);
  if (cuda::lane() == cuda::warp_lanes - 1) ends_of_warps[warp] = value;
  __syncthreads();
  const unsigned sums = add_lower_lanes(ends_of_warps[cuda::lane()]);
  const unsigned before = __shfl_sync(cuda::all_lanes, sums, static_cast<int>(warp == 0 ? 0 : warp - 1));
  return value + (warp == 0 ? 0 : before);
}

/// Number of the first `size` ascending values that are at most `value`.
__device__ inline unsigned count_up_to(const unsigned* values, unsigned size, unsigned value) {
  unsigned first = 0;
  while (size > 0) {
    const unsigned half = size / 2;
    const bool below = values[first + half] <= value;
    first = below ? first + half + 1 : first;
    size = below ? size - half - 1 : half;
  }
  return first;
}

/// The vertices that a thread block removes at one level.
class block_peeler {
 public:
  __device__ block_peeler(const peel_job& job, block_memory& memory, vertex_id level, const task_queue& tasks)
      : j_(job), m_(memory), level_(level), tasks_(tasks) {}

  /// Queues v, whose degree has become the level.
  __device__ void remove(vertex_id v) {
    const unsigned at = take_positions(&m_.queued);
    if (at < queue_size) {
      m_.queue[at] = v;
      return;
    }
    for (unsigned d = 0; d < j_.directions; ++d) tasks_.add_whole(v, bit_of(d));
  }

  /// Decrements the neighbors in this thread block's part of the tasks [first, last). All threads must call this.
  __device__ void work_on_tasks(unsigned long long first, unsigned long long last) {
    for (unsigned long long base = first + blockIdx.x; base < last; base += std::uint64_t{block_threads} * gridDim.x) {
      const unsigned long long here = (last - base + gridDim.x - 1) / gridDim.x;
      const auto count = static_cast<unsigned>(here < block_threads ? here : block_threads);
      item mine;
      if (threadIdx.x < count) mine = item_of(j_.tasks + base + std::uint64_t{threadIdx.x} * gridDim.x);
      expand(mine, count, false);
    }
  }

  /// Decrements the neighbors of the vertices queued from position `head` on, and of those that this removes, until none is left
  /// or after a number of rounds. All threads must call this.
  __device__ void work_on_queue(unsigned head) {
    for (unsigned round = 0;; ++round) {
      __syncthreads();
      const unsigned tail = min(m_.queued, queue_size), count = min(tail - head, block_threads);
      if (count == 0) return;
      if (round == rounds_per_block) {
        // The barrier of the caller's next use separates these reads from later writes.
        for (unsigned i = head + threadIdx.x; i < tail; i += block_threads) {
          for (unsigned d = 0; d < j_.directions; ++d) tasks_.add_whole(m_.queue[i], bit_of(d));
        }
        return;
      }
      const vertex_id v = threadIdx.x < count ? m_.queue[head + threadIdx.x] : no_vertex;
      for (unsigned d = 0; d < j_.directions; ++d) {
        item mine;
        if (v != no_vertex) mine = item_of_row(v, d);
        expand(mine, count, true);
      }
      head += count;
    }
  }

 private:
  struct item {
    const vertex_id* row = nullptr;
    unsigned size = 0;
    vertex_id v = no_vertex;  // to give the row to all thread blocks
    unsigned direction = 0;
  };

  __device__ static unsigned bit_of(unsigned direction) { return direction == 0 ? 0 : second_direction; }

  // A long row goes to the shared queue and leaves an empty item.
  __device__ item item_of_row(vertex_id v, unsigned d) const {
    const adjacency_view& rows = j_.rows[d];
    const edge_offset first = rows.offsets[v], size = rows.offsets[v + 1] - first;
    if (size > piece_edges) {
      tasks_.add_pieces(v, bit_of(d), size);
      return {};
    }
    return {rows.targets + first, static_cast<unsigned>(size), v, bit_of(d)};
  }

  __device__ item item_of(const row_task* task) const {
    const vertex_id v = __ldcg(&task->v);
    const unsigned coded = __ldcg(&task->piece), piece = coded & ~second_direction, d = coded / second_direction;
    if (piece == whole_row) return item_of_row(v, d);
    const adjacency_view& rows = j_.rows[d];
    const edge_offset first = rows.offsets[v] + edge_offset{piece} * piece_edges, last = rows.offsets[v + 1];
    return {rows.targets + first, static_cast<unsigned>(min(last - first, edge_offset{piece_edges})), v, bit_of(d)};
  }

  // Decrements the degrees at the ends of all edges of the first `count` threads' items. With `limited`, rows beyond the first
  // round_edges edges go to the shared queue. All threads must call this.
  __device__ void expand(const item& mine, unsigned count, bool limited) {
    const unsigned end = prefix_sum(mine.size, m_.ends_of_warps);
    m_.rows[threadIdx.x] = mine.row;
    m_.ends[threadIdx.x] = end;
    __syncthreads();
    const unsigned kept = limited ? count_up_to(m_.ends, count, round_edges) : count;
    if (threadIdx.x >= kept && mine.size > 0) tasks_.add_whole(mine.v, mine.direction);
    const unsigned total = kept > 0 ? m_.ends[kept - 1] : 0;
    for (unsigned base = 0; base < total; base += edges_at_once * block_threads) decrement(base + threadIdx.x, total, kept);
    __syncthreads();
  }

  // Edges `e`, e + block_threads, ...
  __device__ void decrement(unsigned e, unsigned total, unsigned items) {
    vertex_id u[edges_at_once], degree[edges_at_once];
    bool counts[edges_at_once];
#pragma unroll
    for (unsigned k = 0; k < edges_at_once; ++k) {
      const unsigned at = e + k * block_threads;
      const bool has = at < total;
      const unsigned i = has ? count_up_to(m_.ends, items, at) : 0, begin = i > 0 ? m_.ends[i - 1] : 0;
      u[k] = cuda::load_if(has, m_.rows[i] + (at - begin), no_vertex);
    }
#pragma unroll
    for (unsigned k = 0; k < edges_at_once; ++k) degree[k] = u[k] != no_vertex ? __ldcg(&j_.degree[u[k]]) : 0;
#pragma unroll
    for (unsigned k = 0; k < edges_at_once; ++k) {
      counts[k] = degree[k] > level_;
      if (counts[k]) degree[k] = atomicSub(&j_.degree[u[k]], 1u);
    }
#pragma unroll
    for (unsigned k = 0; k < edges_at_once; ++k) {
      if (!counts[k]) continue;
      if (degree[k] == level_ + 1) remove(u[k]);
      // Another thread has removed it since its degree was read: restore its core number.
      if (degree[k] <= level_) atomicAdd(&j_.degree[u[k]], 1u);
    }
  }

  const peel_job& j_;
  block_memory& m_;
  const vertex_id level_;
  const task_queue tasks_;
};

}  // namespace fathom::cores_engine
