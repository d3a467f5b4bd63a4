// Small help around OpenMP: splitting work, prefix sums, and carrying an exception out of a parallel region.
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

/// Part `i` of `parts` nearly equal contiguous parts of [0, size).
[[nodiscard]] constexpr index_range part_of(std::uint64_t size, std::uint64_t parts, std::uint64_t i) noexcept {
  const std::uint64_t base = size / parts, extra = size % parts;
  return {i * base + std::min(i, extra), (i + 1) * base + std::min(i + 1, extra)};
}

/// Threads worth starting for `items` cheap items: a thread should have at least `grain` of them.
[[nodiscard]] constexpr int useful_threads(std::uint64_t items, std::uint64_t grain, int threads) noexcept {
  return static_cast<int>(std::clamp<std::uint64_t>(items / grain, 1, static_cast<std::uint64_t>(threads)));
}

/// Keeps the first exception thrown inside a parallel region, where none may leave, and throws it again outside.
class exception_keeper {
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
