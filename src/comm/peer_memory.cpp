#include "comm/peer_memory.hpp"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <optional>
#include <span>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
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

// Zeroed memory on the current device.
std::shared_ptr<std::byte> allocate(std::size_t bytes, int device) {
  void* memory = nullptr;
  cuda::check(cudaMalloc(&memory, bytes), "allocating device memory for all processes");
  std::shared_ptr<std::byte> owned(static_cast<std::byte*>(memory), [device](std::byte* given) {
    try {
      const cuda::current_device current(device);
      cudaFree(given);
    } catch (const error&) {
      // The device has failed; its memory is lost.
    }
  });
  cuda::check(cudaMemset(memory, 0, bytes), "clearing device memory");
  cuda::check(cudaDeviceSynchronize(), "clearing device memory");
  return owned;
}

// Lets kernels of the current device, `own`, access memory of another device of this process.
void enable_access(int own, int other) {
  if (own == other) return;
  int can = 0;
  cuda::check(cudaDeviceCanAccessPeer(&can, own, other), "querying access between devices");
  if (can == 0) throw error(error_category::device, fmt::format("device cuda:{} cannot access the memory of cuda:{}", own, other));
  const cudaError_t status = cudaDeviceEnablePeerAccess(other, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();  // clear it: later calls must not see this
    return;
  }
  cuda::check(status, fmt::format("enabling access of cuda:{} to cuda:{}", own, other));
}

}  // namespace

peer_memory::peer_memory(communicator& ranks, std::size_t bytes)
    : ranks_(ranks), exceptions_(std::uncaught_exceptions()), of_ranks_(static_cast<std::size_t>(ranks.size()), nullptr) {
  on_all_processes(ranks, [&] {
    require_one_host(ranks);
    cuda::check(cudaGetDevice(&device_), "querying the current device");
    empty_pool(device_);
    own_ = allocate(bytes, device_);
  });
  of_ranks_[static_cast<std::size_t>(ranks.rank())] = own_.get();
  if (ranks.size() == 1) return;
  try {
    ranks.in_one_process() ? map_threads() : map_processes();
  } catch (const rank_error&) {
    close();  // every process reaches this point
    ranks_.barrier();
    throw;
  }
}

void peer_memory::map_processes() {
  cudaIpcMemHandle_t handle{};
  on_all_processes(ranks_,
                   [&] { cuda::check(cudaIpcGetMemHandle(&handle, own_.get()), "exporting device memory to other processes"); });
  const handles all = ranks_.all_gather(std::as_bytes(std::span(&handle, 1)));
  on_all_processes(ranks_, [&] { open(all); });
}

void peer_memory::open(const handles& all) {
  for (std::size_t r = 0; r < of_ranks_.size(); ++r) {
    if (static_cast<int>(r) == ranks_.rank()) continue;
    cudaIpcMemHandle_t handle{};
    std::memcpy(&handle, all[r].data(), sizeof handle);
    void* theirs = nullptr;
    cuda::check(cudaIpcOpenMemHandle(&theirs, handle, cudaIpcMemLazyEnablePeerAccess),
                fmt::format("mapping the device memory of process {}", r));
    of_ranks_[r] = static_cast<std::byte*>(theirs);
  }
}

void peer_memory::close() noexcept {
  of_threads_.clear();
  for (std::size_t r = 0; r < of_ranks_.size(); ++r) {
    if (static_cast<int>(r) != ranks_.rank() && of_ranks_[r] && !ranks_.in_one_process()) cudaIpcCloseMemHandle(of_ranks_[r]);
  }
}

void peer_memory::map_threads() {
  const std::vector<int> devices = gather_from_all(ranks_, device_);
  struct owner {
    const std::shared_ptr<std::byte>* memory;
  };
  const std::vector<owner> theirs = gather_from_all(ranks_, owner{&own_});
  on_all_processes(ranks_, [&] {
    for (const int other : devices) enable_access(device_, other);
    for (std::size_t r = 0; r < theirs.size(); ++r) {
      of_threads_.push_back(*theirs[r].memory);
      of_ranks_[r] = theirs[r].memory->get();
    }
  });
}

// Memory that other processes still have mapped must not be freed, and cudaFree() waits for the device, where a kernel may wait
// for another device already: each process frees its own memory, after all have finished with it.
peer_memory::~peer_memory() {
  std::optional<cuda::current_device> current;
  try {
    current.emplace(device_);
  } catch (const error&) {
    // The device has failed; the other processes wait at the barrier anyway.
  }
  cudaDeviceSynchronize();
  close();
  if (ranks_.size() > 1 && std::uncaught_exceptions() == exceptions_) {
    try {
      ranks_.barrier();
    } catch (...) {
      // The other processes have failed; free the memory anyway.
    }
  }
  own_.reset();
}

}  // namespace fathom
