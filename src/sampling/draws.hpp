// Random streams of walks and of sampled vertices, the same on every device.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "fathom/callable.hpp"

namespace fathom {

/// Stream `index` of a seed. Any of its values can be computed at any time, so that threads and devices need no state.
class draw_stream {
 public:
  FATHOM_CALLABLE constexpr draw_stream(std::uint64_t seed, std::uint64_t index) noexcept : key_(mix64(random_bits(seed, index))) {}

  /// 64 random bits: value `draw` of step `step`. It is random_bits(random_bits(seed, index), step * 2^32 + draw).
  [[nodiscard]] FATHOM_CALLABLE constexpr std::uint64_t operator()(std::uint32_t step, std::uint32_t draw) const noexcept {
    return mix64(key_ ^ (static_cast<std::uint64_t>(step) << 32 | draw));
  }

 private:
  std::uint64_t key_;
};

}  // namespace fathom
