// Queue of vertices in the shared memory of a thread block, and the queue of tasks that all thread blocks share.
#pragma once

#include <cooperative_groups.h>

#include "cores/cuda/job.hpp"

namespace fathom::cores_engine {

/// Adds `amount` per calling thread to a counter with one atomic per warp; returns this thread's position.
template <class Counter>
__device__ Counter take_positions(Counter* counter) {
  const cooperative_groups::coalesced_group here = cooperative_groups::coalesced_threads();
  Counter at = 0;
  if (here.thread_rank() == 0) at = atomicAdd(counter, static_cast<Counter>(here.size()));
  return here.shfl(at, 0) + here.thread_rank();
}

/// Appends to the shared queue behind the entries of earlier phases.
class task_queue {
 public:
  __device__ task_queue(const peel_job& job, phase_counters* now, unsigned long long begin)
      : tasks_(job.tasks + begin), count_(&now->tasks) {}

  __device__ void add_whole(vertex_id v, unsigned direction) const { tasks_[take_positions(count_)] = {v, whole_row | direction}; }

  /// Adds a row of `size` edges in pieces. Long rows are rare: one atomic each.
  __device__ void add_pieces(vertex_id v, unsigned direction, edge_offset size) const {
    const auto pieces = static_cast<unsigned>((size + piece_edges - 1) / piece_edges);
    const unsigned long long at = atomicAdd(count_, static_cast<unsigned long long>(pieces));
    for (unsigned p = 0; p < pieces; ++p) tasks_[at + p] = {v, p | direction};
  }

 private:
  row_task* const tasks_;
  unsigned long long* const count_;
};

}  // namespace fathom::cores_engine
