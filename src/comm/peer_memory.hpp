// Device memory shared by the processes of one host: the devices of all processes can read and write it. For files that are
// compiled only with CUDA.
#pragma once

#include <cstddef>
#include <vector>

#include "fathom/distributed/communicator.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

/// Maximum number of processes whose memory is passed to a kernel.
inline constexpr unsigned most_peers = 16;

class peer_memory {
 public:
  /// Collective: allocates `bytes` zeroed bytes on the current device of each process. `ranks` must outlive it. Throws a rank_error
  /// on all processes: error_category::device if processes are on different hosts or a device cannot access another's memory,
  /// ::memory.
  peer_memory(communicator& ranks, std::size_t bytes);
  peer_memory(const peer_memory&) = delete;
  peer_memory& operator=(const peer_memory&) = delete;
  /// Collective, except during stack unwinding, when the other processes may never reach it.
  ~peer_memory();

  /// The address of each process's memory on this process's device, by rank.
  [[nodiscard]] const std::vector<std::byte*>& of_ranks() const noexcept { return of_ranks_; }

 private:
  void open(const std::vector<std::vector<std::byte>>& handles);
  void close() noexcept;

  communicator& ranks_;
  int device_ = 0;
  int exceptions_ = 0;  ///< uncaught exceptions when this was constructed
  std::vector<std::byte*> of_ranks_;
};

}  // namespace fathom
