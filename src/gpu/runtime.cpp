#include "gpu/runtime.hpp"

#include <cuda.h>
#include <fmt/format.h>
#include <pthread.h>

#include <map>
#include <mutex>

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

// Functions of the driver, which the runtime finds; the library does not link to it.
template <class Function>
Function driver_function(const char* name) {
  constexpr unsigned since_cuda_12 = 12'000;
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check(cudaGetDriverEntryPointByVersion(name, &function, since_cuda_12, cudaEnableDefault, &found), "looking up the driver");
  if (function == nullptr) throw error(error_category::device, fmt::format("the NVIDIA driver has no {}; update it", name));
  return reinterpret_cast<Function>(function);
}

CUcontext context_of_thread() {
  static const auto get = driver_function<decltype(&cuCtxGetCurrent)>("cuCtxGetCurrent");
  CUcontext now = nullptr;
  return get(&now) == CUDA_SUCCESS ? now : nullptr;
}

void set_context(CUcontext to, std::string_view doing) {
  static const auto set = driver_function<decltype(&cuCtxSetCurrent)>("cuCtxSetCurrent");
  const CUresult status = set(to);
  if (status == CUDA_SUCCESS) return;
  throw error(error_category::device, fmt::format("{}: error {} of the driver", doing, static_cast<int>(status)));
}

// The context that the CUDA runtime uses for the device; created by the first call, which takes about 0.13 s.
CUcontext primary_context(int index) {
  static std::mutex in_use;
  static std::map<int, CUcontext> known;
  const std::scoped_lock lock(in_use);
  CUcontext& context = known[index];
  if (context != nullptr) return context;
  const std::string doing = fmt::format("selecting device cuda:{}", index);
  check(cudaInitDevice(index, 0, 0), doing);
  static const auto retain = driver_function<decltype(&cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain");
  const CUresult status = retain(&context, index);
  if (status == CUDA_SUCCESS) return context;
  throw error(error_category::device, fmt::format("{}: error {} of the driver", doing, static_cast<int>(status)));
}

constexpr int no_device = -1;

bool has_forked = false;  // written by the only thread of a forked process, before all else

}  // namespace

const char* why_forked() noexcept {
  return has_forked ? "this process was forked from one that had used CUDA, which the driver does not support; start it by 'spawn'"
                    : nullptr;
}

void notice_forks() {
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] { has_forked = true; });
}

void check(cudaError_t status, std::string_view doing) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clear it: later calls must not see this one's failure
  const auto category = status == cudaErrorMemoryAllocation ? error_category::memory : error_category::device;
  throw error(category, fmt::format("{}: {} ({})", doing, cudaGetErrorString(status), cudaGetErrorName(status)));
}

void check_launch(std::string_view doing) { check(cudaGetLastError(), doing); }

// cudaSetDevice() is not called. In a thread without a context the runtime says that device 0 is current, and restoring that would
// create a context there, in the memory of a device that the process does not use.
current_device::current_device(int index) {
  if (why_forked()) throw error(error_category::device, fmt::format("selecting device cuda:{}: {}", index, why_forked()));
  before_ = no_device;
  if (context_of_thread() != nullptr) check(cudaGetDevice(&before_), "querying the current device");
  if (before_ != index) set_context(primary_context(index), "selecting a device");
  keep_freed_memory(index);
}

current_device::~current_device() {
  try {
    int now = no_device;
    if (before_ != no_device && cudaGetDevice(&now) == cudaSuccess && now == before_) return;
    set_context(before_ == no_device ? nullptr : primary_context(before_), "leaving a device");
  } catch (const error&) {
    // The driver has been unloaded: the process ends.
  }
}

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
            try {
              const current_device current(index);
              cudaDeviceSynchronize();
              cudaFreeAsync(given, cudaStreamLegacy);
            } catch (const error&) {
              // The driver has been unloaded: the process ends, and its memory is free.
            }
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
