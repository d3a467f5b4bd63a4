// Exchange of vertex sets between the processes of a grid row or column, in chunks that are sent as soon as they are ready.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "bfs/distributed/vertex_set_codec.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom::ranks_engine {

class set_exchange {
 public:
  /// For bitmaps of at most `words` words in at most `most_pieces` chunks. `ranks` must outlive it.
  set_exchange(communicator& ranks, std::uint64_t words, std::uint64_t most_pieces)
      : ranks_(ranks), room_(bitmap_bytes(words + most_pieces) * static_cast<std::uint64_t>(ranks.size())) {}

  /// Collective. Begins an exchange in which each process sends its set of `words` words in `pieces` chunks, or a separate set to
  /// each other process. Data received before becomes invalid.
  void open(std::uint64_t pieces, std::uint64_t words) {
    pieces_ = pieces, words_ = words;
    const std::uint64_t most_bytes = bitmap_bytes((words_ + pieces - 1) / pieces);
    messages_.reset();
    messages_ = ranks_.post_receives(static_cast<int>(pieces), most_bytes, room_);
  }

  /// Sends chunk `piece`, encoded, to all others; `encoded` must stay valid until wait() returns. Returns the bytes sent.
  std::uint64_t send(std::uint64_t piece, std::span<const std::byte> encoded) {
    for (int step = 1; step < ranks_.size(); ++step) {  // staggered, so that not all send to the same process at once
      messages_->send((ranks_.rank() + step) % ranks_.size(), static_cast<int>(piece), encoded);
    }
    return encoded.size() * static_cast<std::uint64_t>(ranks_.size() - 1);
  }
  /// Sends a one-chunk set to one process; `encoded` must stay valid until wait() returns.
  void send_to(int rank, std::span<const std::byte> encoded) { messages_->send(rank, 0, encoded); }

  void wait() { messages_->wait(); }

  /// After wait(): visits the set received from another process, see decode().
  template <class VisitBit, class VisitWord>
  void take(int rank, const VisitBit& visit_bit, const VisitWord& visit_word) const {
    for (std::uint64_t piece = 0; piece < pieces_; ++piece) {
      const index_range words = part_of(words_, pieces_, piece);
      decode(
          messages_->from(rank, static_cast<int>(piece)), words.last - words.first,
          [&](std::uint64_t bit) { visit_bit(words.first * 64 + bit); },
          [&](std::uint64_t w, std::uint64_t bits) { visit_word(words.first + w, bits); });
    }
  }

 private:
  communicator& ranks_;
  std::uint64_t words_ = 0, pieces_ = 1;
  std::vector<std::byte> room_;
  std::unique_ptr<posted_messages> messages_;  ///< refers to room_: must be destroyed first
};

}  // namespace fathom::ranks_engine
