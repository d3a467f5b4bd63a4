// Copies between pageable host memory and a device at the bus's speed: through pinned pieces, filled or emptied by several threads
// while others are under way.
#pragma once

#include <cstddef>

#include "cuda/runtime.hpp"

namespace fathom::cuda {

/// Returns once `from` may be changed; the device has the bytes in the stream's order.
void copy_to_device(void* to, const void* from, std::size_t bytes, const stream& s);

/// Waits for what is in the stream before it, and returns when the bytes are there.
void copy_to_host(void* to, const void* from, std::size_t bytes, const stream& s);

/// The elements in device memory of their own.
template <class T>
[[nodiscard]] buffer<T> upload(const T* from, std::size_t size, const stream& s) {
  buffer<T> to(size, s);
  copy_to_device(to.data(), from, to.bytes(), s);
  return to;
}

/// Device memory of its own in which every byte is `byte`.
template <class T>
[[nodiscard]] buffer<T> filled(std::size_t size, int byte, const stream& s) {
  buffer<T> made(size, s);
  if (size > 0) check(cudaMemsetAsync(made.data(), byte, made.bytes(), s.get()), "filling device memory");
  return made;
}

}  // namespace fathom::cuda
