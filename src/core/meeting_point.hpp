// A barrier for threads that meet every few microseconds.
#pragma once

#include <atomic>
#include <thread>

namespace fathom {

/// Threads wait for each other; the last to arrive does something before all go on. They wait by spinning, and give way after a
/// while, where there are more threads than cores.
class meeting_point {
 public:
  explicit meeting_point(int threads) : threads_(threads) {}

  template <class F>
  void meet(F&& last_one) {
    const unsigned round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      last_one();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      return;
    }
    for (int spins = 0; round_.load(std::memory_order_acquire) == round; ++spins) {
      if (spins < patience) {
        pause();
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  static constexpr int patience = 100;  // some microseconds

  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  const int threads_;
  alignas(64) std::atomic<int> arrived_{0};  // apart: those who wait read only round_
  alignas(64) std::atomic<unsigned> round_{0};
};

}  // namespace fathom
