// Copies between pageable host memory and a device at bus speed. They are staged through pinned chunks, which several threads fill
// or empty while other chunks are in flight.
#pragma once

#include <cstddef>

#include "gpu/runtime.hpp"

namespace fathom::cuda {

/// Copies to the device in stream order. Returns once `from` may be changed.
void copy_to_device(void* to, const void* from, std::size_t bytes, const stream& s);

/// Copies to the host in stream order and waits for the copy.
void copy_to_host(void* to, const void* from, std::size_t bytes, const stream& s);

/// Faults in the pages of host memory that copy_to_host() will overwrite. Call it while the device works: a first copy to new
/// memory takes longer for page faults than for the bus.
void touch_pages(void* memory, std::size_t bytes);

/// A new buffer with a copy of `size` elements.
template <class T>
[[nodiscard]] buffer<T> upload(const T* from, std::size_t size, const stream& s) {
  buffer<T> to(size, s);
  copy_to_device(to.data(), from, to.bytes(), s);
  return to;
}

/// A new buffer of `size` elements with every byte set to `byte`.
template <class T>
[[nodiscard]] buffer<T> filled(std::size_t size, int byte, const stream& s) {
  buffer<T> made(size, s);
  if (size > 0) check(cudaMemsetAsync(made.data(), byte, made.bytes(), s.get()), "filling device memory");
  return made;
}

}  // namespace fathom::cuda
