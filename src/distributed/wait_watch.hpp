// A time limit for waiting for other processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace fathom::wait_watch {

/// Odd while this process waits. MPI is used by one thread at a time.
inline std::atomic<std::uint64_t> waits{0};

/// While it lives, this process waits for others. A scope within another one starts the time again.
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

/// Starts a thread that ends the process with exit code 4 and a message, where it has waited for longer than FATHOM_TIMEOUT says:
/// seconds, 3,600 by default, 0 for no limit. MPI has no other way out of a wait for a process that is stopped: the launcher then
/// ends the others. Throws error_category::usage for another value.
void start(int process);

}  // namespace fathom::wait_watch
