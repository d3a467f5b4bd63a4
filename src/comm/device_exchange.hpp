// Data exchange between processes from device memory. For files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fathom/distributed/communicator.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

class device_exchange {
 public:
  device_exchange() = default;
  device_exchange(const device_exchange&) = delete;
  device_exchange& operator=(const device_exchange&) = delete;
  virtual ~device_exchange() = default;

  [[nodiscard]] virtual std::string_view name() const noexcept = 0;

  /// Whether all devices copy directly from each other's memory, within a host.
  [[nodiscard]] virtual bool is_near() const noexcept { return false; }

  /// Whether calls can be captured in a CUDA graph, which must be destroyed before the exchange. The same on all processes.
  [[nodiscard]] virtual bool can_capture() const noexcept { return false; }

  /// Collective, in stream order: gathers `bytes` bytes of every process, by rank, in `all` on all processes. This process's bytes
  /// are already at their position in `all`.
  virtual void all_gather(void* all, std::size_t bytes, const cuda::stream& s) = 0;

  /// Collective, in stream order: of the bytes at `mine` the first `my_sizes[0]` go to rank 0, the next `my_sizes[1]` to rank 1,
  /// and so on. Received bytes are stored at `theirs` in the same way, by `their_sizes`, which every process must know in advance.
  virtual void all_to_all(const void* mine, std::span<const std::uint64_t> my_sizes, void* theirs,
                          std::span<const std::uint64_t> their_sizes, const cuda::stream& s) = 0;
};

/// Exchange through host memory and `ranks`, which must outlive it. Works everywhere, even if several processes share a device.
[[nodiscard]] std::unique_ptr<device_exchange> staged_exchange(communicator& ranks);

/// Exchange by MPI from device memory to device memory. `ranks`, a communicator over a CUDA-aware MPI library (why_no_cuda_mpi()),
/// must outlive it. With any MPI library it works for memory that the host can access, too.
[[nodiscard]] std::unique_ptr<device_exchange> mpi_exchange(communicator& ranks);

/// Exchange through NCCL, which is loaded at run time; collective; uses the process's current device. Throws error_category::device
/// with NCCL's message on all processes if it fails on any.
[[nodiscard]] std::unique_ptr<device_exchange> nccl_exchange(communicator& ranks);

/// Exchange by copies between device memories; a process sends at most `bytes` bytes per call. Construction and destruction are
/// collective; `ranks` must outlive it. Throws a rank_error on all processes: error_category::device if they are on different hosts
/// or a device cannot access another's memory; ::memory.
[[nodiscard]] std::unique_ptr<device_exchange> peer_exchange(communicator& ranks, std::size_t bytes);

/// The reason why nccl_exchange() cannot work in this process; empty if it can.
[[nodiscard]] std::string why_no_nccl();

}  // namespace fathom
