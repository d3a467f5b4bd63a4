// Environments of launchers, in which no other process can be found.
#include <gtest/gtest.h>

#include "fathom/distributed/communicator.hpp"
#include "run_program.hpp"

namespace fathom::test {
namespace {

run_outcome launched_as(std::vector<std::string> variables, const std::vector<std::string>& arguments) {
  return run_program(arguments, {.environment = std::move(variables)});
}

TEST(launcher, of_another_mpi_library_is_an_error_that_names_the_remedy) {
  const std::vector<std::string> words{"bfs", "path:5"};  // several processes imply --ranks
  for (const char* const size : {"OMPI_COMM_WORLD_SIZE=3", "PMI_SIZE=3", "SLURM_STEP_NUM_TASKS=3"}) {
    // Open MPI would look for its own daemon.
    if (std::string(size).starts_with("OMPI") && mpi_library().starts_with("Open MPI")) continue;
    if (std::string(size).starts_with("PMI") && mpi_library().starts_with("MPICH")) continue;
    const run_outcome ran = launched_as({size}, words);
    EXPECT_EQ(ran.exit_code, resources) << size << ran.err;
    EXPECT_EQ(ran.out, "") << size;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(has_mpi() ? "3 processes were started, but MPI connects none of them" : "-DFATHOM_MPI=ON"),
              std::string::npos)
        << ran.err;
    if (has_mpi()) {
      EXPECT_NE(ran.err.find("mpirun"), std::string::npos) << ran.err;
    }
  }
}

TEST(launcher, of_another_mpi_library_is_reported_by_process_0) {
  if (!has_mpi()) GTEST_SKIP() << "built without MPI";
  const run_outcome ran = launched_as({"SLURM_STEP_NUM_TASKS=3", "SLURM_PROCID=2"}, {"graph500", "--scale", "5"});
  EXPECT_EQ(ran.exit_code, resources);
  EXPECT_EQ(ran.out + ran.err, "");
}

TEST(launcher, srun_starts_processes_of_which_each_would_do_the_same) {
  const run_outcome ran = launched_as({"SLURM_STEP_NUM_TASKS=3", "SLURM_PROCID=0"}, {"info", "path:5"});
  EXPECT_EQ(ran.exit_code, usage);
  EXPECT_NE(ran.err.find("3 processes of 'fathom info' were started"), std::string::npos) << ran.err;
}

TEST(launcher, batch_scripts_of_slurm_are_single_processes) {
  const run_outcome ran = launched_as({"SLURM_NTASKS=3", "SLURM_PROCID=0", "SLURM_JOB_ID=7"}, {"bfs", "path:5", "--ranks"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

// mpirun starts its daemons by srun, one per host.
TEST(launcher, mpirun_within_slurm_counts_not_srun) {
  for (const char* const size : {"OMPI_COMM_WORLD_SIZE=1", "PMI_SIZE=1"}) {
    const run_outcome ran = launched_as({size, "SLURM_STEP_NUM_TASKS=3", "SLURM_PROCID=2"}, {"info", "path:5"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
  }
}

}  // namespace
}  // namespace fathom::test
