// A global operator new that fails when it is told to, and counts what is alive.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fathom::test {

enum class failing {
  once,     ///< one allocation fails, later ones work: an error path that allocates must not hide it
  for_good  ///< every allocation from then on fails: an error path must manage without
};

/// The allocation after `count` more fails; those of fewer bytes than `least` work, and do not count. Counts on all threads
/// together.
void fail_allocation(std::uint64_t count, failing how, std::size_t least = 0) noexcept;
/// Allocations work again.
void stop_failing() noexcept;
/// Blocks that were allocated and not freed.
[[nodiscard]] std::int64_t blocks_alive() noexcept;
/// Whether an allocation has failed since fail_allocation().
[[nodiscard]] bool has_failed() noexcept;

}  // namespace fathom::test
