// Checked MPI calls, messages of any size, and access to a communicator's MPI handle. Include only in files that are compiled with
// MPI.
#pragma once

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "comm/wait_watch.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Interface of communicators over MPI to their handle.
class mpi_group {
 public:
  mpi_group() = default;
  mpi_group(const mpi_group&) = delete;
  mpi_group& operator=(const mpi_group&) = delete;
  virtual ~mpi_group() = default;

  [[nodiscard]] virtual MPI_Comm group() const noexcept = 0;
};

}  // namespace fathom

namespace fathom::mpi {

// Maximum bytes per MPI call: MPI counts in int, and reductions keep a copy of their data.
inline constexpr std::size_t piece_bytes = std::size_t{16} << 20;

inline void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error(error_category::device, fmt::format("{} failed: {}", call, std::string_view(text, static_cast<std::size_t>(length))));
}

inline int rank_in(MPI_Comm ranks) {
  int rank = 0;
  check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
  return rank;
}

inline int size_of(MPI_Comm ranks) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  return size;
}

/// Point-to-point messages; large ones are split into pieces, which MPI delivers in order.
class messages {
 public:
  explicit messages(MPI_Comm ranks) : ranks_(ranks) {}
  void receive(std::span<std::byte> bytes, int from) {
    for_pieces(bytes, [&](std::byte* piece, int size, MPI_Request* request) {
      check(MPI_Irecv(piece, size, MPI_BYTE, from, 0, ranks_, request), "MPI_Irecv");
    });
  }
  void send(std::span<const std::byte> bytes, int to) {
    for_pieces(bytes, [&](const std::byte* piece, int size, MPI_Request* request) {
      check(MPI_Isend(piece, size, MPI_BYTE, to, 0, ranks_, request), "MPI_Isend");
    });
  }
  void wait() {
    const wait_watch::scope waiting;
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    requests_.clear();
  }

 private:
  template <class Bytes, class Post>
  void for_pieces(Bytes bytes, const Post& post) {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece_bytes, bytes.size()))) {
      requests_.push_back(MPI_REQUEST_NULL);
      post(bytes.data(), static_cast<int>(std::min(piece_bytes, bytes.size())), &requests_.back());
    }
  }

  MPI_Comm ranks_;
  std::vector<MPI_Request> requests_;
};

}  // namespace fathom::mpi
