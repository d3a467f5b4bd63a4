// Stub of the MPI communicator for builds without MPI.
#include "fathom/distributed/communicator.hpp"

namespace fathom {

std::unique_ptr<communicator> mpi_communicator() {
  throw error(
      error_category::device,
      "this build of the library has no MPI, so it cannot run on several processes; install libopenmpi-dev and openmpi-bin and "
      "build it with -DFATHOM_MPI=ON");
}

bool has_mpi() noexcept { return false; }

std::string mpi_library() { return ""; }

}  // namespace fathom
