#include "papers/sorting/time_device_sorts.hpp"

#include <algorithm>
#include <bit>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <vector>

#include "gpu/transfer.hpp"
#include "graph/layout/cuda/approximate_sort.hpp"

namespace fathom {
namespace {

using cuda::buffer;
using cuda::check;

// Sorts per measurement, enqueued back to back so that the host stays ahead of the device.
constexpr int sorts_together = 8;

template <class Sort>
double median_seconds(int runs, const cuda::stream& s, Sort&& sort) {
  sort();  // warm-up: the first call loads the code
  std::vector<double> seconds;
  for (int run = 0; run < std::max(runs, 1); ++run) {
    cuda::stopwatch watch;
    watch.start(s);
    for (int i = 0; i < sorts_together; ++i) sort();
    watch.stop(s);
    s.wait("sorting");
    seconds.push_back(watch.seconds() / sorts_together);
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

// Sorts into separate arrays, so that each run reads the same keys.
struct radix_sort {
  radix_sort(const buffer<std::uint32_t>& k, const buffer<vertex_id>& v, const cuda::stream& s)
      : keys(k), values(v), stream(s), sorted_keys(k.size(), s), sorted_values(k.size(), s) {
    check(call(nullptr, 32), "sorting");
    scratch = buffer<char>(scratch_bytes, s);
  }
  cudaError_t call(void* memory, int bits) {
    return cub::DeviceRadixSort::SortPairs(memory, scratch_bytes, keys.data(), sorted_keys.data(), values.data(),
                                           sorted_values.data(), static_cast<int>(keys.size()), 0, bits, stream.get());
  }
  double seconds(int bits, int runs) {
    return median_seconds(runs, stream, [&] { check(call(scratch.data(), bits), "sorting"); });
  }

  const buffer<std::uint32_t>& keys;
  const buffer<vertex_id>& values;
  const cuda::stream& stream;
  buffer<std::uint32_t> sorted_keys;
  buffer<vertex_id> sorted_values;
  buffer<char> scratch;
  std::size_t scratch_bytes = 0;
};

struct larger {
  __device__ bool operator()(std::uint32_t a, std::uint32_t b) const { return a > b; }
};

double merge_seconds(const buffer<std::uint32_t>& keys, const buffer<vertex_id>& values, int runs, const cuda::stream& s) {
  const buffer<std::uint32_t> sorted_keys(keys.size(), s);
  const buffer<vertex_id> sorted_values(keys.size(), s);
  std::size_t bytes = 0;
  const auto call = [&](void* memory) {
    check(cub::DeviceMergeSort::SortPairsCopy(memory, bytes, keys.data(), values.data(), sorted_keys.data(), sorted_values.data(),
                                              static_cast<int>(keys.size()), larger{}, s.get()),
          "sorting");
  };
  call(nullptr);
  const buffer<char> scratch(bytes, s);
  return median_seconds(runs, s, [&] { call(scratch.data()); });
}

}  // namespace

device_sort_seconds time_sorts_cuda(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets, int runs) {
  device_sort_seconds found;
  if (keys.empty()) return found;
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  // Keys and indices, the same amount for CUB, and for the results of both sorts.
  cuda::require_device_memory(keys.size() * 8 * sizeof(vertex_id) + device_approximate_sort::bytes(buckets),
                              "sorting " + std::to_string(keys.size()) + " keys");
  const cuda::stream s;
  const auto n = static_cast<vertex_id>(keys.size());
  const buffer<std::uint32_t> there = cuda::upload(keys.data(), keys.size(), s);
  std::vector<vertex_id> counted(keys.size());
  for (vertex_id i = 0; i < n; ++i) counted[i] = i;
  const buffer<vertex_id> numbers = cuda::upload(counted.data(), counted.size(), s);
  const buffer<vertex_id> order(keys.size(), s);
  device_approximate_sort sort(buckets, s);
  found.approximate = median_seconds(runs, s, [&] { sort.sort(there.data(), n, order.data()); });
  radix_sort radix(there, numbers, s);
  found.radix = radix.seconds(32, runs);
  found.radix_bits = radix.seconds(std::max(1, static_cast<int>(std::bit_width(sort.range().max))), runs);
  found.merge = merge_seconds(there, numbers, runs, s);
  return found;
}

}  // namespace fathom
