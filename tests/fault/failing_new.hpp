// Global operator new that fails on request and counts live blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fathom::test {

enum class failing {
  once,     ///< one allocation fails, later ones work: an error path that allocates must not hide it
  for_good  ///< every allocation from then on fails: an error path must work without
};

/// Lets the allocation after `count` more fail, counting all threads together. Allocations of fewer than `least` bytes succeed and
/// are not counted.
void fail_allocation(std::uint64_t count, failing how, std::size_t least = 0) noexcept;
/// Lets allocations succeed again.
void stop_failing() noexcept;
/// Records allocations of at least `least` bytes instead of letting one fail, until stop_recording().
void record_allocations(std::size_t least) noexcept;
/// The recorded allocations in their order, each by a hash of the functions that called for it; at most the first 16,384. Valid
/// until the next recording.
[[nodiscard]] std::span<const std::uint64_t> stop_recording() noexcept;
/// Blocks allocated and not freed.
[[nodiscard]] std::int64_t blocks_alive() noexcept;
/// Whether an allocation has failed since fail_allocation().
[[nodiscard]] bool has_failed() noexcept;

}  // namespace fathom::test
