// Threads of one process as the ranks of distributed calls: several devices without MPI.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// Threads that make collective calls together as the processes of an MPI job do, each with a communicator of its own. The calling
/// thread is rank 0. Distributed graphs and searches belong to one rank: make, use and destroy each on its own thread, within
/// run().
class rank_threads {
 public:
  /// `size` threads, which exchange data through memory. Distributed calls with a CUDA device give the threads consecutive devices.
  /// Throws error_category::usage if `size` is not between 1 and 64, ::memory if the threads cannot be started.
  explicit rank_threads(int size);
  /// One thread per entry, and distributed calls on CUDA devices use that device on it. A device may occur several times; then its
  /// ranks exchange data through the host. Throws error_category::usage also if the list mixes CPU and CUDA devices.
  explicit rank_threads(const std::vector<device>& devices);
  rank_threads(const rank_threads&) = delete;
  rank_threads& operator=(const rank_threads&) = delete;
  ~rank_threads();

  [[nodiscard]] int size() const noexcept;
  /// One entry per thread; empty if none were given.
  [[nodiscard]] const std::vector<device>& devices() const noexcept;

  /// Calls work(ranks) on all threads at once and returns when all have returned. An exception that leaves `work` on one thread
  /// fails all collective calls of the others within milliseconds, unless it is a rank_error, which all threads throw; a kernel
  /// that waits for another device ends first. Rethrows the exception of the lowest rank whose own it is. After any other exception
  /// than a rank_error, these threads and all objects made on them cannot be used again: run() throws error_category::device. Not
  /// reentrant.
  void run(const std::function<void(communicator& ranks)>& work);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace fathom
