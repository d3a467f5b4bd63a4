// Transfers in which only MPI touches the bytes, so that they may be in device memory if the MPI library is CUDA-aware.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// Collective: gathers `bytes` bytes of every process, by rank, in `all` on all processes. This process's bytes are already at
/// their position in `all`. Throws error_category::device if `ranks` is not a communicator over MPI.
void gather_by_mpi(communicator& ranks, std::byte* all, std::size_t bytes);

/// Collective: of the bytes at `mine` the first `my_sizes[0]` go to rank 0, the next `my_sizes[1]` to rank 1, and so on. Received
/// bytes are stored at `theirs` in the same way, by `their_sizes`. Errors as gather_by_mpi().
void send_by_mpi(communicator& ranks, const std::byte* mine, std::span<const std::uint64_t> my_sizes, std::byte* theirs,
                 std::span<const std::uint64_t> their_sizes);

/// Whether `ranks` is a communicator over MPI.
[[nodiscard]] bool uses_mpi(const communicator& ranks) noexcept;

/// The reason why the MPI library of `ranks` cannot read and write the memory of CUDA devices; empty if it can. The library itself
/// says so (MPIX_Query_cuda_support); one that does not offer that function counts as unable.
[[nodiscard]] std::string why_no_cuda_mpi(const communicator& ranks);

}  // namespace fathom
