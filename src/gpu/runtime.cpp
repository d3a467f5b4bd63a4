#include "gpu/runtime.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "fathom/error.hpp"

namespace fathom::cuda {
namespace {

// Code for older architectures has no clusters, even if it runs on a device that has.
constexpr int least_with_clusters = 90;

// Makes the driver's pool keep freed memory, so that the next search's allocations are almost free.
void keep_freed_memory(int index) {
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, index), "querying the device's memory pool");
  std::uint64_t all = ~std::uint64_t{0};
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "configuring the device's memory pool");
}

std::uint64_t unused_in_pool() {
  int index = 0;
  cudaMemPool_t pool = nullptr;
  std::uint64_t reserved = 0, used = 0;
  check(cudaGetDevice(&index), "querying the current device");
  check(cudaDeviceGetDefaultMemPool(&pool, index), "querying the device's memory pool");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved), "querying the device's memory pool");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "querying the device's memory pool");
  return reserved - used;
}

}  // namespace

void check(cudaError_t status, std::string_view doing) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clear it: later calls must not see this one's failure
  const auto category = status == cudaErrorMemoryAllocation ? error_category::memory : error_category::device;
  throw error(category, fmt::format("{}: {} ({})", doing, cudaGetErrorString(status), cudaGetErrorName(status)));
}

void check_launch(std::string_view doing) { check(cudaGetLastError(), doing); }

current_device::current_device(int index) {
  check(cudaGetDevice(&before_), "querying the current device");
  check(cudaSetDevice(index), fmt::format("selecting device cuda:{}", index));
  keep_freed_memory(index);
}

current_device::~current_device() { cudaSetDevice(before_); }

stream::stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream"); }

stream::~stream() { cudaStreamDestroy(stream_); }

void stream::wait(std::string_view for_what) const { check(cudaStreamSynchronize(stream_), for_what); }

stopwatch::stopwatch() {
  check(cudaEventCreate(&begin_), "creating an event");
  const cudaError_t second = cudaEventCreate(&end_);
  if (second != cudaSuccess) cudaEventDestroy(begin_);  // no destructor runs
  check(second, "creating an event");
}

stopwatch::~stopwatch() {
  cudaEventDestroy(begin_);
  cudaEventDestroy(end_);
}

void stopwatch::start(const stream& s) { check(cudaEventRecord(begin_, s.get()), "recording an event"); }

void stopwatch::stop(const stream& s) { check(cudaEventRecord(end_, s.get()), "recording an event"); }

double stopwatch::seconds() const {
  check(cudaEventSynchronize(end_), "reading an event");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin_, end_), "reading an event");
  return milliseconds / 1e3;
}

std::shared_ptr<void> allocate_shared(std::size_t bytes, const stream& s) {
  if (bytes == 0) return nullptr;
  void* memory = nullptr;
  int index = 0;
  check(cudaGetDevice(&index), "querying the current device");
  check(cudaMallocAsync(&memory, padded_size(bytes), s.get()), "allocating device memory");
  // Any stream may have used the memory last, so synchronize the device. (cudaFree() would leave it counted as used in the pool.)
  return {memory, [index](void* given) {
            int before = 0;
            cudaGetDevice(&before);
            cudaSetDevice(index);
            cudaDeviceSynchronize();
            cudaFreeAsync(given, cudaStreamLegacy);
            cudaSetDevice(before);
          }};
}

device_capabilities capabilities_of(device where) {
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, where.index), "querying the device's capabilities");
    return static_cast<unsigned>(value);
  };
  device_capabilities all;
  all.compute_capability =
      static_cast<int>(attribute(cudaDevAttrComputeCapabilityMajor) * 10 + attribute(cudaDevAttrComputeCapabilityMinor));
  all.shared_memory_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  all.threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  all.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
  all.cooperative_launch = attribute(cudaDevAttrCooperativeLaunch) != 0;
  all.clusters = attribute(cudaDevAttrClusterLaunch) != 0 && code_for(where).architecture >= least_with_clusters;
  return limited(all, gpu_limit());
}

device_capabilities current_capabilities() {
  int index = 0;
  check(cudaGetDevice(&index), "querying the current device");
  return capabilities_of({device_kind::cuda, index});
}

void require_capability(device where) {
  const device_capabilities can = capabilities_of(where);
  std::string why;
  if (can.compute_capability < least_compute_capability) {
    why = fmt::format("searching on a GPU needs {}.{} or more", least_compute_capability / 10, least_compute_capability % 10);
  } else if (!can.cooperative_launch) {
    why = "it does not support cooperative launches, as under a hypervisor or MPS";
  } else {
    why = code_for(where).why_none;
  }
  if (why.empty()) return;
  throw error(error_category::device, fmt::format("device {} has compute capability {}.{}; {}; use the device cpu",
                                                  to_string(where), can.compute_capability / 10, can.compute_capability % 10, why));
}

std::uint64_t available_device_memory() {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "querying the device's memory");
  return free + unused_in_pool();
}

std::string why_no_device_memory(std::uint64_t bytes) {
  const std::uint64_t free = available_device_memory();
  if (bytes <= free) return {};
  return fmt::format("needs {} of device memory, but only {} are free", human_bytes(bytes), human_bytes(free));
}

void require_device_memory(std::uint64_t bytes, std::string_view purpose) {
  const std::string why = why_no_device_memory(bytes);
  if (why.empty()) return;
  throw error(error_category::memory, fmt::format("{} {}; use the device cpu or a GPU with more memory", purpose, why));
}

}  // namespace fathom::cuda
