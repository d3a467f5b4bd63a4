// Thread team that sleeps between parallel regions, for searches that take less than a millisecond.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/parallel.hpp"

namespace fathom {

/// Task that each thread of a team runs as `call(work, thread, threads)`. It must not throw.
struct team_task {
  void (*call)(void* work, int thread, int threads) = nullptr;
  void* work = nullptr;
};

/// Runs the task on at most `threads` threads, including the calling one as thread 0. Uses fewer if no more can be started, and
/// one within another task or in a forked process. If OpenMP binds threads to places, OpenMP's own team runs the task.
///
/// An OpenMP team spins for milliseconds at the end of a region and before the next one. If other programs use the cores, its
/// threads take CPU time from each other. Threads of this team spin for microseconds, then sleep.
void run_on_team(int threads, team_task task);

/// Calls work(thread, threads) on each thread of a team. Rethrows the first exception that a call threw. A thread must not wait
/// for another one that can throw.
template <class F>
void run_team(int threads, F&& work) {
  exception_capture failure;
  const auto guarded = [&](int thread, int team) { failure.run([&] { work(thread, team); }); };
  run_on_team(threads, {[](void* what, int thread, int team) { (*static_cast<decltype(&guarded)>(what))(thread, team); },
                        const_cast<void*>(static_cast<const void*>(&guarded))});
  failure.rethrow();
}

/// Dynamic scheduler: hands out [0, size) in chunks to the threads that ask.
class chunk_cursor {
 public:
  void reset() noexcept { next_.store(0, std::memory_order_relaxed); }

  /// Calls body(first, last) for one chunk after another until none are left.
  template <class F>
  void for_chunks(std::uint64_t size, std::uint64_t chunk, F&& body) {
    for (;;) {
      if (next_.load(std::memory_order_relaxed) >= size) return;
      const std::uint64_t first = next_.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= size) return;
      body(first, first + chunk < size ? first + chunk : size);
    }
  }

 private:
  alignas(64) std::atomic<std::uint64_t> next_{0};
};

/// Static scheduler: calls body(first, last) for one contiguous part of [0, size) per thread, on at most `threads` threads.
template <class F>
void for_parts(std::uint64_t size, int threads, F&& body) {
  run_team(threads, [&](int thread, int team) {
    const index_range part = part_of(size, static_cast<std::uint64_t>(team), static_cast<std::uint64_t>(thread));
    body(part.first, part.last);
  });
}

}  // namespace fathom
