// Memory of CUDA devices, for the table of gpu/backend.hpp, and arrays in the memory of any GPU. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/device.hpp"
#include "gpu/backend.hpp"

namespace fathom::cuda {

/// Uninitialized memory that any stream may use. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> allocate_device_memory(device where, std::size_t bytes);

/// Copies host memory to new memory of the device. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> copy_to_new_memory(device where, const void* from, std::size_t bytes);

template <class T>
[[nodiscard]] array<T> array_on(device where, std::size_t size) {
  std::shared_ptr<void> memory = gpu(where).allocate(where, size * sizeof(T));
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt(data, size, std::move(memory), where);
}

/// Whether the current device's kernels may write to `memory`; false for ordinary host memory.
[[nodiscard]] bool is_device_memory(const void* memory);

/// Available memory of the device in bytes.
[[nodiscard]] std::uint64_t available_memory_on(device where);

/// Throws error_category::memory if the device does not have `bytes` free. `purpose` starts the message: "searching a graph of
/// 5 vertices".
void require_memory_on(device where, std::uint64_t bytes, std::string_view purpose);

struct row_copy {
  void* to;
  const void* from;
};

/// Copies rows of `bytes` bytes within the device's memory. Returns when all copies are complete.
void copy_rows_on(device where, std::span<const row_copy> rows, std::size_t bytes);

/// Copies the `bytes` at `value` to each of `places`, which may be in device or host memory. Returns when all copies are complete.
void copy_to_each(device where, std::span<void* const> places, const void* value, std::size_t bytes);

}  // namespace fathom::cuda
