// What programs of multi_search() hold: arrays and totals as plain pointers, so that the same callbacks run on a CPU and on a GPU.
#pragma once

#include <limits>
#include <type_traits>

#include "fathom/callable.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// An entry for each vertex. The framework allocates it and sets `data`; it is not owned.
template <class T>
struct vertex_array {
  static_assert(std::is_trivially_copyable_v<T>, "arrays of a program hold plain data: T has to be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator[](vertex_id v) const noexcept { return data[v]; }
};

/// An entry for each directed edge as stored, by its position in the out-edges. For totals only.
template <class T>
struct edge_array {
  static_assert(std::is_trivially_copyable_v<T>, "arrays of a program hold plain data: T has to be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator[](edge_offset e) const noexcept { return data[e]; }
};

/// One value for all searches together. For totals only: a scalar of one search is a member of its state, without any wrapping.
template <class T>
struct total_value {
  static_assert(std::is_trivially_copyable_v<T>, "totals of a program are plain data: T has to be trivially copyable");
  using value_type = T;
  T* data = nullptr;
  FATHOM_CALLABLE T& operator*() const noexcept { return *data; }
};

/// As the third argument in a state's list of arrays: what each search leaves in it is part of the result.
struct keep_tag {};
inline constexpr keep_tag kept{};

/// How the totals of searches, or the messages of edges, go together. Any order gives the same, up to the rounding of
/// floating-point sums. The identity, which changes nothing it is combined with: 0; the largest and the smallest value there is,
/// infinite where the type has that.
namespace combiner {

// Constants: functions of the standard library are the host's alone.
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
