// Memory of each rank's device that the devices of all ranks on the host read and write. For files that are compiled only with
// CUDA.
#pragma once

#include <cstddef>
#include <vector>

#include "cuda/runtime.hpp"
#include "fathom/communicator.hpp"

namespace fathom {

/// Kernels are given the memory of so many ranks at most.
inline constexpr unsigned most_peers = 16;

class peer_memory {
 public:
  /// Collective: `bytes` on the current device of each rank, all bits 0. `ranks` must outlive it. Throws a rank_error on all ranks:
  /// error_category::device where ranks are on different hosts or a device cannot reach another's memory, ::memory.
  peer_memory(communicator& ranks, std::size_t bytes);
  peer_memory(const peer_memory&) = delete;
  peer_memory& operator=(const peer_memory&) = delete;
  /// Collective, but not while an exception is on its way, when others may never come.
  ~peer_memory();

  /// Of each rank's memory, by rank: where this rank's device has it.
  [[nodiscard]] const std::vector<std::byte*>& of_ranks() const noexcept { return of_ranks_; }

 private:
  void open(const std::vector<std::vector<std::byte>>& handles);
  void close() noexcept;

  communicator& ranks_;
  int device_ = 0;
  int exceptions_ = 0;  ///< on their way when this was made
  std::vector<std::byte*> of_ranks_;
};

}  // namespace fathom
