// Commands on several ranks: `mpirun -np 4 fathom ...`.
#pragma once

#include <functional>

#include "fathom/communicator.hpp"

namespace fathom::program {

/// Runs `command` with all ranks that mpirun started, or with null where this process was started alone; returns its exit code, the
/// largest of the ranks'. MPI is started before it and ended behind it, so call this once. What all ranks throw together rank 0
/// reports; where one fails by itself, that one does, and the processes of all are ended.
int run_on_ranks(const std::function<int(communicator* ranks)>& command);

/// Whether this process does the printing: it is rank 0, or alone.
[[nodiscard]] inline bool prints(const communicator* ranks) { return ranks == nullptr || ranks->rank() == 0; }

}  // namespace fathom::program
