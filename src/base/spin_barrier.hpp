// Spin-then-sleep waiting (microseconds of spinning, then a futex), and a barrier built on it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace fathom {

/// A number on whose change threads can wait. std::atomic::wait() is not used because its threads yield several times before they
/// sleep, and on a busy machine each yield takes milliseconds.
class wait_word {
 public:
  [[nodiscard]] std::uint32_t load() const noexcept { return value_.load(std::memory_order_acquire); }
  /// To be called only by the sole writer, or while no other thread waits.
  void store(std::uint32_t value) noexcept {
    value_.store(value, std::memory_order_seq_cst);
    wake_all();
  }
  /// Returns the new value; wakes the waiting threads only if it is 0.
  std::uint32_t decrease() noexcept {
    const std::uint32_t value = value_.fetch_sub(1, std::memory_order_seq_cst) - 1;
    if (value == 0) wake_all();
    return value;
  }
  /// Returns once the value is not `old`, or spuriously.
  void sleep_while(std::uint32_t old) noexcept {
#if defined(__linux__)
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (value_.load(std::memory_order_seq_cst) == old) ::syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
#else
    value_.wait(old, std::memory_order_acquire);
#endif
  }

 private:
  void wake_all() noexcept {
#if defined(__linux__)
    if (sleepers_.load(std::memory_order_seq_cst) > 0)
      ::syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, 0x7fffffff, nullptr, nullptr, 0);
#else
    value_.notify_all();
#endif
  }

  static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));
  alignas(64) std::atomic<std::uint32_t> value_{0};
  std::atomic<int> sleepers_{0};
};

/// Waiting that spins and then sleeps. A spinning thread that loses its core to another program notices the gap in time; for a
/// while all threads of the process then sleep almost at once and leave their cores to the threads that they wait for. Sleeping
/// always would cost a deep search, with thousands of levels of microseconds, a wake-up per level.
class spin_wait {
 public:
  /// Returns when `word` is no longer `old`.
  static void wait_while(wait_word& word, std::uint32_t old) noexcept {
    const clock::time_point begin = clock::now();
    const auto limit = is_disturbed(begin) ? disturbed_limit : undisturbed_limit;
    for (clock::time_point last = begin; last - begin < limit;) {
      for (int i = 0; i < pauses_per_check; ++i) {
        if (word.load() != old) return;
        pause();
      }
      const clock::time_point now = clock::now();
      if (now - last > preempted_gap) {
        disturbed_until.store((now + disturbance_memory).time_since_epoch().count(), std::memory_order_relaxed);
        break;
      }
      last = now;
    }
    while (word.load() == old) word.sleep_while(old);
  }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr int pauses_per_check = 32;  // 0.3 to 1.5 us
  // Longer than most levels of a search and a few wake-ups, which take 20 to 50 us each.
  static constexpr std::chrono::microseconds undisturbed_limit{200};
  static constexpr std::chrono::microseconds disturbed_limit{2};
  // Far more than one check takes, far less than a time slice of the scheduler, which is 1 to 4 ms.
  static constexpr std::chrono::microseconds preempted_gap{100};
  // Several time slices. After that one wait finds out whether the core is still shared.
  static constexpr std::chrono::milliseconds disturbance_memory{20};

  static bool is_disturbed(clock::time_point now) noexcept {
    return now.time_since_epoch().count() < disturbed_until.load(std::memory_order_relaxed);
  }

  static void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  inline static std::atomic<clock::rep> disturbed_until{0};
};

/// Barrier whose last thread to arrive calls a function before any continues. The others spin for up to 200 us and then sleep.
class spin_barrier {
 public:
  explicit spin_barrier(int threads) : threads_(threads) {}

  /// `last_one` must not throw.
  template <class F>
  void arrive_and_wait(F&& last_one) {
    arrive_and_wait(threads_, std::forward<F>(last_one));
  }
  /// The same for a subset of `threads` threads. All of them must pass the same number.
  template <class F>
  void arrive_and_wait(int threads, F&& last_one) {
    const std::uint32_t round = round_.load();
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads) {
      last_one();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1);
      return;
    }
    spin_wait::wait_while(round_, round);
  }

 private:
  const int threads_;
  alignas(64) std::atomic<int> arrived_{0};  // on its own cache line: waiting threads read only round_
  wait_word round_;
};

}  // namespace fathom
