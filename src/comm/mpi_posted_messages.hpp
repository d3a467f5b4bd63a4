// MPI messages with receives posted in advance. Include only in files that are compiled with MPI.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/mpi_calls.hpp"
#include "comm/wait_watch.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom::mpi {

/// Messages with receives posted in advance, so that incoming data neither waits nor is copied.
class messages_in_room final : public posted_messages {
 public:
  messages_in_room(MPI_Comm ranks, int count, std::uint64_t most_bytes, std::span<std::byte> room)
      : ranks_(ranks), rank_(rank_in(ranks)), count_(count), most_bytes_(most_bytes), room_(room) {
    const std::size_t all = static_cast<std::size_t>(size_of(ranks)) * static_cast<std::size_t>(count);
    receives_.assign(all, MPI_REQUEST_NULL);
    arrived_.resize(all);
    sends_.reserve(all);
    for (std::size_t i = 0; i < all; ++i) {
      const int from = static_cast<int>(i) / count_, number = static_cast<int>(i) % count_;
      if (from == rank_) continue;
      check(MPI_Irecv(room_.data() + i * most_bytes_, static_cast<int>(most_bytes_), MPI_BYTE, from, tag(number), ranks_,
                      &receives_[i]),
            "MPI_Irecv");
    }
  }
  // During stack unwinding the receive buffer may be freed before the messages arrive.
  ~messages_in_room() override {
    for (MPI_Request& one : receives_) {
      if (one == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&one);
      MPI_Request_free(&one);
    }
    for (MPI_Request& one : sends_) {
      if (one != MPI_REQUEST_NULL) MPI_Request_free(&one);
    }
  }

  void send(int to, int number, std::span<const std::byte> bytes) override {
    sends_.push_back(MPI_REQUEST_NULL);
    check(MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag(number), ranks_, &sends_.back()), "MPI_Isend");
    int done = 0;  // querying the status makes MPI progress all messages
    check(MPI_Request_get_status(sends_.back(), &done, MPI_STATUS_IGNORE), "MPI_Request_get_status");
  }

  void wait() override {
    const wait_watch::scope waiting;
    check(MPI_Waitall(static_cast<int>(receives_.size()), receives_.data(), arrived_.data()), "MPI_Waitall");
    check(MPI_Waitall(static_cast<int>(sends_.size()), sends_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }

  [[nodiscard]] std::span<const std::byte> from(int rank, int number) const override {
    const std::size_t i = static_cast<std::size_t>(rank) * static_cast<std::size_t>(count_) + static_cast<std::size_t>(number);
    int size = 0;
    check(MPI_Get_count(&arrived_[i], MPI_BYTE, &size), "MPI_Get_count");
    return std::span<const std::byte>(room_).subspan(i * most_bytes_, static_cast<std::size_t>(size));
  }

 private:
  /// Tag 0 is used by other calls.
  static int tag(int number) { return number + 1; }

  MPI_Comm ranks_;
  int rank_ = 0, count_ = 0;
  std::uint64_t most_bytes_ = 0;
  std::span<std::byte> room_;
  std::vector<MPI_Request> receives_, sends_;
  std::vector<MPI_Status> arrived_;
};

}  // namespace fathom::mpi
