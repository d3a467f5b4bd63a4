// RAII wrappers of the CUDA runtime that report errors as exceptions. For files that are compiled only with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fathom/device.hpp"
#include "gpu/capabilities.hpp"

namespace fathom::cuda {

/// Throws error_category::memory for a failed allocation and ::device for any other error. The message begins with `doing`.
void check(cudaError_t status, std::string_view doing);
/// The same for the kernel launch that the calling thread made last.
void check_launch(std::string_view doing);

/// Why this process has no CUDA devices, although the machine may have: it was forked from one that had used CUDA, which the
/// driver does not support. Otherwise null.
[[nodiscard]] const char* why_forked() noexcept;
/// Call when CUDA has been initialized.
void notice_forks();

/// Scope in which a device is the calling thread's current device.
class current_device {
 public:
  /// Throws error_category::device.
  explicit current_device(int index);
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;
  ~current_device();

 private:
  int before_ = 0;
};

class stream {
 public:
  stream();
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  ~stream();

  [[nodiscard]] cudaStream_t get() const noexcept { return stream_; }
  void wait(std::string_view for_what) const;

 private:
  cudaStream_t stream_ = nullptr;
};

/// Device time between two points of a stream.
class stopwatch {
 public:
  stopwatch();
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  ~stopwatch();

  void start(const stream& s);
  void stop(const stream& s);
  /// Waits for the second point.
  [[nodiscard]] double seconds() const;

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// Size to allocate for an array of `bytes`: a multiple of the largest load, which may contain the array's end.
[[nodiscard]] constexpr std::size_t padded_size(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

/// Uninitialized device memory, allocated and freed in the order of a stream that outlives it.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(std::size_t size, const stream& s) : size_(size), stream_(s.get()) {
    if (size == 0) return;
    check(cudaMallocAsync(reinterpret_cast<void**>(&data_), padded_size(size * sizeof(T)), stream_), "allocating device memory");
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer(std::move(other)).swap(*this);
    return *this;
  }
  ~buffer() {
    if (data_) cudaFreeAsync(data_, stream_);
  }

  void swap(buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(stream_, other.stream_);
  }
  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  cudaStream_t stream_ = nullptr;
};

/// Reads one element in stream order and waits for it.
template <class T>
[[nodiscard]] T read_one(const T* from, const stream& s) {
  T value{};
  check(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, s.get()), "reading device memory");
  s.wait("reading device memory");
  return value;
}

/// Uninitialized memory of the current device, allocated in stream order, which may outlive the stream.
[[nodiscard]] std::shared_ptr<void> allocate_shared(std::size_t bytes, const stream& s);

/// The capabilities of a device that plans may use: those that the driver states and the
/// code for the device uses, lowered by FATHOM_GPU_LIMIT. Throws
/// error_category::device, ::usage.
[[nodiscard]] device_capabilities capabilities_of(device where);

/// Capabilities of the calling thread's current device.
[[nodiscard]] device_capabilities current_capabilities();

/// The code of this build that runs on a device.
struct code_image {
  int architecture = 0;  ///< the one that it was compiled for, such as 75, which may be older than the device; 0: none
  std::string why_none;  ///< "this build of fathom was compiled for sm_90 (no kernel image ...)"
};

/// Throws error_category::device.
[[nodiscard]] code_image code_for(device where);

/// Throws error_category::device if the library's kernels cannot run on the device.
void require_capability(device where);

/// Free bytes of the current device, including memory that the allocator keeps for reuse.
[[nodiscard]] std::uint64_t available_device_memory();

/// "needs 5 GiB of device memory, but only 2 GiB are free", or an empty string if the current device has `bytes` free.
[[nodiscard]] std::string why_no_device_memory(std::uint64_t bytes);

/// Throws error_category::memory if the current device does not have `bytes` free. `purpose` starts the message: "searching a graph
/// of 5 vertices".
void require_device_memory(std::uint64_t bytes, std::string_view purpose);

}  // namespace fathom::cuda
