// Core numbers in one cooperative kernel: at each level k, removes the vertices with k remaining neighbors, and those that this
// leaves with k, until all remaining vertices have more. Levels without such vertices are skipped.
//
// A level has two or more phases between grid barriers. The first scans the lists of remaining vertices for the level's vertices.
// In the others each thread block removes what it found, and what that leaves with k neighbors, without waiting for others; work
// beyond a limit goes to a queue that all thread blocks divide in the next phase.
#pragma once

#include "cores/cuda/expand.cuh"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"

namespace fathom::cores_engine {

/// Number of vertices that one warp lists at most, if `warps` warps divide n vertices into chunks of 32.
__host__ __device__ constexpr std::uint64_t list_size_of(std::uint64_t n, std::uint64_t warps) {
  const std::uint64_t chunks = (n + 31) / 32;
  return (chunks + warps - 1) / warps * 32;
}

/// Remaining vertices of one warp, in global memory; only this warp reads and writes them.
class remaining_list {
 public:
  __device__ remaining_list(const peel_job& job)
      : j_(job),
        warp_(blockIdx.x * block_warps + threadIdx.x / cuda::warp_lanes),
        entries_(job.lists + std::uint64_t{warp_} * job.list_size) {}

  /// Lists this warp's chunks of the vertices. Counts isolated vertices instead.
  __device__ unsigned build(vertex_id& nearest) {
    const unsigned warps = gridDim.x * block_warps;
    unsigned isolated = 0;
    for (std::uint64_t base = std::uint64_t{warp_} * 32; base < j_.n; base += std::uint64_t{warps} * 32) {
      const std::uint64_t v = base + cuda::lane();
      const vertex_id degree = v < j_.n ? j_.degree[v] : 0;
      isolated += v < j_.n && degree == 0;
      if (degree > 0) nearest = min(nearest, degree);
      keep(degree > 0, static_cast<vertex_id>(v));
    }
    __syncwarp();
    return isolated;
  }

  __device__ void restore() { length_ = j_.lengths[warp_]; }
  __device__ void store() const {
    if (cuda::lane() == 0) j_.lengths[warp_] = length_;
  }

  /// Removes vertices with at most `level` remaining neighbors from the list, and passes those with exactly `level` to `remove`.
  template <class Remove>
  __device__ void scan(vertex_id level, vertex_id& nearest, const Remove& remove) {
    constexpr unsigned at_once = 4;
    const unsigned length = length_;
    length_ = 0;
    for (unsigned base = 0; base < length; base += at_once * cuda::warp_lanes) {
      vertex_id v[at_once], degree[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        const unsigned i = base + k * cuda::warp_lanes + cuda::lane();
        v[k] = i < length ? __ldcg(&entries_[i]) : no_vertex;
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) degree[k] = v[k] != no_vertex ? __ldcg(&j_.degree[v[k]]) : 0;
      __syncwarp();  // all entries are read before others take their places
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        if (v[k] != no_vertex && degree[k] == level) remove(v[k]);
        if (degree[k] > level) nearest = min(nearest, degree[k]);
        keep(degree[k] > level, v[k]);
      }
      __syncwarp();
    }
  }

 private:
  // All lanes of the warp must call this.
  __device__ void keep(bool wanted, vertex_id v) {
    const unsigned lanes = __ballot_sync(cuda::all_lanes, wanted);
    if (wanted) entries_[length_ + static_cast<unsigned>(__popc(lanes & ((1u << cuda::lane()) - 1)))] = v;
    length_ += static_cast<unsigned>(__popc(lanes));
  }

  const peel_job& j_;
  const unsigned warp_;
  vertex_id* const entries_;
  unsigned length_ = 0;
};

class peeler {
 public:
  __device__ peeler(const peel_job& job, block_memory& memory) : j_(job), m_(memory), list_(job), s_(*job.state) {}

