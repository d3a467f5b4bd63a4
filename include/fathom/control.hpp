// Cancellation, progress reporting and thread count of long-running calls.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace fathom {

struct progress {
  std::string_view stage;   ///< "reading", "building", "preparing", "searching", "validating", ...
  std::uint64_t done = 0;   ///< in the stage's unit: bytes, edges or searches
  std::uint64_t total = 0;  ///< in the same unit; 0 if unknown
};

struct run_control {
  /// Polled regularly. When a stop is requested, the work ends with error_category::cancelled and leaves no partial output.
  std::stop_token stop{};
  /// Called regularly on the calling thread. An exception thrown from it ends the work and propagates to the caller.
  std::function<void(const progress&)> on_progress{};
  /// Number of CPU threads; 0 means OpenMP's default. See thread_count().
  int threads = 0;
};

/// Throws error_category::cancelled if a stop was requested.
void check_stop(const run_control& control);

/// Polls the stop token as check_stop() does, then calls on_progress if it is set.
void report_progress(const run_control& control, std::string_view stage, std::uint64_t done, std::uint64_t total);

/// Number of CPU threads that a call with `control` uses: at most 1,024, at most 32 per hardware thread (but at least 64 are
/// allowed on a small machine), and at most what the limits of the process permit (`ulimit -v`, `ulimit -u`, its control group). 1
/// in a process forked after threads were used. Throws error_category::usage for a negative number.
[[nodiscard]] int thread_count(const run_control& control);

}  // namespace fathom
