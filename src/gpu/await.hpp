// Waiting for a number that a kernel writes into pinned memory. For files that are compiled only with CUDA.
#pragma once

#include <atomic>
#include <chrono>
#include <string_view>

#include "gpu/runtime.hpp"

namespace fathom::cuda {

inline constexpr std::chrono::microseconds longest_polling{500};

/// Polls while the kernel may end any moment, since the driver answers some us later; then lets the driver wait for the stream,
/// which also reports errors.
inline void await(unsigned& written, unsigned awaited, const stream& s, std::string_view for_what) {
  using clock = std::chrono::steady_clock;
  const std::atomic_ref<unsigned> seen(written);
  for (const auto until = clock::now() + longest_polling; clock::now() < until;) {
    for (int i = 0; i < 100; ++i) {
      if (seen.load(std::memory_order_acquire) == awaited) return;
    }
  }
  s.wait(for_what);
}

}  // namespace fathom::cuda
