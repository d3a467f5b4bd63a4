// Arrays in the memory of a GPU. Needs no CUDA header; see also gpu/backend.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "gpu/backend.hpp"

namespace fathom::cuda {

template <class T>
[[nodiscard]] array<T> array_on(device where, std::size_t size) {
  std::shared_ptr<void> memory = gpu(where).allocate(where, size * sizeof(T));
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt(data, size, std::move(memory), where);
}

/// Whether the current device's kernels may write to `memory`; false for ordinary host memory.
[[nodiscard]] bool is_device_memory(const void* memory);

struct row_copy {
  void* to;
  const void* from;
};

}  // namespace fathom::cuda
