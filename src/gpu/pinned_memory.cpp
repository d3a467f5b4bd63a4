#include "gpu/pinned_memory.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <mutex>
#include <vector>

#include "gpu/runtime.hpp"

namespace fathom::cuda {
namespace {

constexpr std::size_t least_bytes = 64, most_kept_bytes = std::size_t{64} << 10;

// Blocks that are not in use, by the logarithm of their size. Never destroyed: the driver may be unloaded before the process ends.
struct kept_blocks {
  static kept_blocks& of_process() {
    static kept_blocks* const blocks = new kept_blocks();
    return *blocks;
  }

  std::mutex in_use;
  std::vector<void*> by_size[std::bit_width(most_kept_bytes)];
};

std::vector<void*>& kept(kept_blocks& blocks, std::size_t bytes) { return blocks.by_size[std::bit_width(bytes) - 1]; }

void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "allocating pinned memory");
  return memory;
}

void* take(std::size_t bytes) {
  kept_blocks& blocks = kept_blocks::of_process();
  const std::scoped_lock locked(blocks.in_use);
  std::vector<void*>& free = kept(blocks, bytes);
  if (free.empty()) {
    free.reserve(free.capacity() + 1);  // so that the block can be given back
    return allocate(bytes);
  }
  void* const memory = free.back();
  free.pop_back();
  return memory;
}

// A device may still write to the memory of work that failed. Freeing waits for it.
void give_back(void* memory, std::size_t bytes) {
  if (std::uncaught_exceptions() > 0) {
    cudaFreeHost(memory);
    return;
  }
  kept_blocks& blocks = kept_blocks::of_process();
  const std::scoped_lock locked(blocks.in_use);
  kept(blocks, bytes).push_back(memory);
}

}  // namespace

std::shared_ptr<void> pinned_memory(std::size_t bytes) {
  if (bytes > most_kept_bytes) return {allocate(bytes), cudaFreeHost};
  bytes = std::bit_ceil(std::max(bytes, least_bytes));
  return {take(bytes), [bytes](void* memory) { give_back(memory, bytes); }};
}

}  // namespace fathom::cuda
