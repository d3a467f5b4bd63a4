// Vertices by falling degree, roughly or exactly.
// Zhong et al., "Optimizing Graph Processing on GPUs", TPDS 28(4), 2017, section 4.1: approximate sorting.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct key_range {
  std::uint64_t min = 0, max = 0;
};
/// 0 and 0 where there are no keys.
[[nodiscard]] key_range range_of(std::span<const std::uint64_t> keys, int threads);

/// The paper's bucket of a key, by linear projection: 0 for the smallest, buckets - 1 for the largest, all equally wide. All keys
/// are in bucket 0 where they are equal.
[[nodiscard]] constexpr std::uint64_t projected_bucket(std::uint64_t key, key_range range, std::uint64_t buckets) noexcept {
  if (range.max == range.min) return 0;
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(key - range.min) * (buckets - 1) / (range.max - range.min));
}

/// What comes where: entry i is the number of the key that comes i-th. Buckets by falling keys; in a bucket keys stay in their
/// order. In three steps: count the keys of each bucket, prefix sum, scatter. The same on any number of threads.
[[nodiscard]] array<vertex_id> approximate_sort(std::span<const std::uint64_t> keys, std::uint64_t buckets, int threads);

/// The same by falling keys, exactly, equal ones in their order: a radix sort with digits of 11 bits.
[[nodiscard]] array<vertex_id> exact_sort(std::span<const std::uint64_t> keys, int threads);

}  // namespace fathom
