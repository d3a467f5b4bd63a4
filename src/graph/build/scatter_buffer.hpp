// Software write combining: scatters to thousands of streams at once in whole cache lines that bypass the caches.
// Written one by one, each entry would first fetch its line from memory; scattering 134 M entries that way took 2.5 times as long.
#pragma once

#include <cstdint>
#include <cstring>
#include <numeric>

#include "base/parallel.hpp"
#include "fathom/array.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace fathom {

/// One thread's buffers for `streams` streams into `base`, which is aligned to a cache line. Stream s starts at base + starts[s] -
/// origin. Entries put into stream number `streams` are dropped.
template <class Entry>
class scatter_buffer {
 public:
  /// Smallest number of entries that fills whole cache lines.
  static constexpr std::uint64_t group = std::lcm(std::size_t{64}, sizeof(Entry)) / sizeof(Entry);

  scatter_buffer(Entry* base, std::uint64_t streams, const std::uint64_t* starts, std::uint64_t origin)
      : base_(base), streams_(streams), next_(streams + 1), first_(streams + 1), lines_((streams + 1) * group) {
    for (std::uint64_t s = 0; s < streams; ++s) next_[s] = first_[s] = starts[s] - origin;
    next_[streams] = 0;
    first_[streams] = ~std::uint64_t{0};
  }

  void put(std::uint64_t stream, const Entry& e) {
    const std::uint64_t at = next_[stream]++;
    lines_[stream * group + at % group] = e;
    if (at % group == group - 1) write_group(stream, at + 1 - group);
  }

  /// Writes the entries left in the buffers.
  void finish() {
    for (std::uint64_t s = 0; s < streams_; ++s) {
      const std::uint64_t start = next_[s] / group * group;
      copy(s, start, std::max(start, first_[s]), next_[s]);
    }
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }

 private:
  void write_group(std::uint64_t s, std::uint64_t start) {
    // The beginning of the line belongs to another thread, or the stream is the one that is dropped.
    if (start < first_[s]) return copy(s, start, first_[s], start + group);
#if defined(__SSE2__)
    const auto* from = reinterpret_cast<const __m128i*>(&lines_[s * group]);
    auto* to = reinterpret_cast<__m128i*>(base_ + start);
    for (std::size_t i = 0; i < group * sizeof(Entry) / sizeof(__m128i); ++i) _mm_stream_si128(to + i, _mm_load_si128(from + i));
#else
    std::memcpy(base_ + start, &lines_[s * group], group * sizeof(Entry));
#endif
  }

  void copy(std::uint64_t s, std::uint64_t group_start, std::uint64_t first, std::uint64_t last) {
    if (first < last) std::memcpy(base_ + first, &lines_[s * group + (first - group_start)], (last - first) * sizeof(Entry));
  }

  Entry* base_;
  std::uint64_t streams_;
  array<std::uint64_t> next_, first_;
  array<Entry> lines_;
};

}  // namespace fathom
