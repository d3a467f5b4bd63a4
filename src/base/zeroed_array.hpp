// Arrays of zeros without writing them.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "fathom/array.hpp"

namespace fathom {

/// Like host_allocate(), but all bytes are 0. Of at least 2 MiB the system supplies the pages as they are first written: what stays
/// zero costs neither time nor memory.
[[nodiscard]] std::shared_ptr<void> host_allocate_zeroed(std::size_t bytes);

/// `size` elements of a type whose zero is all bits zero. Throws error_category::memory.
template <class T>
[[nodiscard]] array<T> zeroed_array(std::size_t size) {
  std::shared_ptr<void> memory = host_allocate_zeroed(size * sizeof(T));
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt_own(data, size, std::move(memory));
}

}  // namespace fathom
