// Exchange of whole vertex sets along a grid row or column: to all of its processes, or to the vertices' owners.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bfs/distributed/set_exchange.hpp"
#include "bfs/distributed/work_clock.hpp"

namespace fathom::ranks_engine {

class line_sets {
 public:
  /// `words`: of a bitmap of one process's vertices.
  line_sets(communicator& line, std::uint64_t words) : line_(line), words_(words), exchange_(line, words, 1) {
    sent_.reserve(most_encoded_bytes(words) * static_cast<std::uint64_t>(line.size()));
  }

  /// Collective along the line. Sends a set of the process's own vertices to the others; visit(id) gets theirs, by id in the line.
  template <class Visit>
  void to_all(std::span<const std::uint64_t> mine, work_clock& clock, const Visit& visit) {
    if (line_.size() == 1) return;
    begin(clock);
    encode(mine, bits_in(mine), sent_);
    clock.sent(exchange_.send(0, sent_));
    finish(clock, [&](int rank, std::uint64_t bit) { visit(static_cast<std::uint64_t>(rank) * words_ * 64 + bit); });
  }

  /// Collective along the line. `sets` has one bitmap per process: the vertices of that process. visit(local id) gets the process's
  /// own vertices from the others, several times if several sent them.
  template <class Visit>
  void to_owners(std::span<const std::uint64_t> sets, work_clock& clock, const Visit& visit) {
    if (line_.size() == 1) return;
    begin(clock);
    for (int step = 1; step < line_.size(); ++step) {
      const int rank = (line_.rank() + step) % line_.size();
      const std::span<const std::uint64_t> set = sets.subspan(static_cast<std::uint64_t>(rank) * words_, words_);
      const std::size_t before = sent_.size();
      encode(set, bits_in(set), sent_);
      exchange_.send_to(rank, std::span<const std::byte>(sent_).subspan(before));
    }
    clock.sent(sent_.size());
    finish(clock, [&](int, std::uint64_t bit) { visit(bit); });
  }

 private:
  void begin(work_clock& clock) {
    clock.computed();
    sent_.clear();  // keeps its memory, which messages in flight refer to
    exchange_.open(1, words_);
  }
  template <class Visit>
  void finish(work_clock& clock, const Visit& visit) {
    exchange_.wait();
    for (int rank = 0; rank < line_.size(); ++rank) {
      if (rank == line_.rank()) continue;
      exchange_.take(
          rank, [&](std::uint64_t bit) { visit(rank, bit); },
          [&](std::uint64_t word, std::uint64_t bits) {
            for (; bits != 0; bits &= bits - 1) visit(rank, word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
          });
    }
    clock.exchanged();
  }

  communicator& line_;
  std::uint64_t words_;
  std::vector<std::byte> sent_;
  set_exchange exchange_;
};

}  // namespace fathom::ranks_engine
