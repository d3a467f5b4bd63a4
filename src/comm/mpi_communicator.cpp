// Communicator over MPI, using only MPI's C interface.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system_file.hpp"
#include "comm/mpi_calls.hpp"
#include "comm/mpi_posted_messages.hpp"
#include "comm/process_threads.hpp"
#include "comm/remote_counters.hpp"
#include "comm/wait_watch.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

using mpi::check;
using mpi::messages;
using mpi::piece_bytes;
using mpi::rank_in;
using mpi::remote_counters;
using mpi::size_of;

namespace {

/// Initializes MPI if it is not initialized; returns whether it did.
bool start_mpi() {
  int ended = 0, started = 0;
  check(MPI_Finalized(&ended), "MPI_Finalized");
  if (ended != 0) {
    throw error(error_category::device,
                "MPI was finalized in this process and cannot be initialized again; keep one communicator for the whole program");
  }
  check(MPI_Initialized(&started), "MPI_Initialized");
  if (started != 0) return false;
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  return true;
}

MPI_Op operation(reduction how) {
  if (how == reduction::bit_or) return MPI_BOR;
  return how == reduction::sum ? MPI_SUM : MPI_MAX;
}

/// A duplicate of MPI_COMM_WORLD with its own context, so that the program's other messages do not interfere.
MPI_Comm own_communicator() {
  MPI_Comm ranks = MPI_COMM_NULL;
  check(MPI_Comm_dup(MPI_COMM_WORLD, &ranks), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return ranks;
}

MPI_Comm sub_communicator(MPI_Comm ranks, int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  check(MPI_Comm_split(ranks, color, key, &part), "MPI_Comm_split");
  check(MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return part;
}

struct place_on_host {
  int rank = 0, size = 1, processors = 1;
};

/// `processors`: those of this process, if known from a communicator of all processes; otherwise 0.
place_on_host on_host(MPI_Comm ranks, int processors) {
  MPI_Comm here = MPI_COMM_NULL;
  check(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  if (processors == 0) {
    const processor_counts own = own_processors();
    processor_counts users{};
    check(MPI_Allreduce(own.data(), users.data(), static_cast<int>(own.size()), MPI_INT32_T, MPI_SUM, here), "MPI_Allreduce");
    processors = shared_processors(own, users);
  }
  const place_on_host place{rank_in(here), size_of(here), processors};
  check(MPI_Comm_free(&here), "MPI_Comm_free");
  return place;
}

class mpi_ranks final : public communicator, public mpi_group {
 public:
  mpi_ranks()
      : is_mine_(start_mpi()),
        ranks_(own_communicator()),
        on_host_(on_host(ranks_, 0)),
        counters_(std::make_shared<remote_counters>(ranks_)) {}
  mpi_ranks(MPI_Comm part, std::shared_ptr<remote_counters> counters, int processors)
      : is_mine_(false), ranks_(part), on_host_(on_host(ranks_, processors)), counters_(std::move(counters)) {}
  ~mpi_ranks() override {
    if (std::uncaught_exceptions() > exceptions_)
      return;  // the other processes may not reach this point: waiting for them could deadlock
    const wait_watch::scope waiting;
    MPI_Barrier(ranks_);  // after this no process uses the counter, whose slot may be reused by another communicator
    counters_->give_back(counter_);
    if (counters_.use_count() == 1) counters_->free();
    MPI_Comm_free(&ranks_);
    if (is_mine_) MPI_Finalize();
  }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int ranks_on_host() const noexcept override { return on_host_.size; }
  [[nodiscard]] int rank_on_host() const noexcept override { return on_host_.rank; }
  [[nodiscard]] bool in_one_process() const noexcept override { return size_ == 1; }
  [[nodiscard]] int processors() const noexcept override { return on_host_.processors; }
  [[nodiscard]] MPI_Comm group() const noexcept override { return ranks_; }
  void barrier() override {
    const wait_watch::scope waiting;
    check(MPI_Barrier(ranks_), "MPI_Barrier");
  }

  void all_reduce(reduction how, std::span<std::uint64_t> values) override {
    reduce_unsigned(how, values, MPI_UINT64_T, MPI_INT64_T);
  }
  void all_reduce(reduction how, std::span<std::uint32_t> values) override {
    reduce_unsigned(how, values, MPI_UINT32_T, MPI_INT32_T);
  }
  void all_reduce(reduction how, std::span<std::int32_t> values) override { reduce(how, values, MPI_INT32_T); }
  void all_reduce(reduction how, std::span<std::int16_t> values) override { reduce(how, values, MPI_INT16_T); }
  void all_reduce(reduction how, std::span<std::int8_t> values) override { reduce(how, values, MPI_INT8_T); }

  void broadcast(std::span<std::byte> bytes, int root) override {
    const wait_watch::scope waiting;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece_bytes, bytes.size()))) {
      const auto count = static_cast<int>(std::min(piece_bytes, bytes.size()));
      check(MPI_Bcast(bytes.data(), count, MPI_BYTE, root, ranks_), "MPI_Bcast");
    }
  }

  [[nodiscard]] std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
    const wait_watch::scope waiting;
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

  void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) override {
    const wait_watch::scope waiting;
    std::vector<int> counts, starts;
    std::uint64_t end = 0;
    for (const std::uint64_t size : sizes) {
      counts.push_back(static_cast<int>(size));
      starts.push_back(static_cast<int>(end));
      end += size;
    }
    if (end <= piece_bytes) {
      check(MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE,
                           ranks_),
            "MPI_Allgatherv");
      return;
    }
    messages in_flight(ranks_);
    std::uint64_t at = 0;
    for (int r = 0; r < size_; at += sizes[static_cast<std::size_t>(r++)]) {
      const std::span<std::byte> part = all.subspan(at, sizes[static_cast<std::size_t>(r)]);
      if (r == rank_) {
        std::copy(mine.begin(), mine.end(), part.begin());
      } else {
        in_flight.receive(part, r);
      }
    }
    for (int step = 1; step < size_; ++step) in_flight.send(mine, (rank_ + step) % size_);
    in_flight.wait();
  }

  void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) override {
    const wait_watch::scope waiting;
    check(MPI_Alltoall(mine.data(), 1, MPI_UINT64_T, theirs.data(), 1, MPI_UINT64_T, ranks_), "MPI_Alltoall");
  }

  void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t> my_sizes, std::span<std::byte> theirs,
                  std::span<const std::uint64_t> their_sizes) override {
    messages in_flight(ranks_);
    const auto part = [](auto bytes, std::span<const std::uint64_t> sizes, int r) {
      const auto at = static_cast<std::size_t>(r);
      return bytes.subspan(std::accumulate(sizes.begin(), sizes.begin() + r, std::uint64_t{0}), sizes[at]);
    };
    for (int r = 0; r < size_; ++r) {
      if (r != rank_) in_flight.receive(part(theirs, their_sizes, r), r);
    }
    for (int step = 1; step < size_; ++step) {
      const int to = (rank_ + step) % size_;  // staggered, so that not all send to the same process at once
      in_flight.send(part(mine, my_sizes, to), to);
    }
    const auto own = part(mine, my_sizes, rank_);
    std::copy(own.begin(), own.end(), part(theirs, their_sizes, rank_).begin());
    in_flight.wait();
  }

  [[nodiscard]] std::unique_ptr<posted_messages> post_receives(int count, std::uint64_t most_bytes,
                                                               std::span<std::byte> room) override {
    return std::make_unique<mpi::messages_in_room>(ranks_, count, most_bytes, room);
  }

  void prefix_or(std::span<std::uint64_t> words) override {
    const wait_watch::scope waiting;
    constexpr std::size_t piece = piece_bytes / sizeof(std::uint64_t);
    for (std::span<std::uint64_t> rest = words; !rest.empty(); rest = rest.subspan(std::min(piece, rest.size()))) {
      const auto count = static_cast<int>(std::min(piece, rest.size()));
      check(MPI_Exscan(MPI_IN_PLACE, rest.data(), count, MPI_UINT64_T, MPI_BOR, ranks_), "MPI_Exscan");
    }
    if (rank_ == 0) std::fill(words.begin(), words.end(), 0);  // MPI leaves the result of rank 0 undefined
  }

  [[nodiscard]] std::unique_ptr<communicator> split(int color, int key) override {
    const wait_watch::scope waiting;
    return std::make_unique<mpi_ranks>(sub_communicator(ranks_, color, key), counters_, on_host_.processors);
  }

  std::uint64_t fetch_add(std::uint64_t value) override { return counters_->fetch_add(counter_, value); }

  [[noreturn]] void end_all(int exit_code) override {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
  }

 private:
  // The counter allocated by rank 0; the others learn its location after it has been set to 0.
  remote_counters::place shared_place() {
    remote_counters::place at;
    if (rank_ == 0) at = counters_->take();
    check(MPI_Bcast(&at, sizeof at, MPI_BYTE, 0, ranks_), "MPI_Bcast");
    if (at.slot >= 0) return at;
    MPI_Comm_free(&ranks_);
    throw error(
        error_category::usage,
        fmt::format(
            "process {} is already first in {} communicators, the maximum; destroy some of them, or some graphs, which have "
            "two each, before creating more",
            at.rank, remote_counters::slots));
  }

  template <class T>
  void reduce(reduction how, std::span<T> values, MPI_Datatype type) {
    const wait_watch::scope waiting;
    constexpr std::size_t piece = piece_bytes / sizeof(T);
    for (; !values.empty(); values = values.subspan(std::min(piece, values.size()))) {
      const auto count = static_cast<int>(std::min(piece, values.size()));
      check(MPI_Allreduce(MPI_IN_PLACE, values.data(), count, type, operation(how), ranks_), "MPI_Allreduce");
    }
  }

  // Maxima of unsigned numbers are computed with the highest bit flipped, as signed ones, whose order is the same. MPICH 4.0.2
  // (issue 6083) and Open MPI 4.1.4 (issues 10276 and 10648) compare unsigned numbers as signed ones in MPI_MAX.
  template <class T>
  void reduce_unsigned(reduction how, std::span<T> values, MPI_Datatype type, MPI_Datatype signed_type) {
    if (how != reduction::max) return reduce(how, values, type);
    constexpr T highest_bit = T{1} << (8 * sizeof(T) - 1);
    for (T& value : values) value ^= highest_bit;
    reduce(how, values, signed_type);
    for (T& value : values) value ^= highest_bit;
  }

  const int exceptions_ = std::uncaught_exceptions();
  const bool is_mine_;
  MPI_Comm ranks_;
  const int rank_ = rank_in(ranks_);
  const int size_ = size_of(ranks_);
  const place_on_host on_host_;
  const std::shared_ptr<remote_counters> counters_;  // shared with all communicators split off from this one
  const remote_counters::place counter_ = shared_place();
};

}  // namespace

std::unique_ptr<communicator> mpi_communicator() {
  auto ranks = std::make_unique<mpi_ranks>();
  if (ranks->size() > 1) wait_watch::start(ranks->rank());
  return ranks;
}

bool has_mpi() noexcept { return true; }

// MPI returns text of any form: "Open MPI v4.1.4, package: ..." or "MPICH Version:\t4.0.2\nMPICH Release date: ...".
std::string mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  const std::string_view all(text, static_cast<std::size_t>(length));
  std::string_view words = all.substr(0, all.find_first_of(",\n"));
  std::string name;
  for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
    if (word != "Version:" && word != "Version" && word != ":") (name += name.empty() ? "" : " ") += word;
  }
  return name;
}

}  // namespace fathom
