// A CUDA device in use by a program: a stream, memory that goes with it, copies. The part of a run on a device that is the same for
// every program and therefore compiled. No CUDA header here.
#pragma once

#include <cstddef>
#include <memory>

#include "fathom/device.hpp"

namespace fathom::cuda {
class stream;
}

namespace fathom {

/// Makes a device the calling thread's while it lives.
class device_room {
 public:
  /// Throws error_category::device for one that is not there or that the kernels cannot run on.
  explicit device_room(device where);
  device_room(const device_room&) = delete;
  device_room& operator=(const device_room&) = delete;
  ~device_room();

  [[nodiscard]] device where() const noexcept;
  [[nodiscard]] unsigned multiprocessors() const;
  [[nodiscard]] void* stream() const noexcept;  ///< a cudaStream_t
  [[nodiscard]] const cuda::stream& in_order() const noexcept;

  /// Uninitialised, until the room is left. Throws error_category::memory.
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
  void download(void* to, const void* from, std::size_t bytes);  ///< returns when it is there
  void clear(void* at, std::size_t bytes);                       ///< sets all bytes to 0, in the stream's order

  /// Throws error_category::device for a cudaError_t that is not success, ::memory for a failed allocation.
  static void check(int status, const char* doing);
  /// Throws error_category::memory where the device has not so many bytes for `purpose` ("running a program on 5 vertices").
  static void require(std::size_t bytes, const char* purpose);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace fathom
