#include "failing_cuda.hpp"

#include <cuda_runtime_api.h>

#include <atomic>

namespace fathom::test {
namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};

std::atomic<std::uint64_t> requests{0}, failing_request{never}, pinned{0};
std::atomic<std::int64_t> alive{0};
std::atomic<bool> pinned_fails{false}, failed{false};
std::atomic<int> failing_device{any_device};

bool refused() {
  int here = any_device;
  if (failing_device != any_device && (cudaGetDevice(&here) != cudaSuccess || here != failing_device)) return false;
  const bool fails = requests++ == failing_request;
  if (fails) failed = true;
  return fails;
}

template <class Call>
cudaError_t request(Call&& call) {
  if (refused()) return cudaErrorMemoryAllocation;
  const cudaError_t status = call();
  if (status == cudaSuccess) ++alive;
  return status;
}

cudaError_t gave_back(cudaError_t status, const void* what) {
  if (status == cudaSuccess && what) --alive;
  return status;
}

}  // namespace

void fail_device_request(std::uint64_t n, int index) {
  failed = false;
  failing_device = index;
  failing_request = requests + n;
}

void fail_pinned_memory() {
  failed = false;
  pinned_fails = true;
}

void stop_failing_on_device() {
  failing_request = never;
  failing_device = any_device;
  pinned_fails = false;
}

bool has_failed_on_device() { return failed; }

std::uint64_t device_requests() { return requests; }

std::int64_t device_objects_alive() { return alive; }

std::uint64_t pinned_allocations() { return pinned; }

}  // namespace fathom::test

using namespace fathom::test;

// The linker redirects the library's calls of cudaX to __wrap_cudaX, and our calls of __real_cudaX to CUDA.
extern "C" {

cudaError_t __real_cudaMallocAsync(void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t s) {
  return request([&] { return __real_cudaMallocAsync(memory, bytes, s); });
}

cudaError_t __real_cudaMalloc(void**, std::size_t);
cudaError_t __wrap_cudaMalloc(void** memory, std::size_t bytes) {
  return request([&] { return __real_cudaMalloc(memory, bytes); });
}

cudaError_t __real_cudaFreeAsync(void*, cudaStream_t);
cudaError_t __wrap_cudaFreeAsync(void* memory, cudaStream_t s) { return gave_back(__real_cudaFreeAsync(memory, s), memory); }

cudaError_t __real_cudaFree(void*);
cudaError_t __wrap_cudaFree(void* memory) { return gave_back(__real_cudaFree(memory), memory); }

cudaError_t __real_cudaEventCreate(cudaEvent_t*);
cudaError_t __wrap_cudaEventCreate(cudaEvent_t* event) {
  return request([&] { return __real_cudaEventCreate(event); });
}

cudaError_t __real_cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t __wrap_cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return request([&] { return __real_cudaEventCreateWithFlags(event, flags); });
}

cudaError_t __real_cudaEventDestroy(cudaEvent_t);
cudaError_t __wrap_cudaEventDestroy(cudaEvent_t event) { return gave_back(__real_cudaEventDestroy(event), event); }

cudaError_t __real_cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t __wrap_cudaStreamCreateWithFlags(cudaStream_t* s, unsigned flags) {
  return request([&] { return __real_cudaStreamCreateWithFlags(s, flags); });
}

cudaError_t __real_cudaStreamDestroy(cudaStream_t);
cudaError_t __wrap_cudaStreamDestroy(cudaStream_t s) { return gave_back(__real_cudaStreamDestroy(s), s); }

cudaError_t __real_cudaHostAlloc(void**, std::size_t, unsigned);
cudaError_t __wrap_cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  if (pinned_fails) {
    failed = true;
    return cudaErrorMemoryAllocation;
  }
  const cudaError_t status = __real_cudaHostAlloc(memory, bytes, flags);
  if (status == cudaSuccess) ++pinned;
  return status;
}

}  // extern "C"
