// Runners for commands on several processes, `mpirun -np 4 fathom ...`, and on several devices of one, `fathom ... --devices all`.
#pragma once

#include <functional>
#include <vector>

#include "fathom/distributed/communicator.hpp"
#include "session.hpp"

namespace fathom::program {

/// Runs `command` with a communicator of all processes that mpirun started, or with null in a single process. Returns the largest
/// exit code of all processes. Initializes and finalizes MPI, so it may be called only once. Process 0 reports an error that all
/// processes throw together. A process that fails on its own reports its error and ends the whole job.
int run_on_processes(const std::function<int(communicator* ranks)>& command);

/// As run_on_processes(), but a single process has a communicator too. The session of all processes but number 0 is silent.
int run_with_ranks(const session& s, const std::function<int(const session&, communicator&)>& command);

/// Runs `command` on one thread per device, each with its communicator. Returns the largest exit code. Throws the error of the
/// threads, or of the first one that failed by itself.
int run_on_devices(const std::vector<device>& devices, const std::function<int(communicator* ranks)>& command);

/// Whether this process prints: it is process 0, or the only one.
[[nodiscard]] inline bool prints(const communicator* ranks) { return ranks == nullptr || ranks->rank() == 0; }

}  // namespace fathom::program
