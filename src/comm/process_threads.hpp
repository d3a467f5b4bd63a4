// Number of threads of each process where several processes share a host.
#pragma once

#include <array>
#include <cstdint>

#include "fathom/control.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// For each hardware thread of the host a number of processes that may run on it: most hosts have fewer than 1,024.
using processor_counts = std::array<std::int32_t, 1024>;

/// 1 for each hardware thread that this process may run on, which the launcher (`--bind-to`, `--cpu-bind`) and the control group
/// decide.
[[nodiscard]] processor_counts own_processors() noexcept;

/// Hardware threads for this process, each shared evenly by the processes that may run on it; at least 1. `users` is the sum of all
/// processes' own_processors().
[[nodiscard]] int shared_processors(const processor_counts& own, const processor_counts& users) noexcept;

/// The same settings with a number of threads: the given one; otherwise OMP_NUM_THREADS, which applies to each process; otherwise
/// one per hardware thread of this process, ranks.processors(). Threads of one process divide its number.
[[nodiscard]] run_control with_threads(const communicator& ranks, run_control control);

}  // namespace fathom
