// Ranks of MPI, through its C interface alone.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "fathom/communicator.hpp"

namespace fathom {
namespace {

// MPI counts in int, and keeps a copy of what it reduces: pieces of at most this many bytes go around at a time.
constexpr std::size_t piece_bytes = std::size_t{16} << 20;

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error(error_category::device, fmt::format("{} failed: {}", call, std::string_view(text, static_cast<std::size_t>(length))));
}

/// Starts MPI where nobody has; tells whether it did.
bool start_mpi() {
  int ended = 0, started = 0;
  check(MPI_Finalized(&ended), "MPI_Finalized");
  if (ended != 0) {
    throw error(error_category::device,
                "MPI was ended in this process and cannot be started again; keep one communicator for the whole program");
  }
  check(MPI_Initialized(&started), "MPI_Initialized");
  if (started != 0) return false;
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  return true;
}

/// A number in rank 0's memory, which the others add to without its help: by shared memory on one host.
class remote_counter {
 public:
  remote_counter(MPI_Comm ranks, int rank) {
    constexpr MPI_Aint bytes = sizeof(std::uint64_t);
    std::uint64_t* memory = nullptr;
    check(MPI_Win_allocate(rank == 0 ? bytes : 0, bytes, MPI_INFO_NULL, ranks, static_cast<void*>(&memory), &window_),
          "MPI_Win_allocate");
    check(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(0, window_), "MPI_Win_lock_all");
    if (rank == 0) *memory = 0;
    check(MPI_Win_sync(window_), "MPI_Win_sync");
    check(MPI_Barrier(ranks), "MPI_Barrier");
  }
  /// Collective.
  void free() noexcept {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  std::uint64_t fetch_add(std::uint64_t value) {
    std::uint64_t before = 0;
    check(MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, 0, MPI_SUM, window_), "MPI_Fetch_and_op");
    check(MPI_Win_flush(0, window_), "MPI_Win_flush");
    return before;
  }

 private:
  MPI_Win window_ = MPI_WIN_NULL;
};

/// All ranks, with a context of their own, so that a program's other messages do not get in the way.
MPI_Comm own_communicator() {
  MPI_Comm ranks = MPI_COMM_NULL;
  check(MPI_Comm_dup(MPI_COMM_WORLD, &ranks), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return ranks;
}

int rank_in(MPI_Comm ranks) {
  int rank = 0;
  check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm ranks) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  return size;
}

struct place_on_host {
  int rank = 0, size = 1;
};

place_on_host on_host(MPI_Comm ranks) {
  MPI_Comm here = MPI_COMM_NULL;
  check(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  const place_on_host place{rank_in(here), size_of(here)};
  check(MPI_Comm_free(&here), "MPI_Comm_free");
  return place;
}

class mpi_ranks final : public communicator {
 public:
  mpi_ranks() = default;
  ~mpi_ranks() override {
    if (std::uncaught_exceptions() > exceptions_) return;  // the others may be elsewhere: waiting for them would have no end
    counter_.free();
    MPI_Comm_free(&ranks_);
    if (is_mine_) MPI_Finalize();
  }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int ranks_on_host() const noexcept override { return on_host_.size; }
  [[nodiscard]] int rank_on_host() const noexcept override { return on_host_.rank; }
  void barrier() override { check(MPI_Barrier(ranks_), "MPI_Barrier"); }

  void all_reduce(reduction how, std::span<std::uint64_t> values) override { reduce(how, values, MPI_UINT64_T); }
  void all_reduce(reduction how, std::span<std::uint32_t> values) override { reduce(how, values, MPI_UINT32_T); }
  void all_reduce(reduction how, std::span<std::int32_t> values) override { reduce(how, values, MPI_INT32_T); }
  void all_reduce(reduction how, std::span<std::int16_t> values) override { reduce(how, values, MPI_INT16_T); }
  void all_reduce(reduction how, std::span<std::int8_t> values) override { reduce(how, values, MPI_INT8_T); }

  void broadcast(std::span<std::byte> bytes, int root) override {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece_bytes, bytes.size()))) {
      const auto count = static_cast<int>(std::min(piece_bytes, bytes.size()));
      check(MPI_Bcast(bytes.data(), count, MPI_BYTE, root, ranks_), "MPI_Bcast");
    }
  }

  [[nodiscard]] std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_));
    const std::uint64_t my_size = mine.size();
    check(MPI_Allgather(&my_size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, ranks_), "MPI_Allgather");
    std::vector<std::vector<std::byte>> all(sizes.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].resize(sizes[i]);
      if (static_cast<int>(i) == rank_) std::copy(mine.begin(), mine.end(), all[i].begin());
      broadcast(all[i], static_cast<int>(i));
    }
    return all;
  }

  std::uint64_t fetch_add(std::uint64_t value) override { return counter_.fetch_add(value); }

  [[noreturn]] void end_all(int exit_code) override {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
  }

 private:
  template <class T>
  void reduce(reduction how, std::span<T> values, MPI_Datatype type) {
    constexpr std::size_t piece = piece_bytes / sizeof(T);
    for (; !values.empty(); values = values.subspan(std::min(piece, values.size()))) {
      const auto count = static_cast<int>(std::min(piece, values.size()));
      check(MPI_Allreduce(MPI_IN_PLACE, values.data(), count, type, how == reduction::sum ? MPI_SUM : MPI_MAX, ranks_),
            "MPI_Allreduce");
    }
  }

  const int exceptions_ = std::uncaught_exceptions();
  const bool is_mine_ = start_mpi();
  MPI_Comm ranks_ = own_communicator();
  const int rank_ = rank_in(ranks_);
  const int size_ = size_of(ranks_);
  const place_on_host on_host_ = on_host(ranks_);
  remote_counter counter_{ranks_, rank_};
};

}  // namespace

std::unique_ptr<communicator> mpi_communicator() { return std::make_unique<mpi_ranks>(); }

bool has_mpi() noexcept { return true; }

}  // namespace fathom
