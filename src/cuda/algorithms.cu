#include "cuda/algorithms.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <limits>

namespace fathom::cuda {
namespace {

#if CUB_VERSION >= 300000
using item_count = std::int64_t;
#else
using item_count = int;
#endif

/// CUB's calls are made twice: for the size of their scratch memory, and for the work.
template <class Call>
void with_scratch(const stream& s, std::string_view doing, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), doing);
  buffer<char> scratch(bytes == 0 ? 1 : bytes, s);
  check(call(scratch.data(), bytes), doing);
}

template <class Key>
void sort_both(buffer<Key>& keys, buffer<Key>& key_scratch, buffer<std::uint32_t>& values, buffer<std::uint32_t>& value_scratch,
               int bits, const stream& s) {
  cub::DoubleBuffer<Key> both_keys(keys.data(), key_scratch.data());
  cub::DoubleBuffer<std::uint32_t> both_values(values.data(), value_scratch.data());
  with_scratch(s, "sorting", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, both_keys, both_values, static_cast<item_count>(keys.size()), 0, bits,
                                           s.get());
  });
  if (both_keys.Current() != keys.data()) keys.swap(key_scratch);
  if (both_values.Current() != values.data()) values.swap(value_scratch);
}

}  // namespace

std::uint64_t most_sorted() { return std::numeric_limits<item_count>::max(); }

std::uint64_t* sort(std::uint64_t* keys, std::uint64_t* scratch, std::uint64_t size, int bits, const stream& s) {
  cub::DoubleBuffer<std::uint64_t> both(keys, scratch);
  with_scratch(s, "sorting", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, both, static_cast<item_count>(size), 0, bits, s.get());
  });
  return both.Current();
}

void sort(buffer<std::uint64_t>& keys, buffer<std::uint64_t>& scratch, int bits, const stream& s) {
  if (sort(keys.data(), scratch.data(), keys.size(), bits, s) != keys.data()) keys.swap(scratch);
}

void sort_pairs(buffer<std::uint32_t>& keys, buffer<std::uint32_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s) {
  sort_both(keys, key_scratch, values, value_scratch, bits, s);
}

void sort_pairs(buffer<std::uint64_t>& keys, buffer<std::uint64_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s) {
  sort_both(keys, key_scratch, values, value_scratch, bits, s);
}

std::uint64_t unique(const std::uint64_t* keys, std::uint64_t size, std::uint64_t* to, const stream& s) {
  buffer<std::uint64_t> count(1, s);
  with_scratch(s, "dropping duplicates", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(memory, bytes, keys, to, count.data(), static_cast<item_count>(size), s.get());
  });
  return read_one(count.data(), s);
}

std::uint64_t unique_pairs(const std::uint64_t* keys, const std::uint32_t* values, std::uint64_t size, std::uint64_t* keys_to,
                           std::uint32_t* values_to, const stream& s) {
  buffer<std::uint64_t> count(1, s);
  with_scratch(s, "dropping duplicates", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::UniqueByKey(memory, bytes, keys, values, keys_to, values_to, count.data(),
                                          static_cast<item_count>(size), s.get());
  });
  return read_one(count.data(), s);
}

void exclusive_sum(const std::uint64_t* from, std::uint64_t* to, std::uint64_t size, const stream& s) {
  with_scratch(s, "adding up", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, from, to, static_cast<item_count>(size), s.get());
  });
}

}  // namespace fathom::cuda
