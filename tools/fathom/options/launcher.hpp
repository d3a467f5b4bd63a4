// Environment variables that mpirun and similar launchers set in the processes they start.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace fathom::program {

/// The largest number in these environment variables; 0 if none is set.
[[nodiscard]] inline int launcher_variable(std::initializer_list<const char*> names) {
  int largest = 0;
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name)) largest = std::max(largest, std::atoi(value));
  }
  return largest;
}

// The names are those of Open MPI, and of MPICH and its derivatives.

/// Number of processes of the MPI job; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_processes() { return launcher_variable({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}); }

/// Rank of this process in the MPI job; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_rank() { return launcher_variable({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}); }

}  // namespace fathom::program
