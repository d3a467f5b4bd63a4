// The CUDA runtime with errors as exceptions and memory that frees itself. For files that are compiled only with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fathom/device.hpp"

namespace fathom::cuda {

/// Throws error_category::memory for a failed allocation, ::device for anything else; says what was being done.
void check(cudaError_t status, std::string_view doing);

/// Makes a device the calling thread's while it lives.
class current_device {
 public:
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
  /// After the stream has been waited for.
  [[nodiscard]] double seconds() const;

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// Uninitialised device memory, allocated and freed in the order of a stream that outlives it.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(std::size_t size, const stream& s) : size_(size), stream_(s.get()) {
    if (size > 0) check(cudaMallocAsync(reinterpret_cast<void**>(&data_), size * sizeof(T), stream_), "allocating device memory");
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

/// One element, after what is in the stream before it.
template <class T>
[[nodiscard]] T read_one(const T* from, const stream& s) {
  T value{};
  check(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, s.get()), "reading device memory");
  s.wait("reading device memory");
  return value;
}

/// Uninitialised memory of the current device that may outlive the stream whose order its allocation has.
[[nodiscard]] std::shared_ptr<void> allocate_shared(std::size_t bytes, const stream& s);

/// Throws error_category::device for a device that the kernels of this library cannot run on.
void require_capability(device where);

/// Of the current device, what the allocator keeps for reuse included.
[[nodiscard]] std::uint64_t available_device_memory();

/// "needs 5 GiB of device memory, and 2 GiB are free"; empty where the current device has them.
[[nodiscard]] std::string why_no_device_memory(std::uint64_t bytes);

/// Throws error_category::memory where the current device has not `bytes` for `purpose` ("searching a graph of 5 vertices").
void require_device_memory(std::uint64_t bytes, std::string_view purpose);

}  // namespace fathom::cuda
