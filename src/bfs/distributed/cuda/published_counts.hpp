// Counts of a level that the host decides by. A kernel writes them into pinned memory, for which the host polls: copies to pageable
// memory and a synchronization of the stream took longer than a small level. Include only in files that are compiled with CUDA.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "bfs/distributed/cuda/level_progress.hpp"
#include "gpu/await.hpp"
#include "gpu/pinned_memory.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

struct published_numbers {
  level_progress progress;
  unsigned long long published;  ///< nanoseconds of the device's clock
  std::uint32_t delegates;       ///< in the next frontier
  unsigned is_complete;          ///< 1 once everything has been written
};

/// The heads of messages in device memory, and numbers of the level, as of the last publish().
class published_counts {
 public:
  explicit published_counts(std::size_t messages) : heads_(cuda::pinned_array<message_head>(messages)) { expect(); }

  /// Call on the host before a publish() is launched whose end wait() waits for. Those before must have ended.
  void expect() { std::atomic_ref(counts_.data()->is_complete).store(0, std::memory_order_release); }

  /// With `progress`, also prepares it for the next level: counts the vertices of all messages, and increments the level.
  void publish(const frontier_message* messages, const cuda::stream& s, level_progress* progress = nullptr,
               const std::uint32_t* delegates = nullptr);

  /// Counts published on the same stream before can be read afterwards, too.
  void wait(const cuda::stream& s) { cuda::await(counts_.data()->is_complete, 1, s, "searching"); }

  [[nodiscard]] std::span<const message_head> heads() const { return {heads_.data(), heads_.size()}; }
  /// For kernels that write heads before a later publish() on the same stream.
  [[nodiscard]] message_head* heads_on_host() { return heads_.data(); }
  [[nodiscard]] const published_numbers& numbers() const { return *counts_.data(); }

 private:
  array<message_head> heads_;
  cuda::pinned<published_numbers> counts_;
};

}  // namespace fathom::ranks_engine
