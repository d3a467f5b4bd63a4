// Stub of gpu/device_memory.cpp for builds without CUDA, in which no device can be selected.
#include "gpu/device_memory.hpp"

#include "fathom/error.hpp"

namespace fathom::cuda {

std::shared_ptr<void> allocate_device_memory(device, std::size_t) { return nullptr; }

bool is_device_memory(const void*) { return false; }

void require_memory_on(device, std::uint64_t, std::string_view) {}

void copy_rows_on(device, std::span<const row_copy>, std::size_t) {}

void copy_to_each(device, std::span<void* const>, const void*, std::size_t) {}

}  // namespace fathom::cuda

namespace fathom {

std::shared_ptr<void> copy_to_device(device where, const void*, std::size_t) {
  throw error(error_category::device, to_string(where) + ": this build of fathom has no CUDA support; use the device cpu");
}

}  // namespace fathom
