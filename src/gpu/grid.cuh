// Grid primitives for cooperative kernels: the grid barrier, and counters that all thread blocks add to between two barriers.
//
// Level loop without the host, in which each level appends its discoveries to a queue that ends at phases.now().size:
//
//   grid_phases<counts> phases(sets);
//   for (std::uint64_t frontier = 1; frontier > 0; frontier = __ldcg(&phases.sync().size)) expand(frontier, phases.now());
#pragma once

#include <cooperative_groups.h>

#include "gpu/kernel.cuh"

namespace fathom::cuda {

/// Barrier of all threads of a cooperative kernel, which makes their writes visible to each other. About 1.2 us on an H100.
__device__ __forceinline__ void grid_sync() { cooperative_groups::this_grid().sync(); }

/// Counters of consecutive phases, which barriers separate. Three sets are used in turn: while thread blocks add to those of one
/// phase, slow ones may still read those of the phase before, and one thread resets those of the phase after.
template <class Counters>
class grid_phases {
 public:
  /// `sets` has three entries in device memory, the first of which must be initialized. The same in all threads of the grid.
  __device__ explicit grid_phases(Counters* sets) : sets_(sets) {}

  /// Counters of the current phase.
  [[nodiscard]] __device__ __forceinline__ Counters& now() const { return sets_[phase_ % 3]; }
  /// Number of phases that have ended.
  [[nodiscard]] __device__ __forceinline__ unsigned ended() const { return phase_; }

  /// Initializes the counters of the next phase. All threads call this in each phase, after a barrier of the phase before and
  /// before the last barrier of this one.
  __device__ __forceinline__ void reset_next(Counters initial) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) sets_[(phase_ + 1) % 3] = initial;
  }
  /// Begins the next phase; call after a barrier.
  __device__ __forceinline__ void advance() { ++phase_; }

  /// Ends a phase with one barrier, and returns its counters. Read them with __ldcg(), since the L1 cache may hold old values.
  __device__ __forceinline__ const Counters& sync(Counters initial = {}) {
    reset_next(initial);
    grid_sync();
    return sets_[phase_++ % 3];
  }

 private:
  Counters* const sets_;
  unsigned phase_ = 0;
};

}  // namespace fathom::cuda
