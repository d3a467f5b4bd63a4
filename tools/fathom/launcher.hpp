// What mpirun and its like tell the processes that they start.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace fathom::program {

/// How many ranks there are; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_ranks() {
  int ranks = 0;
  // Open MPI, and MPICH with its relatives.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* const size = std::getenv(name)) ranks = std::max(ranks, std::atoi(size));
  }
  return ranks;
}

}  // namespace fathom::program
