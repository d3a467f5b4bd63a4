// Counts of a level that the host decides by. A kernel writes them into pinned memory, for which the host polls: copies to pageable
// memory and a synchronization of the stream took longer than a small level. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/await.hpp"
#include "gpu/event.hpp"
#include "gpu/pinned_array.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

struct published_numbers {
  unsigned long long inspected;  ///< edges, since the search began
  std::uint32_t delegates;       ///< in the next frontier
  unsigned number;               ///< of this message; written last
};

/// The heads of messages in device memory, and two numbers, as of the last publish().
class published_counts {
 public:
  explicit published_counts(std::size_t messages) : heads_(cuda::pinned_array<message_head>(messages)) {
    counts_.data()->number = 0;
  }

  void publish(const frontier_message* messages, const cuda::stream& s, const unsigned long long* inspected = nullptr,
               const std::uint32_t* delegates = nullptr);

  /// Counts published on the same stream before can be read afterwards, too.
  void wait(const cuda::stream& s) { cuda::await(counts_.data()->number, number_, s, "searching"); }

  [[nodiscard]] std::span<const message_head> heads() const { return {heads_.data(), heads_.size()}; }
  [[nodiscard]] const published_numbers& numbers() const { return *counts_.data(); }

 private:
  array<message_head> heads_;
  cuda::pinned<published_numbers> counts_;
  unsigned number_ = 0;
};

}  // namespace fathom::ranks_engine
