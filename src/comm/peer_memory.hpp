// Device memory shared by the processes of one host, or the threads of one process: the devices of all can read and write it. For
// files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <memory>
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
  using handles = std::vector<std::vector<std::byte>>;  ///< one per process

  // Between processes: IPC handles.
  void map_processes();
  void open(const handles& all);
  void close() noexcept;
  // Between threads of one process: the addresses, with access to the devices enabled. Each thread also keeps the others' memory
  // allocated, so that a thread that fails does not free memory that a kernel of another device still writes to.
  void map_threads();

  communicator& ranks_;
  int device_ = 0;
  int exceptions_ = 0;  ///< uncaught exceptions when this was constructed
  std::shared_ptr<std::byte> own_;
  std::vector<std::shared_ptr<std::byte>> of_threads_;  ///< in one process: by rank
  std::vector<std::byte*> of_ranks_;
};

}  // namespace fathom
