// Ranks: processes that work on one task together, started by mpirun or alone.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fathom/error.hpp"

namespace fathom {

enum class reduction { sum, max, bit_or };

/// Messages between all ranks that are under way while the caller does something else, and whose sizes only their senders know.
/// Used by the thread that uses the communicator, which must outlive it.
class posted_messages {
 public:
  posted_messages() = default;
  posted_messages(const posted_messages&) = delete;
  posted_messages& operator=(const posted_messages&) = delete;
  virtual ~posted_messages() = default;

  /// Begins to send message `number` to another rank; each is sent once. The bytes must stay until wait() has returned.
  virtual void send(int to, int number, std::span<const std::byte> bytes) = 0;
  /// Returns when all messages to this rank have come, and its own are sent.
  virtual void wait() = 0;
  /// After wait(): message `number` of another rank.
  [[nodiscard]] virtual std::span<const std::byte> from(int rank, int number) const = 0;
};

/// What the ranks say to each other. Functions marked "collective" are called by all ranks in the same order, and by one thread of
/// each. Throws error_category::device with MPI's own words where a call fails.
class communicator {
 public:
  communicator() = default;
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;
  virtual ~communicator() = default;

  [[nodiscard]] virtual int rank() const noexcept = 0;           ///< of this process: 0 to size() - 1
  [[nodiscard]] virtual int size() const noexcept = 0;           ///< ranks
  [[nodiscard]] virtual int ranks_on_host() const noexcept = 0;  ///< that share this one's memory
  [[nodiscard]] virtual int rank_on_host() const noexcept = 0;   ///< of this process among those: 0 to ranks_on_host() - 1

  /// Collective: nobody leaves before all have come.
  virtual void barrier() = 0;

  /// Collective: every entry becomes the sum or the maximum of all ranks' entries, or the bits that are set in any. All ranks give
  /// as many. Whole numbers only, so that the result is the same whoever adds first.
  virtual void all_reduce(reduction how, std::span<std::uint64_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::uint32_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int32_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int16_t> values) = 0;
  virtual void all_reduce(reduction how, std::span<std::int8_t> values) = 0;

  /// Collective: all ranks receive the bytes of `root`; all give room for as many.
  virtual void broadcast(std::span<std::byte> bytes, int root) = 0;

  /// Collective: what each rank gives, by rank, on all of them. Any lengths.
  [[nodiscard]] virtual std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) = 0;

  /// Collective: bytes of each rank behind each other, by rank, on all of them: `sizes`, which all know, says how many from each;
  /// `all` has room for their sum. Rank r's come to where those of the ranks before it end.
  virtual void all_gather(std::span<const std::byte> mine, std::span<const std::uint64_t> sizes, std::span<std::byte> all) = 0;

  /// Collective: `mine[r]` goes to rank r, and `theirs[r]` comes from it. Both have size() entries.
  virtual void all_to_all(std::span<const std::uint64_t> mine, std::span<std::uint64_t> theirs) = 0;
  /// Collective: of the bytes `mine` the first `my_sizes[0]` go to rank 0, the next `my_sizes[1]` to rank 1 ...; what comes lies in
  /// `theirs` likewise, by `their_sizes`. Each rank knows what it will get from each. Any lengths.
  virtual void all_to_all(std::span<const std::byte> mine, std::span<const std::uint64_t> my_sizes, std::span<std::byte> theirs,
                          std::span<const std::uint64_t> their_sizes) = 0;

  /// Collective, though nobody waits in it: every rank will send `count` messages, numbered from 0, to each other rank, of at most
  /// `most_bytes` (below 2^31). They come into `room`, which has size() * count * most_bytes and must outlive the result.
  [[nodiscard]] virtual std::unique_ptr<posted_messages> post_receives(int count, std::uint64_t most_bytes,
                                                                       std::span<std::byte> room) = 0;

  /// Collective: every word becomes the bits that the ranks before this one have set; those of rank 0 become 0.
  virtual void prefix_or(std::span<std::uint64_t> words) = 0;

  /// Collective: all ranks that give the same `color` are the ranks of a new communicator, in order of their `key`. It must not
  /// outlive this one. Throws error_category::usage where one rank is the first of more than 1,024 at once.
  [[nodiscard]] virtual std::unique_ptr<communicator> split(int color, int key) = 0;

  /// Adds to a number that all ranks share, 0 at first, and returns what it was before. Not collective, and needs nobody's answer
  /// where the ranks share a host or their network has remote atomic operations.
  virtual std::uint64_t fetch_add(std::uint64_t value) = 0;

  /// For a program whose rank cannot go on while others wait for it: ends the processes of all ranks at once, with this exit code.
  [[noreturn]] virtual void end_all(int exit_code) = 0;

  /// The library's place for what takes long to make and lasts as long as these ranks do: NCCL's connection of their devices.
  [[nodiscard]] std::any& kept() noexcept { return kept_; }

 private:
  std::any kept_;
};

/// One rank, this process.
[[nodiscard]] std::unique_ptr<communicator> alone();

/// All ranks that mpirun (or another launcher) started; collective. Starts MPI unless that was done, and then ends it with the last
/// line of the communicator's life: keep one for the whole program. Where that life ends by an exception MPI is left open, so that
/// the launcher ends the ranks that still wait for this one as soon as its process is gone. Throws error_category::device where the
/// library was built without MPI, and where MPI has been ended before.
[[nodiscard]] std::unique_ptr<communicator> mpi_communicator();

/// Whether mpi_communicator() can work: the library was built with MPI.
[[nodiscard]] bool has_mpi() noexcept;

/// What all ranks of a call throw where one of them fails: "rank 2: " and its message, or the message alone where it is the same on
/// all of them. The communicator can still be used. Memory that grows with a graph is asked for together: where a rank has too
/// little, this is thrown. Any other exception out of a collective call on several ranks has happened on this one alone (a
/// connection is broken, or not even small memory is left) while others may wait for it: the only way on is end_all(), or to leave
/// the process.
class rank_error : public error {
 public:
  rank_error(error_category category, const std::string& message, int rank) : error(category, message), rank_(rank) {}

  /// Which failed, the lowest of them.
  [[nodiscard]] int rank() const noexcept { return rank_; }

 private:
  int rank_;
};

}  // namespace fathom
