// Stubs of the transfers by MPI for builds without MPI.
#include "comm/mpi_transfers.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr const char* no_mpi = "this build has no MPI";

}  // namespace

void gather_by_mpi(communicator&, std::byte*, std::size_t) { throw error(error_category::device, no_mpi); }

void send_by_mpi(communicator&, const std::byte*, std::span<const std::uint64_t>, std::byte*, std::span<const std::uint64_t>) {
  throw error(error_category::device, no_mpi);
}

bool uses_mpi(const communicator&) noexcept { return false; }

std::string why_no_cuda_mpi(const communicator&) { return no_mpi; }

}  // namespace fathom
