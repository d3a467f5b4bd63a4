#include "comm/mpi_transfers.hpp"

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>  // only here does Open MPI declare MPIX_Query_cuda_support()
#endif

#include <numeric>

#include "comm/mpi_calls.hpp"
#include "fathom/error.hpp"

// MPICH and the libraries made from it declare the function in mpi.h, since version 4.0.
#if defined(OMPI_HAVE_MPI_EXT_CUDA)
#define FATHOM_MPI_ASKS_FOR_CUDA OMPI_HAVE_MPI_EXT_CUDA
#elif defined(MPICH_NUMVERSION)
#define FATHOM_MPI_ASKS_FOR_CUDA (MPICH_NUMVERSION >= 40000000)
#else
#define FATHOM_MPI_ASKS_FOR_CUDA 0
#endif

namespace fathom {
namespace {

constexpr const char* no_mpi = "these processes do not communicate by MPI";

MPI_Comm group_of(const communicator& ranks) {
  if (const auto* const by_mpi = dynamic_cast<const mpi_group*>(&ranks)) return by_mpi->group();
  throw error(error_category::device, no_mpi);
}

}  // namespace

void gather_by_mpi(communicator& ranks, std::byte* all, std::size_t bytes) {
  const MPI_Comm group = group_of(ranks);
  if (bytes <= mpi::piece_bytes) {
    const wait_watch::scope waiting;
    mpi::check(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, static_cast<int>(bytes), MPI_BYTE, group), "MPI_Allgather");
    return;
  }
  const auto part = [&](int rank) { return std::span(all + static_cast<std::size_t>(rank) * bytes, bytes); };
  mpi::messages in_flight(group);
  for (int r = 0; r < ranks.size(); ++r) {
    if (r != ranks.rank()) in_flight.receive(part(r), r);
  }
  for (int step = 1; step < ranks.size(); ++step) in_flight.send(part(ranks.rank()), (ranks.rank() + step) % ranks.size());
  in_flight.wait();
}

void send_by_mpi(communicator& ranks, const std::byte* mine, std::span<const std::uint64_t> my_sizes, std::byte* theirs,
                 std::span<const std::uint64_t> their_sizes) {
  mpi::messages in_flight(group_of(ranks));
  const auto part = [](auto* bytes, std::span<const std::uint64_t> sizes, int r) {
    return std::span(bytes + std::accumulate(sizes.begin(), sizes.begin() + r, std::uint64_t{0}),
                     sizes[static_cast<std::size_t>(r)]);
  };
  for (int r = 0; r < ranks.size(); ++r) in_flight.receive(part(theirs, their_sizes, r), r);
  // Staggered, so that not all send to the same process at once; the own part is a message, too.
  for (int step = 0; step < ranks.size(); ++step) {
    const int to = (ranks.rank() + step) % ranks.size();
    in_flight.send(part(mine, my_sizes, to), to);
  }
  in_flight.wait();
}

bool uses_mpi(const communicator& ranks) noexcept { return dynamic_cast<const mpi_group*>(&ranks) != nullptr; }

std::string why_no_cuda_mpi(const communicator& ranks) {
  if (!uses_mpi(ranks)) return no_mpi;
#if FATHOM_MPI_ASKS_FOR_CUDA
  if (MPIX_Query_cuda_support() == 1) return "";
#endif
  return mpi_library() + " is not CUDA-aware";
}

}  // namespace fathom
