// Access policies: the same operations for cells written by one thread and for cells written by many.
#pragma once

#include <atomic>

namespace fathom {

/// Plain operations, for cells that only the calling thread writes.
struct plain_access {
  template <class T>
  static void add(T& cell, T value) noexcept {
    cell = static_cast<T>(cell + value);
  }
  template <class T>
  static void lower(T& cell, T value) noexcept {
    if (value < cell) cell = value;
  }
  template <class T>
  static void raise(T& cell, T value) noexcept {
    if (cell < value) cell = value;
  }
  template <class T>
  [[nodiscard]] static T load(const T& cell) noexcept {
    return cell;
  }
};

/// Atomic operations, for cells that several host threads write. Relaxed, because the end of the run orders everything.
struct shared_access {
  template <class T>
  static void add(T& cell, T value) noexcept {
    std::atomic_ref<T>(cell).fetch_add(value, std::memory_order_relaxed);
  }
  template <class T>
  static void lower(T& cell, T value) noexcept {
    const std::atomic_ref<T> shared(cell);
    for (T seen = shared.load(std::memory_order_relaxed);
         value < seen && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed);) {
    }
  }
  template <class T>
  static void raise(T& cell, T value) noexcept {
    const std::atomic_ref<T> shared(cell);
    for (T seen = shared.load(std::memory_order_relaxed);
         seen < value && !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed);) {
    }
  }
  template <class T>
  [[nodiscard]] static T load(const T& cell) noexcept {
    return std::atomic_ref<T>(const_cast<T&>(cell)).load(std::memory_order_relaxed);
  }
};

}  // namespace fathom
