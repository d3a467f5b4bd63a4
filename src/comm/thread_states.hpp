// Shared state of the threads of a rank_threads, and the barrier of a group of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "fathom/distributed/communicator.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Thrown on a thread that waits for one that has failed or returned: a consequence, never the cause.
class abandoned : public error {
 public:
  using error::error;
};

/// Which threads take part in a call, have returned or have failed, and waits that end with them; over all their communicators.
class thread_states {
 public:
  /// `devices` has one entry per thread, or none.
  thread_states(int size, std::vector<device> devices);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(has_left_.size()); }
  [[nodiscard]] const std::vector<device>& devices() const noexcept { return devices_; }
  /// Whether a thread has failed by itself: no communicator can be used again.
  [[nodiscard]] bool has_failed() const noexcept { return failed_.load(); }

  /// Marks all threads as taking part again. No thread must run.
  void enter() noexcept;
  /// Marks a thread as returned: waits for it fail from now on.
  void leave(int thread) noexcept;
  /// Makes all waits of all threads fail, now and later.
  void fail() noexcept;

  /// Waits until `phase` differs from `old`. Throws `abandoned` if that cannot happen, because a thread has failed or one of
  /// `members` has returned.
  void wait(const std::atomic<std::uint32_t>& phase, std::uint32_t old, std::span<const int> members);
  /// Wakes the threads that sleep in wait(); call it after a change of a phase.
  void wake() noexcept;

  /// Throws `abandoned` if a thread has failed.
  void check() const;

 private:
  /// The first of `members` that has returned, or -1.
  [[nodiscard]] int first_gone(std::span<const int> members) const noexcept;
  [[noreturn]] void abandon(std::span<const int> members);

  std::vector<device> devices_;
  std::vector<std::atomic<bool>> has_left_;
  std::atomic<bool> any_left_{false}, failed_{false};
  std::atomic<int> gone_{-1};  ///< the thread that returned while another waited for it, if that is why all waits fail
  std::atomic<int> sleepers_{0};
  std::mutex guard_;
  std::condition_variable changed_;
};

/// The communicator of thread `rank` among all threads of `threads`. Collective: call it once on each thread, or for all ranks
/// with the same `group`, which make_thread_group() returns.
struct thread_group;
[[nodiscard]] std::shared_ptr<thread_group> make_thread_group(std::shared_ptr<thread_states> threads);
[[nodiscard]] std::unique_ptr<communicator> thread_communicator(std::shared_ptr<thread_group> group, int rank);

}  // namespace fathom
