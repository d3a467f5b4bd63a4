// Counters in the memory of MPI processes, for one-sided atomic additions. Include only in files that are compiled with MPI.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "comm/mpi_calls.hpp"

namespace fathom::mpi {

/// Shared counters for one-sided atomic additions (through shared memory on one host). One MPI window holds the counters of a
/// communicator and all communicators split off from it: Open MPI 4.1 uses the same shared-memory file for windows of communicators
/// that were split off at the same time on one host (Open MPI issue 7393).
class remote_counters {
 public:
  static constexpr int slots = 1024;  // maximum number of live communicators with this process as rank 0; a graph has two

  struct place {
    int rank = 0, slot = -1;  // slot -1: none was free
  };

  explicit remote_counters(MPI_Comm ranks) : rank_(rank_in(ranks)) {
    constexpr MPI_Aint bytes = sizeof(std::uint64_t);
    std::uint64_t* memory = nullptr;
    check(MPI_Win_allocate(slots * bytes, bytes, MPI_INFO_NULL, ranks, static_cast<void*>(&memory), &window_), "MPI_Win_allocate");
    check(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(0, window_), "MPI_Win_lock_all");
  }
  /// Collective.
  void free() noexcept {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  /// Allocates a counter in this process's memory and sets it to 0.
  place take() {
    const auto free_slot = std::find(taken_.begin(), taken_.end(), false);
    if (free_slot == taken_.end()) return {rank_, -1};
    *free_slot = true;
    const place taken{rank_, static_cast<int>(free_slot - taken_.begin())};
    update(taken, 0, MPI_REPLACE);
    return taken;
  }
  void give_back(place taken) noexcept {
    if (taken.rank == rank_) taken_[static_cast<std::size_t>(taken.slot)] = false;
  }

  std::uint64_t fetch_add(place at, std::uint64_t value) { return update(at, value, MPI_SUM); }

 private:
  std::uint64_t update(place at, std::uint64_t value, MPI_Op how) {
    std::uint64_t before = 0;
    check(MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, at.rank, at.slot, how, window_), "MPI_Fetch_and_op");
    check(MPI_Win_flush(at.rank, window_), "MPI_Win_flush");
    return before;
  }

  int rank_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::array<bool, slots> taken_{};
};

}  // namespace fathom::mpi
