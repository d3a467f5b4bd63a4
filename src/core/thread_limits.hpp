// How many threads this process can start.
#pragma once

namespace fathom {

/// More are never started, whatever is asked for.
inline constexpr int most_threads = 1024;

/// `wanted`, or fewer where the machine has much fewer hardware threads, or where the limits of the process (RLIMIT_AS, RLIMIT_NPROC,
/// the control group's) do not allow as many. OpenMP ends a process that cannot start its threads. At least 1; 1 in a process forked
/// from one that had threads.
[[nodiscard]] int startable_threads(int wanted);

/// Whether this process was forked from one that used threads of the library: those do not exist in it.
[[nodiscard]] bool is_forked() noexcept;

}  // namespace fathom
