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

struct told_numbers {
  unsigned long long inspected;  ///< edges, since the search began
  std::uint32_t delegates;       ///< in the next frontier
  unsigned number;               ///< of this message; written last
};

/// The heads of messages in device memory, and two numbers, as of the last tell().
class told_counts {
 public:
  explicit told_counts(std::size_t messages) : heads_(cuda::pinned_array<message_head>(messages)) { told_.data()->number = 0; }

  void tell(const frontier_message* messages, const cuda::stream& s, const unsigned long long* inspected = nullptr,
            const std::uint32_t* delegates = nullptr);

  /// What was told on the same stream before is there as well afterwards.
  void wait(const cuda::stream& s) { cuda::await(told_.data()->number, number_, s, "searching"); }

  [[nodiscard]] std::span<const message_head> heads() const { return {heads_.data(), heads_.size()}; }
  [[nodiscard]] const told_numbers& numbers() const { return *told_.data(); }

 private:
  array<message_head> heads_;
  cuda::pinned<told_numbers> told_;
  unsigned number_ = 0;
};

}  // namespace fathom::ranks_engine
