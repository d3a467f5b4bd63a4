// Warp primitives against serial loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gpu/kernel.cuh"
#include "gpu/queue.cuh"
#include "gpu/warp.cuh"
#include "on_device.hpp"

namespace fathom::test {
namespace {

using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

constexpr unsigned threads = 128;
constexpr unsigned long long many_bits = 0xF123'4567'89AB'CDEFull;

struct lane_results {
  std::uint32_t sum, least, most, up_to, rank;
  unsigned long long wide_sum, wide_least, wide_up_to, modular_sum;
  double real_sum;
  std::int32_t signed_least;
  std::uint32_t group_sum[6];  ///< of groups of 1, 2, 4, ... 32 lanes
  std::uint64_t bits_seen;     ///< from for_each_bit(): the first five indices, in base 64
};

/// One lane per value; lanes past the end hold 0.
__global__ void __launch_bounds__(threads) lanes_kernel(const std::uint32_t* values, std::uint64_t size, lane_results* results) {
  const std::uint64_t rounded = (size + warp_lanes - 1) / warp_lanes * warp_lanes;
  for (std::uint64_t i = cuda::grid_thread(); i < rounded; i += cuda::grid_threads()) {
    const std::uint32_t value = i < size ? values[i] : 0;
    const unsigned long long wide = static_cast<unsigned long long>(value) << 20;
    const auto add = [](std::uint32_t a, std::uint32_t b) { return a + b; };
    lane_results mine{};
    mine.sum = cuda::warp_sum(value), mine.least = cuda::warp_min(value), mine.most = cuda::warp_max(value);
    mine.up_to = cuda::warp_inclusive_sum(value);
    mine.wide_sum = cuda::warp_sum(wide), mine.wide_least = cuda::warp_min(wide), mine.wide_up_to = cuda::warp_inclusive_sum(wide);
    mine.modular_sum = cuda::warp_sum(value * many_bits);
    mine.real_sum = cuda::warp_sum(0.5 * value);
    mine.signed_least = cuda::warp_min(-static_cast<std::int32_t>(value));
    for (unsigned k = 0; k < 6; ++k) mine.group_sum[k] = cuda::warp_reduce(value, add, 1u << k);
    const unsigned odd = __ballot_sync(all_lanes, value % 2 == 1);
    mine.rank = cuda::warp_rank(odd);
    unsigned seen = 0;
    cuda::for_each_bit(odd, [&](int bit) {
      if (seen++ < 5) mine.bits_seen = mine.bits_seen * 64 + static_cast<unsigned>(bit);
    });
    if (i < size) results[i] = mine;
  }
}

TEST(warp, reduces_and_scans) {
  const on_device gpu;
  for (const std::size_t size : awkward_sizes) {
    SCOPED_TRACE(size);
    const std::vector<std::uint32_t> values = random_values(size, 1000);
    const auto given = gpu.copy(values);
    const auto results = gpu.zeros<lane_results>(size);
    lanes_kernel<<<3, threads, 0, gpu.s.get()>>>(given.data(), size, results.data());
    const std::vector<lane_results> found = gpu.read(results);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t first = i / 32 * 32;
      std::vector<std::uint32_t> warp(32, 0);
      for (std::size_t k = 0; k < 32 && first + k < size; ++k) warp[k] = values[first + k];
      const auto mine = warp.begin() + static_cast<std::ptrdiff_t>(i - first);
      const std::uint32_t sum = std::accumulate(warp.begin(), warp.end(), 0u), up_to = std::accumulate(warp.begin(), mine + 1, 0u);
      const std::uint32_t least = *std::min_element(warp.begin(), warp.end()), most = *std::max_element(warp.begin(), warp.end());
      ASSERT_EQ(found[i].sum, sum);
      ASSERT_EQ(found[i].least, least);
      ASSERT_EQ(found[i].most, most);
      ASSERT_EQ(found[i].up_to, up_to);
      ASSERT_EQ(found[i].wide_sum, static_cast<unsigned long long>(sum) << 20);
      ASSERT_EQ(found[i].wide_least, static_cast<unsigned long long>(least) << 20);
      ASSERT_EQ(found[i].wide_up_to, static_cast<unsigned long long>(up_to) << 20);
      ASSERT_EQ(found[i].modular_sum, sum * many_bits);
      ASSERT_EQ(found[i].real_sum, 0.5 * sum);
      ASSERT_EQ(found[i].signed_least, -static_cast<std::int32_t>(most));
      for (unsigned k = 0; k < 6; ++k) {
        const auto group = warp.begin() + static_cast<std::ptrdiff_t>((i - first) >> k << k);
        ASSERT_EQ(found[i].group_sum[k], std::accumulate(group, group + (1 << k), 0u)) << "groups of " << (1 << k);
      }
      const auto is_odd = [](std::uint32_t x) { return x % 2 == 1; };
      ASSERT_EQ(found[i].rank, std::count_if(warp.begin(), mine, is_odd));
      std::uint64_t bits_seen = 0;
      for (std::size_t k = 0, seen = 0; k < 32 && seen < 5; ++k) {
        if (is_odd(warp[k])) bits_seen = bits_seen * 64 + k, ++seen;
      }
      ASSERT_EQ(found[i].bits_seen, bits_seen);
    }
  }
}

/// Appends the odd values to two queues, directly and through buffers, and sums all values.
__global__ void __launch_bounds__(threads)
    append_kernel(const std::uint32_t* values, std::uint64_t size, std::uint32_t* direct, unsigned* direct_end,
                  std::uint32_t* buffered, unsigned long long* buffered_end, unsigned long long* sum) {
  cuda::warp_queue<std::uint32_t, unsigned long long, threads> queue(buffered, buffered_end);
  for (std::uint64_t base = cuda::grid_thread() - lane(); base < size; base += cuda::grid_threads()) {
    const std::uint32_t value = base + lane() < size ? values[base + lane()] : 0;
    const bool wanted = value % 2 == 1;
    const unsigned at = cuda::warp_append(direct_end, wanted);
    if (wanted) direct[at] = value;
    queue.push(wanted, value);
    cuda::warp_add(sum, value);
  }
  queue.flush();
}

void expect_appended(const std::vector<std::uint32_t>& values) {
  const on_device gpu;
  const auto given = gpu.copy(values);
  const auto direct = gpu.zeros<std::uint32_t>(values.size()), buffered = gpu.zeros<std::uint32_t>(values.size());
  const auto direct_end = gpu.zeros<unsigned>(1);
  const auto buffered_end = gpu.zeros<unsigned long long>(1), sum = gpu.zeros<unsigned long long>(1);
  append_kernel<<<3, threads, 0, gpu.s.get()>>>(given.data(), values.size(), direct.data(), direct_end.data(), buffered.data(),
                                                buffered_end.data(), sum.data());
  std::vector<std::uint32_t> expected;
  for (const std::uint32_t value : values) {
    if (value % 2 == 1) expected.push_back(value);
  }
  std::sort(expected.begin(), expected.end());
  const auto sorted = [&](std::vector<std::uint32_t> found, std::size_t size) {
    EXPECT_TRUE(std::all_of(found.begin() + static_cast<std::ptrdiff_t>(size), found.end(), [](auto x) { return x == 0; }));
    found.resize(size);
    std::sort(found.begin(), found.end());
    return found;
  };
  ASSERT_EQ(gpu.read(direct_end)[0], expected.size());
  ASSERT_EQ(gpu.read(buffered_end)[0], expected.size());
  EXPECT_EQ(sorted(gpu.read(direct), expected.size()), expected);
  EXPECT_EQ(sorted(gpu.read(buffered), expected.size()), expected);
  EXPECT_EQ(gpu.read(sum)[0], std::accumulate(values.begin(), values.end(), 0ull));
}

TEST(warp, appends_to_queues) {
  for (const std::size_t size : awkward_sizes) {
    SCOPED_TRACE(size);
    expect_appended(random_values(size, 100000));
    expect_appended(std::vector<std::uint32_t>(size, 0));
    expect_appended(std::vector<std::uint32_t>(size, 7));
  }
}

}  // namespace
}  // namespace fathom::test
