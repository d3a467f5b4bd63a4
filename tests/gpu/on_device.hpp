// Inputs of awkward sizes for tests of GPU primitives, and copies between vectors and the device.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "gpu/transfer.hpp"
#include "tested_device.hpp"

namespace fathom::test {

/// Sizes around those of a warp and of the largest thread block.
inline constexpr std::size_t awkward_sizes[] = {0, 1, 31, 32, 33, 64, 1023, 1024, 1025, 5000};

/// Random numbers below `bound`.
template <class T = std::uint32_t>
std::vector<T> random_values(std::size_t size, std::uint64_t bound, std::uint64_t seed = 1) {
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<T>(random_bits(seed, i) % bound);
  return values;
}

/// Row lengths around those of a warp: single rows, runs of empty rows between others, and random rows.
inline std::vector<std::vector<std::uint64_t>> awkward_rows() {
  std::vector<std::vector<std::uint64_t>> all{{}, {0}, {1}, {31}, {32}, {33}, {5000}, {0, 0, 33, 0, 0}, {0, 1, 31, 33, 5000, 0}};
  all.emplace_back(1025, 0);
  all.emplace_back(1025, 1);
  all.push_back(random_values<std::uint64_t>(1000, 40));
  std::vector<std::uint64_t> skewed(3000, 0);
  for (std::size_t i = 0; i < skewed.size(); i += 97) skewed[i] = random_bits(2, i) % 700;
  skewed[1500] = 5000;
  all.push_back(skewed);
  return all;
}

/// First position of each row, then the end of the last row.
inline std::vector<std::uint64_t> offsets_of(const std::vector<std::uint64_t>& degrees) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::uint64_t degree : degrees) offsets.push_back(offsets.back() + degree);
  return offsets;
}

/// A stream of the tested device, and copies on it.
struct on_device {
  const cuda::current_device here{tested_device().index};
  const cuda::stream s;

  template <class T>
  [[nodiscard]] cuda::buffer<T> copy(const std::vector<T>& values) const {
    return cuda::upload(values.data(), values.size(), s);
  }
  template <class T>
  [[nodiscard]] cuda::buffer<T> zeros(std::size_t size) const {
    return cuda::filled<T>(size, 0, s);
  }
  /// The values, after all kernels before.
  template <class T>
  [[nodiscard]] std::vector<T> read(const cuda::buffer<T>& from) const {
    cuda::check_launch("launching a kernel");
    std::vector<T> values(from.size());
    cuda::copy_to_host(values.data(), from.data(), from.bytes(), s);
    return values;
  }
};

}  // namespace fathom::test
