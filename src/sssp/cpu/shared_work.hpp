// Shared pool of vertices that one thread offers to others for expansion, with termination detection for a window.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "base/spin_barrier.hpp"
#include "fathom/types.hpp"

namespace fathom::sssp_engine {

template <class Distance>
class shared_work {
 public:
  struct item {
    vertex_id v;
    Distance distance;
  };

  /// Call before a window, while no thread is working.
  void open(int threads) {
    threads_ = threads;
    idle_.store(0, std::memory_order_relaxed);
  }

  /// Whether a thread is waiting for work.
  [[nodiscard]] bool is_wanted() const { return idle_.load(std::memory_order_relaxed) > 0; }

  void give(std::vector<item>&& items) {
    const std::lock_guard lock(mutex_);
    lists_.push_back(std::move(items));
    size_.store(lists_.size(), std::memory_order_relaxed);
    announce();
  }

  /// Waits for work, which is written to the empty `items`; returns false once all threads are waiting. Only working threads call
  /// give(), and each calls take() before it leaves, so that no work is lost.
  [[nodiscard]] bool take(std::vector<item>& items) {
    if (threads_ == 1) return false;
    {
      const std::lock_guard lock(mutex_);
      if (idle_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) announce();
    }
    for (;;) {
      const std::uint32_t change = changes_.load();
      if (size_.load(std::memory_order_relaxed) > 0 && take_now(items)) return true;
      if (idle_.load(std::memory_order_acquire) == threads_ && size_.load(std::memory_order_relaxed) == 0) return false;
      // Not by yielding: on a busy machine each yield takes milliseconds, and the next barrier waits for this thread.
      spin_wait::wait_while(changes_, change);
    }
  }

 private:
  bool take_now(std::vector<item>& items) {
    const std::lock_guard lock(mutex_);
    if (lists_.empty()) return false;
    items = std::move(lists_.back());
    lists_.pop_back();
    size_.store(lists_.size(), std::memory_order_relaxed);
    idle_.fetch_sub(1, std::memory_order_acq_rel);
    return true;
  }

  // Wakes the waiting threads. Requires the lock.
  void announce() { changes_.store(changes_.load() + 1); }

  int threads_ = 1;
  std::mutex mutex_;
  std::vector<std::vector<item>> lists_;
  alignas(64) std::atomic<std::size_t> size_{0};
  alignas(64) std::atomic<int> idle_{0};
  wait_word changes_;  // counts lists given, and windows that ended
};

}  // namespace fathom::sssp_engine
