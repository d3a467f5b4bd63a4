// Shared memory of a thread block of the search kernel. The host chooses by the device's capabilities. Includes no header of CUDA,
// so that plans are tested on any machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/capabilities.hpp"
#include "gpu/warp.hpp"

#ifdef __CUDACC__
#define FATHOM_BOTH __host__ __device__
#else
#define FATHOM_BOTH
#endif

namespace fathom::bfs_engine {

/// One thread block per multiprocessor: more threads would leave too few registers for the outstanding loads of each thread.
inline constexpr unsigned block_threads = 512;
inline constexpr unsigned block_warps = block_threads / cuda::warp_lanes;

/// Number of bitmap words that a thread block keeps in shared memory during a bottom-up level: those of the first vertices, which
/// are the hubs in degree order.
inline constexpr std::uint32_t most_hub_words = 32'768;

/// Words that a warp needs for vertices that wait for their next stage of a bottom-up step, and for claims of a top-down step.
inline constexpr std::uint32_t words_of_waiting = 416, words_of_claims = 640;

/// Room of devices with thread-block clusters and the shared memory of Hopper.
struct wide_room {
  static constexpr bool is_wide = true;
  static constexpr std::uint32_t warp_buffer = 512;  ///< queue entries that each warp buffers before it writes them
  [[nodiscard]] FATHOM_BOTH static constexpr std::uint32_t hub_words() { return most_hub_words; }
};

/// Room of other devices, without clusters: fewer bits of hubs, smaller buffers, and waiting vertices beside them.
struct narrow_room {
  static constexpr bool is_wide = false;
  static constexpr std::uint32_t warp_buffer = 256;
  [[nodiscard]] FATHOM_BOTH std::uint32_t hub_words() const { return near_words; }
  std::uint32_t near_words = 0;  ///< a multiple of 8
};

/// Bytes of dynamic shared memory: hub bits and one buffer per warp, or two buffers per warp, or a buffer and claims per warp, or
/// the lists of a small frontier; in a narrow room also the waiting vertices after the buffers.
[[nodiscard]] constexpr std::size_t dynamic_bytes(const wide_room&) {
  return (std::size_t{most_hub_words} + block_warps * wide_room::warp_buffer) * sizeof(std::uint32_t);
}
[[nodiscard]] constexpr std::size_t dynamic_bytes(const narrow_room& r) {
  const std::uint32_t bottom_up = r.near_words + block_warps * (narrow_room::warp_buffer + words_of_waiting);
  const std::uint32_t top_down = block_warps * (narrow_room::warp_buffer + words_of_claims);
  return std::size_t{std::max(bottom_up, top_down)} * sizeof(std::uint32_t);
}

/// Upper bounds on the static shared memory of the kernel in a wide and in a narrow room.
inline constexpr std::size_t wide_static_bytes = 32 * 1024, narrow_static_bytes = 2 * 1024;

[[nodiscard]] constexpr bool fits_wide_room(const cuda::device_capabilities& c) {
  return c.shared_memory_per_block >= dynamic_bytes(wide_room{}) + wide_static_bytes;
}

/// Whether the kernel for wide rooms runs on the device; that for narrow rooms runs on all that the library supports.
[[nodiscard]] constexpr bool has_wide_room(const cuda::device_capabilities& c) { return c.clusters && fits_wide_room(c); }

/// The largest narrow room of the device, which must have 64 KiB of shared memory per thread block.
[[nodiscard]] constexpr narrow_room narrow_room_of(const cuda::device_capabilities& c) {
  const std::size_t words = (c.shared_memory_per_block - narrow_static_bytes) / sizeof(std::uint32_t);
  const std::size_t others = block_warps * (narrow_room::warp_buffer + words_of_waiting);
  narrow_room room;
  room.near_words = static_cast<std::uint32_t>(std::min<std::size_t>(most_hub_words, (words - others) / 8 * 8));
  return room;
}

}  // namespace fathom::bfs_engine

#undef FATHOM_BOTH
