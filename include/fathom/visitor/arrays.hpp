// Arrays and totals of user programs for multi_search(), held as plain pointers so that the same callbacks run on CPU and GPU.
#pragma once

#include <limits>
#include <type_traits>

#include "fathom/callable.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Array with one entry per vertex. The framework allocates the memory and sets `data`; the array does not own it.
template <class T>
struct vertex_array {
  static_assert(std::is_trivially_copyable_v<T>, "arrays of a program hold plain data: T must be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator[](vertex_id v) const noexcept { return data[v]; }
};

/// Array with one entry per stored directed edge, indexed by position in the out-edges. For totals only.
template <class T>
struct edge_array {
  static_assert(std::is_trivially_copyable_v<T>, "arrays of a program hold plain data: T must be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator[](edge_offset e) const noexcept { return data[e]; }
};

/// One value for all searches together. For totals only; a scalar of a single search is a plain member of its state.
template <class T>
struct total_value {
  static_assert(std::is_trivially_copyable_v<T>, "totals of a program are plain data: T must be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator*() const noexcept { return *data; }
};

/// Third argument for an array in a state's list: the array's contents after each search are part of the result.
struct keep_tag {};
inline constexpr keep_tag kept{};

/// Combiners for totals of searches and for messages of edges. They are associative and commutative, up to the rounding of
/// floating-point sums. The identity is 0 for sum, and for minimum and maximum the largest and smallest value of the type, which is
/// infinite if the type has infinities.
namespace combiner {

// Constants, because functions of the standard library cannot be called on a device.
template <class T>
inline constexpr T largest_there_is = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                           : std::numeric_limits<T>::max();
template <class T>
inline constexpr T smallest_there_is = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                            : std::numeric_limits<T>::lowest();

struct sum_of_all {
  template <class T>
  [[nodiscard]] FATHOM_CALLABLE static constexpr T identity() noexcept {
    return T{};
  }
  template <class T>
  FATHOM_CALLABLE static constexpr void combine(T& into, const T& value) noexcept {
    into = static_cast<T>(into + value);
  }
};

struct smallest {
  template <class T>
  [[nodiscard]] FATHOM_CALLABLE static constexpr T identity() noexcept {
    return largest_there_is<T>;
  }
  template <class T>
  FATHOM_CALLABLE static constexpr void combine(T& into, const T& value) noexcept {
    if (value < into) into = value;
  }
};

struct largest {
  template <class T>
  [[nodiscard]] FATHOM_CALLABLE static constexpr T identity() noexcept {
    return smallest_there_is<T>;
  }
  template <class T>
  FATHOM_CALLABLE static constexpr void combine(T& into, const T& value) noexcept {
    if (into < value) into = value;
  }
};

inline constexpr sum_of_all sum{};
inline constexpr smallest minimum{};
inline constexpr largest maximum{};

}  // namespace combiner

}  // namespace fathom
