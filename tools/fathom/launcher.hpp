// What mpirun and its like tell the processes that they start.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace fathom::program {

/// The largest of what these variables of the environment say; 0 where none is set.
[[nodiscard]] inline int told_by_launcher(std::initializer_list<const char*> names) {
  int largest = 0;
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name)) largest = std::max(largest, std::atoi(value));
  }
  return largest;
}

// Open MPI, and MPICH with its relatives.

/// How many ranks there are; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_ranks() { return told_by_launcher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}); }

/// Which of them this process is; 0 in one that no launcher started.
[[nodiscard]] inline int launched_rank() { return told_by_launcher({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}); }

}  // namespace fathom::program
