// OpenMP helpers: work splitting, thread counts, and exceptions that cross a parallel region.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

namespace fathom {

struct index_range {
  std::uint64_t first = 0, last = 0;
};

/// Part `i` of [0, size) divided into `parts` contiguous parts of nearly equal size.
[[nodiscard]] constexpr index_range part_of(std::uint64_t size, std::uint64_t parts, std::uint64_t i) noexcept {
  const std::uint64_t base = size / parts, extra = size % parts;
  return {i * base + std::min(i, extra), (i + 1) * base + std::min(i + 1, extra)};
}

/// Number of threads worth starting for `items` cheap items: at least `grain` items per thread, at most `threads` threads.
[[nodiscard]] constexpr int useful_threads(std::uint64_t items, std::uint64_t grain, int threads) noexcept {
  return static_cast<int>(std::clamp<std::uint64_t>(items / grain, 1, static_cast<std::uint64_t>(threads)));
}

/// Captures the first exception thrown inside a parallel region, which none may leave, and rethrows it outside.
class exception_capture {
 public:
  template <class F>
  void run(F&& work) noexcept {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      work();
    } catch (...) {
      if (!failed_.exchange(true)) first_ = std::current_exception();
    }
  }
  [[nodiscard]] bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> failed_{false};
  std::exception_ptr first_;
};

}  // namespace fathom
