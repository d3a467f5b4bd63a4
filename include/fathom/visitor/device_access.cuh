// Atomic operations on cells that many threads of a CUDA device write.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace fathom {

namespace multi_search_engine {

/// Unsigned type of the given size for compare-and-swap.
template <std::size_t Bytes>
struct cell_bits;
template <>
struct cell_bits<2> {
  using type = unsigned short;
};
template <>
struct cell_bits<4> {
  using type = unsigned int;
};
template <>
struct cell_bits<8> {
  using type = unsigned long long;
};
template <>
struct cell_bits<16> {
  struct alignas(16) type {
    unsigned long long low, high;
    __device__ bool operator==(const type& other) const { return low == other.low && high == other.high; }
  };
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
inline constexpr std::size_t most_swapped_bytes = 8;
#else
inline constexpr std::size_t most_swapped_bytes = 16;
#endif

/// Replaces the cell's value x by change(x) if wanted(x), under a lock: for cells of 16 bytes on devices below 9.0, which cannot
/// swap them. Cells share the locks by a hash of their address. Threads of a warp that wait for each other's lock make progress
/// because the holder releases it within the same iteration.
template <class T, class Wanted, class Change>
__device__ void change_locked_cell(T& cell, const Wanted& wanted, const Change& change) {
  constexpr unsigned lock_bits = 12;
  static __device__ unsigned locks[1u << lock_bits];
  const auto number = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(&cell) / sizeof(T));
  unsigned* const lock = locks + (number * 0x9E3779B1u >> (32 - lock_bits));  // Fibonacci hashing
  auto* const at = reinterpret_cast<volatile unsigned long long*>(&cell);     // volatile: not from the L1 cache
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0u, 1u) != 0) continue;
    __threadfence();
    unsigned long long halves[2] = {at[0], at[1]};
    T value;
    memcpy(&value, halves, sizeof value);
    if (wanted(value)) {
      value = change(value);
      memcpy(halves, &value, sizeof value);
      at[0] = halves[0], at[1] = halves[1];
    }
    __threadfence();
    atomicExch(lock, 0u);
    done = true;
  }
}

/// Replaces the cell's value x by change(x) with a compare-and-swap loop, as long as wanted(x).
template <class T, class Wanted, class Change>
__device__ void change_cell(T& cell, const Wanted& wanted, const Change& change) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
                "multi_search: on a GPU, cells for add(), lower() and raise() must have 2, 4, 8 or 16 bytes");
  if constexpr (sizeof(T) > most_swapped_bytes) {
    change_locked_cell(cell, wanted, change);
  } else {
    using bits = typename cell_bits<sizeof(T)>::type;
    bits* const at = reinterpret_cast<bits*>(&cell);
    // This read may be torn or stale; the compare-and-swap detects that.
    bits seen = *at;
    for (;;) {
      T value;
      memcpy(&value, &seen, sizeof value);
      if (!wanted(value)) return;
      value = change(value);
      bits next = seen;  // keeps padding bytes
      memcpy(&next, &value, sizeof value);
      const bits before = atomicCAS(at, seen, next);
      if (before == seen) return;
      seen = before;
    }
  }
}

}  // namespace multi_search_engine

/// The counterpart of shared_access on a device.
struct device_access {
  template <class T>
  __device__ static void add(T& cell, T value) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, float> || std::is_same_v<T, double>) {
      atomicAdd(&cell, value);
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      atomicAdd(reinterpret_cast<unsigned long long*>(&cell), static_cast<unsigned long long>(value));
    } else {
      multi_search_engine::change_cell(
          cell, [](const T&) { return true; }, [&](const T& seen) { return static_cast<T>(seen + value); });
    }
  }
  template <class T>
  __device__ static void lower(T& cell, T value) {
    multi_search_engine::change_cell(
        cell, [&](const T& seen) { return value < seen; }, [&](const T&) { return value; });
  }
  template <class T>
  __device__ static void raise(T& cell, T value) {
    multi_search_engine::change_cell(
        cell, [&](const T& seen) { return seen < value; }, [&](const T&) { return value; });
  }
  /// Reads a cell that others may be writing, bypassing caches that are not coherent.
  template <class T>
  __device__ static T load(const T& cell) {
    if constexpr (std::is_arithmetic_v<T>) {
      return *const_cast<const volatile T*>(&cell);
    } else {
      return cell;
    }
  }
};

}  // namespace fathom
