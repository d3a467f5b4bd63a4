// The approximate sort on a CUDA device, against its definition on the host.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "graph/layout/cuda/approximate_sort.hpp"
#include "papers/sorting/time_device_sorts.hpp"
#include "tested_device.hpp"

namespace fathom::test {
namespace {

/// Random numbers below `bound`; any number if `bound` is 0.
std::vector<std::uint32_t> random_keys(std::size_t count, std::uint64_t bound) {
  std::vector<std::uint32_t> keys(count);
  for (std::size_t i = 0; i < count; ++i)
    keys[i] = static_cast<std::uint32_t>(bound ? random_bits(9, i) % bound : random_bits(9, i));
  return keys;
}

// A permutation of the numbers, with buckets in the same descending order as on the host.
void expect_sorted(const std::vector<std::uint32_t>& keys, std::uint32_t buckets) {
  SCOPED_TRACE(std::to_string(keys.size()) + " keys, " + std::to_string(buckets) + " buckets");
  const array<vertex_id> order = approximate_sort_cuda(tested_device(), keys, buckets);
  ASSERT_EQ(order.size(), keys.size());
  const std::vector<std::uint64_t> wide(keys.begin(), keys.end());
  const key_range range = range_of(wide, 1);
  std::vector<bool> seen(keys.size());
  std::uint64_t last = buckets;
  for (const vertex_id i : order) {
    ASSERT_LT(i, keys.size());
    ASSERT_FALSE(seen[i]) << i << " comes twice";
    seen[i] = true;
    const std::uint64_t bucket = projected_bucket(keys[i], range, buckets);
    ASSERT_LE(bucket, last);
    last = bucket;
  }
}

TEST(device_sort, orders_buckets) {
  for (const std::size_t count : {0, 1, 31, 4096, 4097, 100'000, 1'000'003}) {
    for (const std::uint32_t buckets : {1u, 2u, 1000u, 2048u, 2049u, 1u << 20}) {
      for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{41}, std::uint64_t{5000}, std::uint64_t{0}}) {
        expect_sorted(random_keys(count, bound), buckets);
      }
    }
  }
}

// Larger tiles, with a partial last tile.
TEST(device_sort, orders_many_keys) {
  expect_sorted(random_keys((1u << 22) + 12'345, 0), 1000);
  expect_sorted(random_keys((1u << 22) + 1, 41), 1000);
}

// As in a graph with hubs: almost all numbers are in one bucket.
TEST(device_sort, orders_degrees_with_hubs) {
  std::vector<std::uint32_t> keys = random_keys(5'000'000, 40);
  for (std::size_t i = 0; i < keys.size(); i += 100'003) keys[i] = static_cast<std::uint32_t>(i);
  keys.back() = 0xFFFFFFFFu;
  expect_sorted(keys, 1000);
  keys.back() = 0;
  expect_sorted(keys, 1000);
}

TEST(device_sort, is_timed) {
  const device_sort_seconds found = time_sorts_cuda(tested_device(), random_keys(1u << 20, 0), 1000, 3);
  EXPECT_GT(found.approximate, 0);
  EXPECT_GT(found.radix, found.approximate);
  EXPECT_GT(found.radix_bits, 0);
}

}  // namespace
}  // namespace fathom::test
