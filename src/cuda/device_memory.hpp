// Arrays in a device's memory for files that are compiled without CUDA's headers. Nothing here is called where no device is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/device.hpp"

namespace fathom::cuda {

/// Uninitialised; any stream may use it. Throws error_category::memory, ::device.
[[nodiscard]] std::shared_ptr<void> allocate_on(device where, std::size_t bytes);

template <class T>
[[nodiscard]] array<T> array_on(device where, std::size_t size) {
  std::shared_ptr<void> memory = allocate_on(where, size * sizeof(T));
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt(data, size, std::move(memory), where);
}

/// Whether the current device's kernels may write there; false for ordinary memory of the host.
[[nodiscard]] bool lies_on_device(const void* memory);

/// Throws error_category::memory where the device has not `bytes` for `purpose` ("searching a graph of 5 vertices").
void require_memory_on(device where, std::uint64_t bytes, std::string_view purpose);

struct row_copy {
  void* to;
  const void* from;
};

/// Rows of so many bytes, each within the device's memory. Returns when they are there.
void copy_rows_on(device where, std::span<const row_copy> rows, std::size_t bytes);

/// The same `bytes` at `value` to each place, which lies in the device's memory or the host's. Returns when they are there.
void write_each(device where, std::span<void* const> places, const void* value, std::size_t bytes);

}  // namespace fathom::cuda
