// Thread-block clusters (compute capability 9.0): places in the shared memory of the other thread blocks of a cluster, and stores
// that announce their own arrival there. A thread block then waits for data only, where a barrier of the cluster first waits until
// all earlier writes of its threads, also those to device memory, are complete.
#pragma once

#include <vector_types.h>

#include <cstdint>

// Code for devices below 9.0 has no clusters. The host's pass sees the code as that for 9.0 does.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define FATHOM_HAS_CLUSTERS

namespace fathom::cuda {

/// Address in the window of shared memory.
__device__ inline std::uint32_t shared_address(const void* p) { return static_cast<std::uint32_t>(__cvta_generic_to_shared(p)); }

/// The same place in the shared memory of thread block `rank` of the cluster.
__device__ inline std::uint32_t address_in_block(std::uint32_t address, unsigned rank) {
  std::uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

/// Sets bits in the shared memory of any thread block of the cluster; returns the word before.
__device__ inline std::uint32_t or_in_cluster(std::uint32_t address, std::uint32_t bits) {
  std::uint32_t before;
  asm volatile("atom.relaxed.cluster.shared::cluster.or.b32 %0, [%1], %2;" : "=r"(before) : "r"(address), "r"(bits) : "memory");
  return before;
}

/// A barrier of the cluster in two parts, for all threads. Orders no memory but the state of arrivals.
__device__ inline void arrive_in_cluster() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
__device__ inline void wait_for_cluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

/// Counts the bytes that senders have stored into this thread block's shared memory, in phases: a phase ends when all senders have
/// announced how much they send, and that has arrived. Lives in shared memory.
class arrivals {
 public:
  /// By one thread; then a barrier of the cluster must precede the first send().
  __device__ void start(unsigned senders) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(address()), "r"(senders)
                 : "memory");
  }
  /// By one thread, when no thread block sends any more.
  __device__ void stop() { asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address()) : "memory"); }

  /// Waits for the end of a phase; its number modulo 2 is `parity`. All that was sent is visible afterwards. Other memory may not
  /// be: an order over the cluster would empty the first-level cache each time.
  __device__ void wait(unsigned parity) const {
    unsigned over = 0;
    while (over == 0) {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                   : "=r"(over)
                   : "r"(address()), "r"(parity)
                   : "memory");
    }
  }
  [[nodiscard]] __device__ std::uint32_t address() const { return shared_address(&state_); }

 private:
  std::uint64_t state_;
};

/// Stores into the shared memory of a thread block of the cluster, at `to`, and counts the bytes at its `arrivals`; both are
/// addresses in that thread block.
__device__ inline void send(std::uint32_t to, std::uint32_t value, std::uint32_t arrivals) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to), "r"(value), "r"(arrivals)
               : "memory");
}
__device__ inline void send(std::uint32_t to, std::uint64_t value, std::uint32_t arrivals) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to), "l"(value), "r"(arrivals)
               : "memory");
}
__device__ inline void send(std::uint32_t to, uint4 value, std::uint32_t arrivals) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(to), "r"(value.x),
               "r"(value.y), "r"(value.z), "r"(value.w), "r"(arrivals)
               : "memory");
}

/// Once per sender and phase: the bytes that it sends to the thread block of `arrivals`, an address there. Some or all may have
/// arrived. Orders no other memory, and so does not wait for it.
__device__ inline void announce(std::uint32_t arrivals, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%0], %1;" ::"r"(arrivals), "r"(bytes) : "memory");
}

}  // namespace fathom::cuda
#endif
