// Approximate and exact sorts by descending key, used to order vertices by degree.
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
/// Smallest and largest key; 0 and 0 if there are none.
[[nodiscard]] key_range range_of(std::span<const std::uint64_t> keys, int threads);

/// The paper's bucket of a key, by linear projection onto buckets of equal width: 0 for the smallest key, buckets - 1 for the
/// largest. If all keys are equal, all are in bucket 0.
[[nodiscard]] constexpr std::uint64_t projected_bucket(std::uint64_t key, key_range range, std::uint64_t buckets) noexcept {
  if (range.max == range.min) return 0;
  // A division of 128 bits takes several times as long.
  if (((range.max - range.min) | buckets) >> 32 == 0) return (key - range.min) * (buckets - 1) / (range.max - range.min);
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(key - range.min) * (buckets - 1) / (range.max - range.min));
}

/// Permutation of the keys: entry i is the index of the key in position i. Buckets are in descending order of their keys; within a
/// bucket the order is stable. Three steps: count the keys of each bucket, prefix sum, scatter. The result does not depend on the
/// number of threads.
[[nodiscard]] array<vertex_id> approximate_sort(std::span<const std::uint64_t> keys, std::uint64_t buckets, int threads);

/// The exact permutation by descending key, stable: a radix sort with digits of 11 bits.
[[nodiscard]] array<vertex_id> exact_sort(std::span<const std::uint64_t> keys, int threads);

}  // namespace fathom
