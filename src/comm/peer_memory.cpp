#include "comm/peer_memory.hpp"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <span>

#include "comm/agreement.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// Returns unused memory of the pool to the device, because cudaMalloc() cannot use it.
void empty_pool(int device) {
  cudaMemPool_t pool = nullptr;
  cuda::check(cudaDeviceGetDefaultMemPool(&pool, device), "querying the device's memory pool");
  cuda::check(cudaMemPoolTrimTo(pool, 0), "emptying the device's memory pool");
}

void require_one_host(const communicator& ranks) {
  if (ranks.ranks_on_host() == ranks.size()) return;
  throw error(
      error_category::device,
      fmt::format("the devices of {} processes cannot write to each other's memory: only {} of the processes are on this host; use "
                  "the transport nccl or host",
                  ranks.size(), ranks.ranks_on_host()));
}

}  // namespace

peer_memory::peer_memory(communicator& ranks, std::size_t bytes)
    : ranks_(ranks), exceptions_(std::uncaught_exceptions()), of_ranks_(static_cast<std::size_t>(ranks.size()), nullptr) {
  std::byte*& own = of_ranks_[static_cast<std::size_t>(ranks.rank())];
  cudaIpcMemHandle_t handle{};
  try {
    on_all_processes(ranks, [&] {
      require_one_host(ranks);
      cuda::check(cudaGetDevice(&device_), "querying the current device");
      empty_pool(device_);
      cuda::check(cudaMalloc(reinterpret_cast<void**>(&own), bytes), "allocating device memory for all processes");
      cuda::check(cudaMemset(own, 0, bytes), "clearing device memory");
      cuda::check(cudaDeviceSynchronize(), "clearing device memory");
      if (ranks.size() > 1) cuda::check(cudaIpcGetMemHandle(&handle, own), "exporting device memory to other processes");
    });
    if (ranks.size() == 1) return;
    const std::vector<std::vector<std::byte>> handles = ranks.all_gather(std::as_bytes(std::span(&handle, 1)));
    on_all_processes(ranks, [&] { open(handles); });
  } catch (...) {
    close();  // every process reaches this point
    ranks_.barrier();
    cudaFree(own);
    throw;
  }
}

void peer_memory::open(const std::vector<std::vector<std::byte>>& handles) {
  for (std::size_t r = 0; r < of_ranks_.size(); ++r) {
    if (static_cast<int>(r) == ranks_.rank()) continue;
    cudaIpcMemHandle_t handle{};
    std::memcpy(&handle, handles[r].data(), sizeof handle);
    void* theirs = nullptr;
    cuda::check(cudaIpcOpenMemHandle(&theirs, handle, cudaIpcMemLazyEnablePeerAccess),
                fmt::format("mapping the device memory of process {}", r));
    of_ranks_[r] = static_cast<std::byte*>(theirs);
  }
}

void peer_memory::close() noexcept {
  for (std::size_t r = 0; r < of_ranks_.size(); ++r) {
    if (static_cast<int>(r) != ranks_.rank() && of_ranks_[r]) cudaIpcCloseMemHandle(of_ranks_[r]);
  }
}

// Memory that other processes still have mapped must not be freed.
peer_memory::~peer_memory() {
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(device_);
  cudaDeviceSynchronize();
  close();
  if (ranks_.size() > 1 && std::uncaught_exceptions() == exceptions_) {
    try {
      ranks_.barrier();
    } catch (...) {
      // The other processes have failed; free the memory anyway.
    }
  }
  cudaFree(of_ranks_[static_cast<std::size_t>(ranks_.rank())]);
  cudaSetDevice(before);
}

}  // namespace fathom
