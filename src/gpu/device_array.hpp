// array<T> in device memory.
#pragma once

#include "fathom/array.hpp"
#include "gpu/transfer.hpp"

namespace fathom::cuda {

/// Uninitialized array in the memory of the current device, which must be `where`; may outlive the stream.
template <class T>
[[nodiscard]] array<T> device_array(std::size_t size, device where, const stream& s) {
  std::shared_ptr<void> memory = allocate_shared(size * sizeof(T), s);
  T* const data = static_cast<T*>(memory.get());
  return array<T>::adopt(data, size, std::move(memory), where);
}

template <class T>
[[nodiscard]] array<T> upload_array(const T* from, std::size_t size, device where, const stream& s) {
  array<T> to = device_array<T>(size, where, s);
  copy_to_device(to.data(), from, to.bytes(), s);
  return to;
}

template <class T>
[[nodiscard]] array<T> download_array(const array<T>& from, const stream& s) {
  array<T> to(from.size());
  copy_to_host(to.data(), from.data(), to.bytes(), s);
  return to;
}

/// New array for results in device memory, or in host memory with its pages touched. Call it while the device works.
template <class T>
[[nodiscard]] array<T> result_array(std::size_t size, bool keep_on_device, device where, const stream& s) {
  if (keep_on_device) return device_array<T>(size, where, s);
  array<T> made(size);
  touch_pages(made.data(), made.bytes());
  return made;
}

/// Fills `to`, in device or host memory, from device memory in stream order, and waits for a copy to the host.
template <class T>
void copy_result(const T* from, array<T>& to, const stream& s) {
  if (to.where().kind == device_kind::cpu) return copy_to_host(to.data(), from, to.bytes(), s);
  check(cudaMemcpyAsync(to.data(), from, to.bytes(), cudaMemcpyDeviceToDevice, s.get()), "copying results");
}

}  // namespace fathom::cuda
