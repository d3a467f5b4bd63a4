// Communication between the processes of an MPI job, the threads of one process (rank_threads.hpp), or of a single process.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom {

enum class reduction { sum, max, bit_or };

/// Asynchronous messages between all processes, whose sizes only the senders know. Must be used by the thread that uses the
/// communicator, which must outlive this object.
class posted_messages {
 public:
  posted_messages() = default;
  posted_messages(const posted_messages&) = delete;
  posted_messages& operator=(const posted_messages&) = delete;
  virtual ~posted_messages() = default;

  /// Starts to send message `number` to process `to`; each message must be sent exactly once. The bytes must stay unchanged until
  /// wait() has returned.
  virtual void send(int to, int number, std::span<const std::byte> bytes) = 0;
  /// Waits until all messages to this process have arrived and its own messages have been sent.
  virtual void wait() = 0;
  /// Message `number` from process `rank`; valid after wait().
  [[nodiscard]] virtual std::span<const std::byte> from(int rank, int number) const = 0;
};

/// Interface for communication between processes. All processes must call functions marked "collective" in the same order, each
/// from one thread. A failed call throws error_category::device with MPI's error text.
class communicator {
 public:
  communicator() = default;
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;
  virtual ~communicator() = default;

  [[nodiscard]] virtual int rank() const noexcept = 0;           ///< rank of this process: 0 to size() - 1
  [[nodiscard]] virtual int size() const noexcept = 0;           ///< number of processes
  [[nodiscard]] virtual int ranks_on_host() const noexcept = 0;  ///< number of processes on this process's host
  [[nodiscard]] virtual int rank_on_host() const noexcept = 0;   ///< rank of this process among those: 0 to ranks_on_host() - 1
  /// Whether all ranks are threads of one process, where a pointer of one is valid on all.
  [[nodiscard]] virtual bool in_one_process() const noexcept = 0;
  /// The device that distributed calls on CUDA devices use on this rank, if one was assigned to it (see rank_threads); otherwise
  /// they choose it by rank_on_host().
  [[nodiscard]] virtual std::optional<device> own_device() const noexcept { return std::nullopt; }
  /// Hardware threads for this process: each that it may run on (see taskset(1)), divided by the number of the host's processes
  /// that may run on it, summed and rounded down; at least 1. By default, those of this process divided by ranks_on_host().
  [[nodiscard]] virtual int processors() const noexcept;

  /// Collective: returns once all processes have called it.
  virtual void barrier() = 0;

  /// Collective: replaces every entry by the sum, maximum or bitwise or of all processes' entries. All processes pass the same
  /// number of entries. Integers only, so that the result does not depend on the order of the operations.
  virtual void all_reduce(reduction how, std::span<std::uint64_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::uint32_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int32_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int16_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int8_t> values) = 0;

  /// Collective: copies the bytes of process `root` to all processes. All pass the same number of bytes.
  virtual void broadcast(std::span<std::byte> bytes, int root) = 0;

  /// Collective: gathers every process's bytes on all processes; entry r is from rank r. Lengths may differ.
  [[nodiscard]] virtual std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) = 0;

  /// Collective: concatenates every process's bytes in rank order in `all`, on all processes. `sizes[r]` is the number of bytes
  /// from rank r and is the same everywhere; `all` holds their sum.
  virtual void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) = 0;

  /// Collective: sends `mine[r]` to rank r and receives `theirs[r]` from it. Both have size() entries.
  virtual void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) = 0;
  /// Collective: sends the first `my_sizes[0]` bytes of `mine` to rank 0, the next `my_sizes[1]` bytes to rank 1, and so on.
  /// `theirs` receives `their_sizes[r]` bytes from each rank r, in rank order. Lengths may differ.
  virtual void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t> my_sizes, std::span<std::byte> theirs,
                          std::span<const std::uint64_t> their_sizes) = 0;

  /// Collective but nonblocking: announces that every process will send `count` messages, numbered from 0, of at most `most_bytes`
  /// bytes (below 2^31) to each other process. They are received in `room`, which has size() * count * most_bytes bytes and must
  /// outlive the result.
  [[nodiscard]] virtual std::unique_ptr<posted_messages> post_receives(int count, std::uint64_t most_bytes,
                                                                       std::span<std::byte> room) = 0;

  /// Collective: exclusive prefix or. Replaces every word by the bitwise or of the words of all lower ranks; those of rank 0 become
  /// 0.
  virtual void prefix_or(std::span<std::uint64_t> words) = 0;

  /// Collective: creates a new communicator for all processes with the same `color`, ranked by `key`. It must not outlive this one.
  /// With MPI, throws error_category::usage if one process is the first of more than 1,024 communicators at once.
  [[nodiscard]] virtual std::unique_ptr<communicator> split(int color, int key) = 0;

  /// Adds to a counter shared by all processes, initially 0, and returns its previous value. Not collective. No other process has
  /// to take part if the processes are on one host or the network has remote atomic operations.
  virtual std::uint64_t fetch_add(std::uint64_t value) = 0;

  /// Terminates all processes with this exit code. For a process that cannot continue while others wait for it.
  [[noreturn]] virtual void end_all(int exit_code) = 0;

  /// Storage for objects of the library that are expensive to create and live as long as the communicator, such as NCCL's.
  [[nodiscard]] std::any& kept() noexcept { return kept_; }

 private:
  std::any kept_;
};

/// A communicator of this process only.
[[nodiscard]] std::unique_ptr<communicator> single_process_communicator();

/// Collective: a communicator of all processes that mpirun (or another launcher) started. Initializes MPI unless it is initialized,
/// and then finalizes it in the communicator's destructor: keep one for the whole program. If an exception destroys the
/// communicator, MPI is not finalized, so that the launcher terminates the processes that still wait for this one. Throws
/// error_category::device if the library was built without MPI or MPI was finalized before.
[[nodiscard]] std::unique_ptr<communicator> mpi_communicator();

/// Whether the library was built with MPI, so that mpi_communicator() can work.
[[nodiscard]] bool has_mpi() noexcept;

/// Name and version of the MPI library that this process uses, such as "Open MPI v4.1.4" or "MPICH 4.0.2"; empty without MPI.
[[nodiscard]] std::string mpi_library();

/// Thrown by all processes of a collective call if one of them fails. The message begins with "rank 2: " unless all processes have
/// the same message. The communicator remains usable. Allocations that grow with a graph are coordinated: if one process has too
/// little memory, all throw this. Any other exception out of a collective call of several processes happened on this process alone
/// (a broken connection, or too little memory for even a small allocation) while others may wait for it. The only way to continue
/// is end_all() or exiting.
class rank_error : public error {
 public:
  rank_error(error_category category, const std::string& message, int rank) : error(category, message), rank_(rank) {}

  /// The lowest rank that failed.
  [[nodiscard]] int rank() const noexcept { return rank_; }

 private:
  int rank_;
};

}  // namespace fathom
