#include "cuda/transfer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "core/parallel.hpp"
#include "cuda/devices.hpp"

namespace fathom::cuda {
namespace {

constexpr std::size_t piece_bytes = std::size_t{8} << 20;
constexpr std::size_t pieces_under_way = 4;
constexpr std::size_t bytes_a_thread = std::size_t{1} << 20;
constexpr int most_threads = 8;  // more memory streams than these gain nothing on the bus
// Below this the driver's own staging is as fast.
constexpr std::size_t smallest_staged = std::size_t{1} << 20;

struct pinned_piece {
  std::byte* data = nullptr;
  cudaEvent_t free = nullptr;  // recorded behind the copy that uses it
};

// Pinned memory takes the driver long to give: it is asked for once in a process, and never given back, because at the end of a
// process the driver may be gone before it.
class staging_area {
 public:
  static staging_area& of_process() {
    static staging_area* const area = new staging_area();
    return *area;
  }

  std::mutex in_use;
  std::array<pinned_piece, pieces_under_way> pieces;

 private:
  staging_area() {
    void* all = nullptr;
    check(cudaHostAlloc(&all, piece_bytes * pieces_under_way, cudaHostAllocPortable), "allocating pinned memory");
    for (std::size_t i = 0; i < pieces_under_way; ++i) pieces[i].data = static_cast<std::byte*>(all) + i * piece_bytes;
  }
};

// Events belong to a device; a copy has its own.
class piece_events {
 public:
  explicit piece_events(std::array<pinned_piece, pieces_under_way>& pieces) : pieces_(pieces) {
    try {
      for (pinned_piece& p : pieces_) check(cudaEventCreateWithFlags(&p.free, cudaEventDisableTiming), "creating an event");
    } catch (...) {
      destroy();  // no destructor runs
      throw;
    }
  }
  piece_events(const piece_events&) = delete;
  piece_events& operator=(const piece_events&) = delete;
  ~piece_events() { destroy(); }

 private:
  void destroy() {
    for (pinned_piece& p : pieces_) {
      // Nobody may touch the pieces while a copy that failed half-way still uses them.
      if (p.free) cudaEventSynchronize(p.free), cudaEventDestroy(p.free);
      p.free = nullptr;
    }
  }

  std::array<pinned_piece, pieces_under_way>& pieces_;
};

void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes) {
  const int threads = std::min(useful_threads(bytes, bytes_a_thread, omp_get_max_threads()), most_threads);
#pragma omp parallel num_threads(threads)
  {
    const index_range part = part_of(bytes, threads, omp_get_thread_num());
    std::memcpy(to + part.first, from + part.first, part.last - part.first);
  }
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
  const piece_events events(area.pieces);
  for (std::size_t at = 0, i = 0; at < bytes; at += piece_bytes, ++i) {
    pinned_piece& piece = area.pieces[i % pieces_under_way];
    const std::size_t size = std::min(piece_bytes, bytes - at);
    check(cudaEventSynchronize(piece.free), "copying to the device");
    copy_in_parallel(piece.data, static_cast<const std::byte*>(from) + at, size);
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, piece.data, size, cudaMemcpyHostToDevice, s.get()),
          "copying to the device");
    check(cudaEventRecord(piece.free, s.get()), "recording an event");
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
  const piece_events events(area.pieces);
  const std::size_t count = (bytes + piece_bytes - 1) / piece_bytes;
  const auto size_of = [&](std::size_t i) { return std::min(piece_bytes, bytes - i * piece_bytes); };
  // Piece i is asked for when piece i - pieces_under_way has been emptied.
  for (std::size_t i = 0; i < count + pieces_under_way; ++i) {
    pinned_piece& piece = area.pieces[i % pieces_under_way];
    if (i >= pieces_under_way) {
      const std::size_t full = i - pieces_under_way;
      check(cudaEventSynchronize(piece.free), "copying from the device");
      copy_in_parallel(static_cast<std::byte*>(to) + full * piece_bytes, piece.data, size_of(full));
    }
    if (i >= count) continue;
    check(cudaMemcpyAsync(piece.data, static_cast<const std::byte*>(from) + i * piece_bytes, size_of(i), cudaMemcpyDeviceToHost,
                          s.get()),
          "copying from the device");
    check(cudaEventRecord(piece.free, s.get()), "recording an event");
  }
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
