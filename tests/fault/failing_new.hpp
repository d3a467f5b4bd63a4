// Global operator new that fails on request and counts live blocks.
#pragma once

#include <cstddef>
#include <cstdint>

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
/// Blocks allocated and not freed.
[[nodiscard]] std::int64_t blocks_alive() noexcept;
/// Whether an allocation has failed since fail_allocation().
[[nodiscard]] bool has_failed() noexcept;

}  // namespace fathom::test
