#include "gpu/transfer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "base/parallel.hpp"
#include "gpu/backend.hpp"

namespace fathom::cuda {
namespace {

constexpr std::size_t largest_chunk = std::size_t{8} << 20, smallest_chunk = std::size_t{1} << 20;
constexpr std::size_t chunks_in_flight = 4;
// A copy of fewer chunks cannot overlap the bus with the threads.
constexpr std::size_t chunks_per_copy = 2 * chunks_in_flight;
constexpr std::size_t bytes_per_thread = std::size_t{1} << 18;
constexpr std::size_t page_bytes = 4096;
constexpr int most_threads = 8;  // the bus is saturated; more copying threads do not help
// For smaller copies the driver's own staging is as fast.
constexpr std::size_t smallest_staged = std::size_t{1} << 20;

struct pinned_chunk {
  std::byte* data = nullptr;
  cudaEvent_t free = nullptr;  // recorded after the copy that uses the chunk
};

// Pinned memory is slow to allocate: it is allocated once per process and never freed, because the driver may already be unloaded
// when the process ends.
class staging_area {
 public:
  static staging_area& of_process() {
    static staging_area* const area = new staging_area();
    return *area;
  }

  std::mutex in_use;
  std::array<pinned_chunk, chunks_in_flight> chunks;

 private:
  staging_area() {
    void* all = nullptr;
    check(cudaHostAlloc(&all, largest_chunk * chunks_in_flight, cudaHostAllocPortable), "allocating pinned memory");
    for (std::size_t i = 0; i < chunks_in_flight; ++i) chunks[i].data = static_cast<std::byte*>(all) + i * largest_chunk;
  }
};

// Events of one copy; they belong to a device, so that they cannot be shared like the chunks.
class chunk_events {
 public:
  explicit chunk_events(std::array<pinned_chunk, chunks_in_flight>& chunks) : chunks_(chunks) {
    try {
      for (pinned_chunk& p : chunks_) check(cudaEventCreateWithFlags(&p.free, cudaEventDisableTiming), "creating an event");
    } catch (...) {
      destroy();  // no destructor runs
      throw;
    }
  }
  chunk_events(const chunk_events&) = delete;
  chunk_events& operator=(const chunk_events&) = delete;
  ~chunk_events() { destroy(); }

 private:
  void destroy() {
    for (pinned_chunk& p : chunks_) {
      // A copy that failed halfway may still use the chunks.
      if (p.free) cudaEventSynchronize(p.free), cudaEventDestroy(p.free);
      p.free = nullptr;
    }
  }

  std::array<pinned_chunk, chunks_in_flight>& chunks_;
};

void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes) {
  const int threads = std::min(useful_threads(bytes, bytes_per_thread, omp_get_max_threads()), most_threads);
#pragma omp parallel num_threads(threads)
  {
    const index_range part = part_of(bytes, threads, omp_get_thread_num());
    std::memcpy(to + part.first, from + part.first, part.last - part.first);
  }
}

std::size_t chunk_bytes_of(std::size_t bytes) {
  const std::size_t wanted = std::clamp(bytes / chunks_per_copy, smallest_chunk, largest_chunk);
  return wanted / page_bytes * page_bytes;
}

bool is_pinned(const void* host) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, host) == cudaSuccess) return attributes.type != cudaMemoryTypeUnregistered;
  static_cast<void>(cudaGetLastError());
  return false;
}

bool goes_directly(const void* host, std::size_t bytes) { return bytes < smallest_staged || is_pinned(host); }

}  // namespace

void copy_to_device(void* to, const void* from, std::size_t bytes, const stream& s) {
  if (bytes == 0) return;
  if (goes_directly(from, bytes)) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, s.get()), "copying to the device");
    if (is_pinned(from)) s.wait("copying to the device");
    return;
  }
  staging_area& area = staging_area::of_process();
  const std::scoped_lock lock(area.in_use);
  const chunk_events events(area.chunks);
  const std::size_t chunk_bytes = chunk_bytes_of(bytes);
  for (std::size_t at = 0, i = 0; at < bytes; at += chunk_bytes, ++i) {
    pinned_chunk& chunk = area.chunks[i % chunks_in_flight];
    const std::size_t size = std::min(chunk_bytes, bytes - at);
    check(cudaEventSynchronize(chunk.free), "copying to the device");
    copy_in_parallel(chunk.data, static_cast<const std::byte*>(from) + at, size);
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, chunk.data, size, cudaMemcpyHostToDevice, s.get()),
          "copying to the device");
    check(cudaEventRecord(chunk.free, s.get()), "recording an event");
  }
}

void copy_to_host(void* to, const void* from, std::size_t bytes, const stream& s) {
  if (bytes == 0) return;
  if (goes_directly(to, bytes)) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, s.get()), "copying from the device");
    s.wait("copying from the device");
    return;
  }
  staging_area& area = staging_area::of_process();
  const std::scoped_lock lock(area.in_use);
  const chunk_events events(area.chunks);
  const std::size_t chunk_bytes = chunk_bytes_of(bytes), count = (bytes + chunk_bytes - 1) / chunk_bytes;
  const auto size_of = [&](std::size_t i) { return std::min(chunk_bytes, bytes - i * chunk_bytes); };
  // Chunk i is requested once chunk i - chunks_in_flight has been emptied.
  for (std::size_t i = 0; i < count + chunks_in_flight; ++i) {
    pinned_chunk& chunk = area.chunks[i % chunks_in_flight];
    if (i >= chunks_in_flight) {
      const std::size_t full = i - chunks_in_flight;
      check(cudaEventSynchronize(chunk.free), "copying from the device");
      copy_in_parallel(static_cast<std::byte*>(to) + full * chunk_bytes, chunk.data, size_of(full));
    }
    if (i >= count) continue;
    check(cudaMemcpyAsync(chunk.data, static_cast<const std::byte*>(from) + i * chunk_bytes, size_of(i), cudaMemcpyDeviceToHost,
                          s.get()),
          "copying from the device");
    check(cudaEventRecord(chunk.free, s.get()), "recording an event");
  }
}

void touch_pages(void* memory, std::size_t bytes) {
  const std::uint64_t pages = bytes / page_bytes;
  const int threads = std::min(useful_threads(bytes, bytes_per_thread, omp_get_max_threads()), most_threads);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::uint64_t page = 0; page < pages; ++page) static_cast<volatile char*>(memory)[page * page_bytes] = 0;
}

void copy_from_device(void* to, const void* from, std::size_t bytes, device where) {
  const current_device here(where.index);
  const stream s;
  copy_to_host(to, from, bytes, s);
}

void wait_for_stream(std::uintptr_t stream, device where) {
  const current_device here(where.index);
  check(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(stream)), "waiting for a stream");
}

}  // namespace fathom::cuda
