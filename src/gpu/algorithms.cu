#include "gpu/algorithms.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <limits>

#include "gpu/kernel.cuh"

namespace fathom::cuda {
namespace {

#if CUB_VERSION >= 300000
using item_count = std::int64_t;
#else
using item_count = int;
#endif

/// Makes a CUB call twice: first to get the size of its scratch memory, then to do the work.
template <class Call>
void with_scratch(const stream& s, std::string_view doing, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), doing);
  buffer<char> scratch(bytes == 0 ? 1 : bytes, s);
  check(call(scratch.data(), bytes), doing);
}

/// Gives the first key of each run of equal keys the smallest weight of the run.
__global__ void keep_smallest(const std::uint64_t* keys, std::uint64_t size, float* weights) {
  for (std::uint64_t i = grid_thread(); i < size; i += grid_threads()) {
    if (i > 0 && keys[i - 1] == keys[i]) continue;
    float smallest = weights[i];
    for (std::uint64_t k = i + 1; k < size && keys[k] == keys[i]; ++k) {
      if (weights[k] < smallest) smallest = weights[k];
    }
    weights[i] = smallest;
  }
}

}  // namespace

std::uint64_t most_sorted() { return std::numeric_limits<item_count>::max(); }

weighted_keys sort(weighted_keys keys, weighted_keys scratch, std::uint64_t size, int bits, const stream& s) {
  cub::DoubleBuffer<std::uint64_t> both_keys(keys.keys, scratch.keys);
  cub::DoubleBuffer<float> both_weights(keys.weights, scratch.weights);
  with_scratch(s, "sorting", [&](void* memory, std::size_t& bytes) {
    const auto count = static_cast<item_count>(size);
    return keys.weights ? cub::DeviceRadixSort::SortPairs(memory, bytes, both_keys, both_weights, count, 0, bits, s.get())
                        : cub::DeviceRadixSort::SortKeys(memory, bytes, both_keys, count, 0, bits, s.get());
  });
  return {both_keys.Current(), keys.weights ? both_weights.Current() : nullptr};
}

void sort_pairs(buffer<std::uint32_t>& keys, buffer<std::uint32_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s) {
  cub::DoubleBuffer<std::uint32_t> both_keys(keys.data(), key_scratch.data());
  cub::DoubleBuffer<std::uint32_t> both_values(values.data(), value_scratch.data());
  with_scratch(s, "sorting", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, both_keys, both_values, static_cast<item_count>(keys.size()), 0, bits,
                                           s.get());
  });
  if (both_keys.Current() != keys.data()) keys.swap(key_scratch);
  if (both_values.Current() != values.data()) values.swap(value_scratch);
}

std::uint64_t unique(weighted_keys keys, std::uint64_t size, weighted_keys to, const stream& s) {
  if (size == 0) return 0;
  if (keys.weights) {
    keep_smallest<<<wide_grid(size), wide_block, 0, s.get()>>>(keys.keys, size, keys.weights);
    check_launch("comparing weights");
  }
  buffer<std::uint64_t> count(1, s);
  with_scratch(s, "removing duplicates", [&](void* memory, std::size_t& bytes) {
    const auto all = static_cast<item_count>(size);
    return keys.weights ? cub::DeviceSelect::UniqueByKey(memory, bytes, keys.keys, keys.weights, to.keys, to.weights, count.data(),
                                                         all, s.get())
                        : cub::DeviceSelect::Unique(memory, bytes, keys.keys, to.keys, count.data(), all, s.get());
  });
  return read_one(count.data(), s);
}

void exclusive_sum(const std::uint64_t* from, std::uint64_t* to, std::uint64_t size, const stream& s) {
  with_scratch(s, "computing prefix sums", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, from, to, static_cast<item_count>(size), s.get());
  });
}

}  // namespace fathom::cuda
