#include "gpu/device_memory.hpp"

#include <cstring>

#include "gpu/transfer.hpp"

namespace fathom::cuda {

bool is_device_memory(const void* memory) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

std::shared_ptr<void> allocate_device_memory(device where, std::size_t bytes) {
  const current_device here(where.index);
  const stream s;
  std::shared_ptr<void> memory = allocate_shared(bytes, s);
  s.wait("allocating device memory");  // only then may other streams use it
  return memory;
}

std::shared_ptr<void> copy_to_new_memory(device where, const void* from, std::size_t bytes) {
  const current_device here(where.index);
  const stream s;
  std::shared_ptr<void> copy = allocate_shared(bytes, s);
  if (bytes > 0) copy_to_device(copy.get(), from, bytes, s);
  s.wait("copying to the device");
  return copy;
}

std::uint64_t available_memory_on(device where) {
  const current_device here(where.index);
  return available_device_memory();
}

void require_memory_on(device where, std::uint64_t bytes, std::string_view purpose) {
  const current_device here(where.index);
  require_device_memory(bytes, purpose);
}

void copy_rows_on(device where, std::span<const row_copy> rows, std::size_t bytes) {
  if (rows.empty() || bytes == 0) return;
  const current_device here(where.index);
  const stream s;
  for (const row_copy& row : rows) {
    check(cudaMemcpyAsync(row.to, row.from, bytes, cudaMemcpyDeviceToDevice, s.get()), "copying rows on the device");
  }
  s.wait("copying rows on the device");
}

void copy_to_each(device where, std::span<void* const> places, const void* value, std::size_t bytes) {
  if (places.empty()) return;
  const current_device here(where.index);
  const stream s;
  for (void* const place : places) {
    if (is_device_memory(place)) {
      check(cudaMemcpyAsync(place, value, bytes, cudaMemcpyHostToDevice, s.get()), "writing to the device");
    } else {
      std::memcpy(place, value, bytes);
    }
  }
  s.wait("writing to the device");
}

}  // namespace fathom::cuda
