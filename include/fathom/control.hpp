// What a caller hands to long work: a way to stop it and a way to watch it.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace fathom {

struct progress {
  std::string_view stage;   ///< "reading", "building", "preparing", "searching", "validating", ...
  std::uint64_t done = 0;   ///< in the stage's own unit: bytes, edges, searches
  std::uint64_t total = 0;  ///< 0 where it is not known
};

struct run_control {
  /// Asked now and then; once it is set the work ends with error_category::cancelled and leaves nothing behind.
  std::stop_token stop;
  /// Called now and then from the calling thread. An exception thrown from it ends the work and reaches the caller.
  std::function<void(const progress&)> on_progress;
  /// Threads to use on the CPU; 0 means as many as OpenMP would use. See thread_count().
  int threads = 0;
};

/// Throws error_category::cancelled where the caller has asked to stop.
void check_stop(const run_control& control);

/// Reports progress where anybody listens, and checks for a stop.
void report_progress(const run_control& control, std::string_view stage, std::uint64_t done, std::uint64_t total);

/// Threads that a call with `control` uses on the CPU: at most 1,024, at most 32 (64 on a small machine in all) per hardware thread,
/// and no more than the limits of the process allow (`ulimit -v`, `ulimit -u`, its control group). 1 in a process forked after
/// threads were used. Throws error_category::usage for a negative number.
[[nodiscard]] int thread_count(const run_control& control);

}  // namespace fathom