  __device__ void run() {
    const unsigned long long first_phase = s_.phase;
    if (threadIdx.x == 0) m_.queued = 0, m_.nearest = no_vertex;
    __syncthreads();
    if (first_phase == 0)
      start();
    else
      list_.restore();
    while (s_.removed < j_.n && s_.phase - first_phase < phases_per_launch) {
      if (s_.first_task == s_.last_task && !find_vertices()) continue;
      if (s_.removed == j_.n) break;
      remove_vertices();
      if (s_.first_task == s_.last_task) ++s_.level;
    }
    list_.store();
    if (blockIdx.x == 0 && threadIdx.x == 0) *j_.state = s_;
  }

 private:
  __device__ phase_counters& counters() const { return j_.counters[s_.phase % 3]; }

  __device__ task_queue tasks() const { return {j_, &counters(), s_.last_task}; }

  __device__ void start() {
    vertex_id nearest = no_vertex;
    const unsigned isolated = cuda::warp_sum(list_.build(nearest));
    if (cuda::lane() == 0 && isolated > 0) atomicAdd(&counters().removed, static_cast<unsigned long long>(isolated));
    publish_nearest(nearest);
    s_.level = finish_phase();
  }

  // Queues the vertices of the level in the thread blocks that list them. If there are none, advances the level and returns false.
  __device__ bool find_vertices() {
    const unsigned long long before = s_.removed;
    vertex_id nearest = no_vertex;
    block_peeler block(j_, m_, s_.level, tasks());
    list_.scan(s_.level, nearest, [&](vertex_id v) { block.remove(v); });
    publish_nearest(nearest);
    add_removed(0);
    nearest = finish_phase();
    if (s_.removed > before) {
      ++s_.levels;
      return true;
    }
    s_.level = nearest;
    return false;
  }

  __device__ void remove_vertices() {
    const unsigned found_before = m_.queued;
    __syncthreads();  // all threads have read it
    block_peeler block(j_, m_, s_.level, tasks());
    block.work_on_tasks(s_.first_task, s_.last_task);
    block.work_on_queue(0);
    __syncthreads();
    add_removed(found_before);
    if (threadIdx.x == 0) m_.queued = 0;
    s_.first_task = s_.last_task;
    finish_phase();
  }

  // Only needed from thread blocks that found no vertex of the level. All threads must call this.
  __device__ void publish_nearest(vertex_id nearest) {
    nearest = cuda::warp_min(nearest);
    if (cuda::lane() == 0 && nearest != no_vertex) atomicMin(&m_.nearest, nearest);
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (m_.queued == 0 && m_.nearest != no_vertex) atomicMin(&counters().nearest, m_.nearest);
    m_.nearest = no_vertex;
  }

  // Counts the vertices queued in addition to the first `before`.
  __device__ void add_removed(unsigned before) {
    if (threadIdx.x != 0 || m_.queued == before) return;
    atomicAdd(&counters().removed, static_cast<unsigned long long>(m_.queued - before));
  }

  // Grid barrier; returns the smallest `nearest` of the phase. Clears the counters of the next phase, whose last readers have
  // passed the previous barrier.
  __device__ vertex_id finish_phase() {
    if (blockIdx.x == 0 && threadIdx.x == 0) j_.counters[(s_.phase + 1) % 3] = {0, 0, no_vertex};
    cooperative_groups::this_grid().sync();
    const phase_counters& seen = counters();
    s_.removed += __ldcg(&seen.removed);
    s_.last_task += __ldcg(&seen.tasks);
    const vertex_id nearest = __ldcg(&seen.nearest);
    ++s_.phase;
    return nearest;
  }

  const peel_job& j_;
  block_memory& m_;
  remaining_list list_;
  peel_state s_;
};

/// Continues from the job's state for up to phases_per_launch phases. A cooperative launch.
__global__ void __launch_bounds__(block_threads, 1) peel_kernel(const __grid_constant__ peel_job job) {
  __shared__ block_memory memory;
  peeler(job, memory).run();
}

}  // namespace fathom::cores_engine
