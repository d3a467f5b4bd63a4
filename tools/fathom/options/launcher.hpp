// Environment variables that mpirun, srun and similar launchers set in the processes they start.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace fathom::program {

/// The MPI job of this process, as its launcher describes it.
struct launched_job {
  int processes = 0;  ///< 0 in a process that no launcher started
  int rank = 0;       ///< rank of this process
};

/// The largest number in these environment variables; 0 if none is set.
[[nodiscard]] inline int launcher_variable(std::initializer_list<const char*> names) {
  int largest = 0;
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name)) largest = std::max(largest, std::atoi(value));
  }
  return largest;
}

/// Reads the environment at the first call, since an MPI library may change it later.
[[nodiscard]] inline const launched_job& launched() {
  static const launched_job job = [] {
    // Of Open MPI, and of MPICH and its derivatives.
    const int processes = launcher_variable({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
    if (processes > 0) return launched_job{processes, launcher_variable({"OMPI_COMM_WORLD_RANK", "PMI_RANK"})};
    // Of srun, which sets no other ones with --mpi=pmix. They come second, because mpirun starts its daemons by srun. SLURM_NTASKS
    // is also set in a batch script, which is a single process.
    return launched_job{launcher_variable({"SLURM_STEP_NUM_TASKS"}), launcher_variable({"SLURM_PROCID"})};
  }();
  return job;
}

/// Number of processes of the MPI job; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_processes() { return launched().processes; }

/// Rank of this process in the MPI job; 0 in a process that no launcher started.
[[nodiscard]] inline int launched_rank() { return launched().rank; }

}  // namespace fathom::program
