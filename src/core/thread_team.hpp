// Threads that sleep between two parallel regions, for searches of less than a millisecond.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/parallel.hpp"

namespace fathom {

/// What each thread of a team calls: `call(work, thread, threads)`. It must not throw.
struct team_task {
  void (*call)(void* work, int thread, int threads) = nullptr;
  void* work = nullptr;
};

/// Runs the task on at most `threads` threads, the calling one among them as thread 0: on fewer where no more can be started, on
/// one within another task and in a forked process. OpenMP's own team runs it where OpenMP binds threads to places.
///
/// A team of OpenMP spins for milliseconds at the end of a region, and before the next one. Where other programs use the cores, its
/// threads keep them from each other. Threads of this team spin for microseconds, then sleep.
void run_on_team(int threads, team_task task);

/// Calls work(thread, threads) on each thread of a team. Throws the first exception that a call has thrown; no thread may wait for
/// another one that can throw.
template <class F>
void run_team(int threads, F&& work) {
  exception_keeper failure;
  const auto guarded = [&](int thread, int team) { failure.run([&] { work(thread, team); }); };
  run_on_team(threads, {[](void* what, int thread, int team) { (*static_cast<decltype(&guarded)>(what))(thread, team); },
                        const_cast<void*>(static_cast<const void*>(&guarded))});
  failure.rethrow();
}

/// Hands out [0, size) in chunks, to whichever thread comes.
class chunk_cursor {
 public:
  void reset() noexcept { next_.store(0, std::memory_order_relaxed); }

  /// Calls body(first, last) for chunks until there are none.
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

/// Calls body(first, last) for the parts of [0, size), one per thread of a team of at most `threads`.
template <class F>
void for_parts(std::uint64_t size, int threads, F&& body) {
  run_team(threads, [&](int thread, int team) {
    const index_range part = part_of(size, static_cast<std::uint64_t>(team), static_cast<std::uint64_t>(thread));
    body(part.first, part.last);
  });
}

}  // namespace fathom
