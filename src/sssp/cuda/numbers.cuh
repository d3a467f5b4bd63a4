// Distance types on a CUDA device: 32-bit integers if all weights are integers, otherwise doubles. Since distances are not
// negative, their bits order like their values, so that atomic minima can use unsigned integers. Weights are given as the bits
// stored in a weighted_edge, or as an index into a list of doubles if floats do not hold them.
#pragma once

#include <cstdint>

namespace fathom::sssp_engine {

template <class Value>
struct number;

template <>
struct number<std::uint32_t> {
  using bits = unsigned;
  static constexpr bits none = ~0u;  // no distance; larger than all others
  __device__ static bits to_bits(std::uint32_t x) { return x; }
  __device__ static std::uint32_t from_bits(bits b) { return b; }
  __device__ static std::uint32_t of_weight(unsigned weight, bool) { return weight; }
  /// Returns false if the sum needs more bits.
  __device__ static bool add(std::uint32_t a, std::uint32_t b, std::uint32_t& sum) {
    sum = a + b;
    return sum >= a && sum < last;
  }
  static constexpr std::uint32_t last = none - 1;  // larger than all distances
  __device__ static std::uint32_t above(std::uint32_t x) { return x + 1; }
};

template <>
struct number<double> {
  using bits = unsigned long long;
  static constexpr bits none = ~0ull;
  __device__ static bits to_bits(double x) { return static_cast<bits>(__double_as_longlong(x)); }
  __device__ static double from_bits(bits b) { return __longlong_as_double(static_cast<long long>(b)); }
  __device__ static double of_weight(unsigned weight, bool real) {
    return real ? static_cast<double>(__uint_as_float(weight)) : weight;
  }
  __device__ static bool add(double a, double b, double& sum) {
    sum = a + b;
    return true;
  }
  __device__ static double above(double x) { return from_bits(to_bits(x) + 1); }
};

}  // namespace fathom::sssp_engine
