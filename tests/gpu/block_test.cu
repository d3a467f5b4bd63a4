// Thread block primitives against serial loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gpu/block.cuh"
#include "on_device.hpp"

namespace fathom::test {
namespace {

constexpr unsigned long long many_bits = 0xF123'4567'89AB'CDEFull;

struct thread_results {
  std::uint32_t sum, least, most, before, total, twice;
  unsigned long long wide_sum, wide_before, modular_sum;
  double real_sum;
};

/// One thread block per `Threads` values; threads past the end hold 0. Calls follow each other without barriers.
template <unsigned Threads>
__global__ void __launch_bounds__(Threads)
    threads_kernel(const std::uint32_t* values, std::uint64_t size, thread_results* results, unsigned long long* sum) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * Threads + threadIdx.x;
  const std::uint32_t value = i < size ? values[i] : 0;
  const unsigned long long wide = static_cast<unsigned long long>(value) << 20;
  thread_results mine{};
  mine.sum = cuda::block_sum<Threads>(value);
  mine.twice = cuda::block_sum<Threads>(2 * value);
  mine.least = cuda::block_min<Threads>(value), mine.most = cuda::block_max<Threads>(value);
  mine.before = cuda::block_exclusive_sum<Threads>(value, mine.total);
  mine.wide_sum = cuda::block_sum<Threads>(wide), mine.wide_before = cuda::block_exclusive_sum<Threads>(wide);
  mine.modular_sum = cuda::block_sum<Threads>(value * many_bits);
  mine.real_sum = cuda::block_sum<Threads>(0.5 * value);
  cuda::block_add<Threads>(sum, value);
  if (i < size) results[i] = mine;
}

template <unsigned Threads>
void expect_reduced(const std::vector<std::uint32_t>& values) {
  SCOPED_TRACE(testing::Message() << values.size() << " values, " << Threads << " threads");
  const on_device gpu;
  const auto given = gpu.copy(values);
  const auto results = gpu.zeros<thread_results>(values.size());
  const auto all = gpu.zeros<unsigned long long>(1);
  const auto blocks = static_cast<unsigned>(values.size() / Threads + 1);
  threads_kernel<Threads><<<blocks, Threads, 0, gpu.s.get()>>>(given.data(), values.size(), results.data(), all.data());
  const std::vector<thread_results> found = gpu.read(results);
  EXPECT_EQ(gpu.read(all)[0], std::accumulate(values.begin(), values.end(), 0ull));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = i / Threads * Threads;
    std::vector<std::uint32_t> block(Threads, 0);
    for (std::size_t k = 0; k < Threads && first + k < values.size(); ++k) block[k] = values[first + k];
    const std::uint32_t sum = std::accumulate(block.begin(), block.end(), 0u);
    const std::uint32_t before = std::accumulate(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(i - first), 0u);
    ASSERT_EQ(found[i].sum, sum);
    ASSERT_EQ(found[i].twice, 2 * sum);
    ASSERT_EQ(found[i].least, *std::min_element(block.begin(), block.end()));
    ASSERT_EQ(found[i].most, *std::max_element(block.begin(), block.end()));
    ASSERT_EQ(found[i].before, before);
    ASSERT_EQ(found[i].total, sum);
    ASSERT_EQ(found[i].wide_sum, static_cast<unsigned long long>(sum) << 20);
    ASSERT_EQ(found[i].wide_before, static_cast<unsigned long long>(before) << 20);
    ASSERT_EQ(found[i].modular_sum, sum * many_bits);
    ASSERT_EQ(found[i].real_sum, 0.5 * sum);
  }
}

TEST(block, reduces_and_scans) {
  for (const std::size_t size : awkward_sizes) {
    const std::vector<std::uint32_t> values = random_values(size, 1000);
    expect_reduced<32>(values);
    expect_reduced<96>(values);
    expect_reduced<256>(values);
    expect_reduced<1024>(values);
  }
}

}  // namespace
}  // namespace fathom::test
