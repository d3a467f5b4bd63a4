// Thread-block clusters: data that announce their own arrival, phase after phase, and atomic operations in the cluster's memory.
#include <gtest/gtest.h>

#include "gpu/capabilities.hpp"
#include "gpu/cluster.cuh"
#include "gpu/runtime.hpp"
#include "on_device.hpp"

namespace fathom::test {
namespace {

constexpr unsigned threads = 128, blocks = 8;

/// In each phase, every thread sends four, eight and sixteen bytes to a thread block that depends on the phase, and two of them
/// announce half of the bytes each. Counts wrong values, and bits that were set twice or never in the bitmap of thread block 0.
__global__ void __launch_bounds__(threads) cluster_kernel(unsigned* wrong) {
#ifdef FATHOM_HAS_CLUSTERS
  constexpr unsigned num_phases = 50;
  __shared__ cuda::arrivals arrived[2];
  __shared__ uint4 quads[2][threads];
  __shared__ std::uint64_t longs[2][threads];
  __shared__ std::uint32_t words[2][threads];
  __shared__ std::uint32_t bits[threads / 4];
  const unsigned rank = blockIdx.x % blocks, thread = threadIdx.x;
  if (thread < 2) arrived[thread].start(2);
  if (thread < threads / 4) bits[thread] = 0;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  for (unsigned phase = 0; phase < num_phases; ++phase) {
    const unsigned turn = phase % 2, to = (rank + phase) % blocks, from = (rank + blocks - phase % blocks) % blocks;
    const auto there = [&](const void* mine) { return cuda::address_in_block(cuda::shared_address(mine), to); };
    cuda::send(there(&quads[turn][thread]), uint4{phase, rank, thread, 7}, there(&arrived[turn]));
    cuda::send(there(&longs[turn][thread]), static_cast<std::uint64_t>(phase) << 32 | rank, there(&arrived[turn]));
    cuda::send(there(&words[turn][thread]), phase * blocks + rank, there(&arrived[turn]));
    if (thread % (threads / 2) == 0)
      cuda::announce(there(&arrived[turn]), threads / 2 * (sizeof(uint4) + sizeof(std::uint64_t) + sizeof(std::uint32_t)));
    arrived[turn].wait(phase / 2 % 2);
    const uint4 q = quads[turn][thread];
    const std::uint64_t l = longs[turn][thread];
    if (q.x != phase || q.y != from || q.z != thread || q.w != 7 || l != (static_cast<std::uint64_t>(phase) << 32 | from) ||
        words[turn][thread] != phase * blocks + from)
      atomicAdd(wrong, 1u);
    // All have read before another phase overwrites.
    cuda::arrive_in_cluster();
    cuda::wait_for_cluster();
  }
  const unsigned bit = rank * threads + thread;
  const std::uint32_t word = cuda::address_in_block(cuda::shared_address(bits + bit / 32), 0);
  if (cuda::or_in_cluster(word, 1u << (bit % 32)) >> (bit % 32) & 1) atomicAdd(wrong, 1u);
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  if (rank == 0 && thread < blocks * threads / 32 && bits[thread] != ~0u) atomicAdd(wrong, 1u);
  if (thread < 2) arrived[thread].stop();
#endif
}

TEST(cluster, data_announce_their_own_arrival) {
  const on_device gpu;
  if (!cuda::current_capabilities().clusters) GTEST_SKIP() << "this device has no thread-block clusters";
  const auto wrong = gpu.zeros<unsigned>(1);
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {blocks, 1, 1};
  const cudaLaunchConfig_t config{dim3(2 * blocks), dim3(threads), 0, gpu.s.get(), &cluster, 1};
  cuda::check(cudaLaunchKernelEx(&config, cluster_kernel, wrong.data()), "launching a kernel of two clusters");
  EXPECT_EQ(gpu.read(wrong)[0], 0u);
}

}  // namespace
}  // namespace fathom::test
