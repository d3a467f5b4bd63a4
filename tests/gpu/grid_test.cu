// Grid phases: counters of consecutive phases in a cooperative kernel.
#include <gtest/gtest.h>

#include "gpu/grid.cuh"
#include "on_device.hpp"

namespace fathom::test {
namespace {

constexpr unsigned threads = 256, blocks = 24, num_phases = 50;

struct counts {
  unsigned long long added;
  unsigned least, unused;
};

/// In each phase, all threads add the phase's number plus 1. Every other phase has two barriers. Counts the wrong sums that threads
/// read after a phase.
__global__ void __launch_bounds__(threads) phases_kernel(counts* sets, unsigned* wrong, unsigned* ended) {
  constexpr counts none{0, ~0u, 0};
  cuda::grid_phases<counts> phases(sets);
  while (phases.ended() < num_phases) {
    const unsigned phase = phases.ended();
    counts& now = phases.now();
    atomicAdd(&now.added, phase + 1ull);
    atomicMin(&now.least, phase + 7);
    if (phase % 2 == 0) {
      phases.sync(none);
    } else {
      phases.reset_next(none);
      cuda::grid_sync();
      atomicAdd(&now.added, 1ull);
      cuda::grid_sync();
      phases.advance();
    }
    const unsigned long long expected = (phase + 1ull + phase % 2) * cuda::grid_threads();
    if (__ldcg(&now.added) != expected || __ldcg(&now.least) != phase + 7) atomicAdd(wrong, 1u);
  }
  if (cuda::grid_thread() == 0) *ended = phases.ended();
}

TEST(grid, phases_have_their_own_counters) {
  const on_device gpu;
  const auto sets = gpu.copy(std::vector<counts>(3, {0, ~0u, 0}));
  const auto wrong = gpu.zeros<unsigned>(1), ended = gpu.zeros<unsigned>(1);
  counts* first = sets.data();
  unsigned *wrong_count = wrong.data(), *ended_count = ended.data();
  void* arguments[] = {&first, &wrong_count, &ended_count};
  cuda::check(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&phases_kernel), blocks, threads, arguments, 0, gpu.s.get()),
      "launching a cooperative kernel");
  EXPECT_EQ(gpu.read(wrong)[0], 0u);
  EXPECT_EQ(gpu.read(ended)[0], num_phases);
}

}  // namespace
}  // namespace fathom::test
