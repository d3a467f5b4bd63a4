#include "graph/layout/approximate_sort.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t keys_per_thread = 1u << 14;

// Sorts the elements of `in` stably by bucket_of(element), which is below `buckets`. Each part of the elements is counted
// separately and gets its own range of each bucket.
template <class Bucket_of>
void scatter(std::span<const vertex_id> in, vertex_id* out, std::uint64_t buckets, int threads, Bucket_of&& bucket_of) {
  const auto parts = static_cast<std::size_t>(useful_threads(in.size(), std::max(keys_per_thread, buckets), threads));
  std::vector<std::uint64_t> places(parts * buckets);
  // 1. Count each part's elements in each bucket.
#pragma omp parallel for num_threads(static_cast <int>(parts)) schedule(static, 1)
  for (std::size_t part = 0; part < parts; ++part) {
    const index_range range = part_of(in.size(), parts, part);
    std::uint64_t* const count = &places[part * buckets];
    for (std::uint64_t i = range.first; i < range.last; ++i) ++count[bucket_of(in[i])];
  }
  // 2. Compute where each range begins: an exclusive prefix sum over buckets, and over parts within each bucket.
  std::uint64_t sum = 0;
  for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
    for (std::size_t part = 0; part < parts; ++part) sum += std::exchange(places[part * buckets + bucket], sum);
  }
  // 3. Scatter the elements.
#pragma omp parallel for num_threads(static_cast <int>(parts)) schedule(static, 1)
  for (std::size_t part = 0; part < parts; ++part) {
    const index_range range = part_of(in.size(), parts, part);
    std::uint64_t* const place = &places[part * buckets];
    for (std::uint64_t i = range.first; i < range.last; ++i) out[place[bucket_of(in[i])]++] = in[i];
  }
}

array<vertex_id> identity_order(std::size_t size) {
  array<vertex_id> order(size);
  std::iota(order.begin(), order.end(), vertex_id{0});
  return order;
}

}  // namespace

key_range range_of(std::span<const std::uint64_t> keys, int threads) {
  if (keys.empty()) return {};
  std::uint64_t low = keys[0], high = keys[0];
  const int team = useful_threads(keys.size(), keys_per_thread, threads);
#pragma omp parallel for num_threads(team) reduction(min : low) reduction(max : high)
  for (std::size_t i = 0; i < keys.size(); ++i) low = std::min(low, keys[i]), high = std::max(high, keys[i]);
  return {low, high};
}

array<vertex_id> approximate_sort(std::span<const std::uint64_t> keys, std::uint64_t buckets, int threads) {
  const key_range range = range_of(keys, threads);
  const array<vertex_id> given = identity_order(keys.size());
  array<vertex_id> order(keys.size());
  scatter(given.view(), order.data(), buckets, threads,
          [&](vertex_id i) { return buckets - 1 - projected_bucket(keys[i], range, buckets); });
  return order;
}

array<vertex_id> exact_sort(std::span<const std::uint64_t> keys, int threads) {
  constexpr int digit_bits = 11;
  constexpr std::uint64_t digits = 1u << digit_bits;
  const key_range range = range_of(keys, threads);
  array<vertex_id> order = identity_order(keys.size()), next(keys.size());
  for (int shift = 0; shift < static_cast<int>(std::bit_width(range.max - range.min)); shift += digit_bits) {
    scatter(order.view(), next.data(), digits, threads,
            [&](vertex_id i) { return ((range.max - keys[i]) >> shift) & (digits - 1); });
    order.swap(next);
  }
  return order;
}

}  // namespace fathom
