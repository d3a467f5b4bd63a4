// Pinned host arrays, which a device reads and writes at bus speed. For files that are compiled only with CUDA.
#pragma once

#include <cstddef>
#include <memory>

#include "fathom/array.hpp"
#include "gpu/runtime.hpp"

namespace fathom::cuda {

/// Uninitialized pinned array of `size` elements. Throws error_category::memory, ::device.
template <class T>
[[nodiscard]] array<T> pinned_array(std::size_t size) {
  T* data = nullptr;
  check(cudaHostAlloc(reinterpret_cast<void**>(&data), size * sizeof(T), cudaHostAllocDefault), "allocating pinned memory");
  return array<T>::adopt(data, size, std::shared_ptr<void>(data, cudaFreeHost));
}

}  // namespace fathom::cuda
