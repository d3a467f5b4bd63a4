// Time limit on waiting for other processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace fathom::wait_watch {

/// Odd while this process waits. Only one thread at a time uses MPI.
inline std::atomic<std::uint64_t> waits{0};

/// Marks a wait for other processes. A nested scope restarts the time limit.
class scope {
 public:
  scope() noexcept : is_outer_((waits.load(std::memory_order_relaxed) & 1) == 0) { add(is_outer_ ? 1 : 2); }
  scope(const scope&) = delete;
  scope& operator=(const scope&) = delete;
  ~scope() { add(is_outer_ ? 1 : 2); }

 private:
  static void add(std::uint64_t n) noexcept { waits.store(waits.load(std::memory_order_relaxed) + n, std::memory_order_relaxed); }

  const bool is_outer_;
};

/// Starts a thread that ends the process with exit code 4 and a message if a wait exceeds FATHOM_TIMEOUT (seconds, default 3,600, 0
/// for no limit). MPI offers no other way to abandon a wait for a stopped process; the launcher then ends the other processes.
/// Throws error_category::usage for an invalid value.
void start(int process);

}  // namespace fathom::wait_watch
