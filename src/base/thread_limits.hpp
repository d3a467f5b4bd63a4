// Limits on the number of threads that this process can start.
#pragma once

namespace fathom {

/// Upper bound on the number of threads, whatever the caller requests.
inline constexpr int most_threads = 1024;

/// Returns `wanted`, or fewer if the machine has far fewer hardware threads or if the limits of the process (RLIMIT_AS,
/// RLIMIT_NPROC, its control group) do not allow that many. OpenMP aborts a process whose threads cannot be started. At least 1;
/// exactly 1 in a process forked from one that had used threads.
[[nodiscard]] int startable_threads(int wanted);

/// Whether this process was forked from one that used the library's threads, which do not exist in the child.
[[nodiscard]] bool is_forked() noexcept;

}  // namespace fathom
