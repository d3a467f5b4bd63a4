// Scope of a run on a CUDA device: stream, memory and copies. Does not depend on the user program and is therefore compiled into
// the library. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <memory>

#include "fathom/device.hpp"

namespace fathom::cuda {
class stream;
}

namespace fathom {

/// Makes a device the calling thread's current device during its lifetime, with a stream and memory that is freed at the end.
class device_room {
 public:
  /// Throws error_category::device if the device is not available or the kernels cannot run on it.
  explicit device_room(device where);
  device_room(const device_room&) = delete;
  device_room& operator=(const device_room&) = delete;
  ~device_room();

  [[nodiscard]] device where() const noexcept;
  [[nodiscard]] unsigned multiprocessors() const;
  [[nodiscard]] void* stream() const noexcept;  ///< a cudaStream_t
  [[nodiscard]] const cuda::stream& in_order() const noexcept;

  /// Uninitialized device memory, valid for the lifetime of this object. Throws error_category::memory.
  [[nodiscard]] std::byte* allocate(std::size_t bytes);
  template <class T>
  [[nodiscard]] T* allocate_for(std::size_t count) {
    return reinterpret_cast<T*>(allocate(count * sizeof(T)));
  }
  void upload(void* to, const void* from, std::size_t bytes);
  template <class T>
  [[nodiscard]] T* upload_copy(const T* from, std::size_t count) {
    T* const copy = allocate_for<T>(count);
    upload(copy, from, count * sizeof(T));
    return copy;
  }
  void download(void* to, const void* from, std::size_t bytes);  ///< waits for the copy
  void clear(void* at, std::size_t bytes);                       ///< sets all bytes to 0, in stream order

  /// Throws error_category::device for a cudaError_t that is not success, ::memory for a failed allocation.
  static void check(int status, const char* doing);
  /// Throws error_category::memory if the device does not have `bytes` free. `purpose` starts the message: "running a program on 5
  /// vertices".
  static void require(std::size_t bytes, const char* purpose);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace fathom
