// Pinned host memory, which a device reads and writes at bus speed. For files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "fathom/array.hpp"

namespace fathom::cuda {

/// Uninitialized. Up to 64 KiB stay with the process for later calls: the driver takes 0.8 ms to allocate and free 64 bytes, longer
/// than many searches. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> pinned_memory(std::size_t bytes);

/// An array of `size` elements.
template <class T>
[[nodiscard]] array<T> pinned_array(std::size_t size) {
  std::shared_ptr<void> memory = pinned_memory(size * sizeof(T));
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt(data, size, std::move(memory));
}

/// One T, which the device can copy to without staging.
template <class T>
class pinned {
 public:
  pinned() = default;
  pinned(const pinned&) = delete;
  pinned& operator=(const pinned&) = delete;

  [[nodiscard]] T* data() const noexcept { return static_cast<T*>(memory_.get()); }

 private:
  std::shared_ptr<void> memory_ = pinned_memory(sizeof(T));
};

}  // namespace fathom::cuda
