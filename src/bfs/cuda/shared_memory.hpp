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

/// Most bitmap words that a thread block keeps in shared memory during a bottom-up level: those of the first vertices, which are
/// the hubs in degree order. More would take the L1 cache from the rest.
inline constexpr std::uint32_t most_hub_words = 28'672;

/// Words that a warp needs for vertices that wait for their next stage of a bottom-up step, and for claims of a top-down step.
inline constexpr std::uint32_t words_of_waiting = 416, words_of_claims = 640;

/// Room of a thread block for bits of hubs, a buffer per warp, and a warp's waiting vertices or claims.
struct block_room {
  static constexpr bool has_cluster = false;
  static constexpr bool is_small_graph = false;
  static constexpr std::uint32_t warp_buffer = 256;  ///< queue entries that each warp buffers before it writes them
  [[nodiscard]] FATHOM_BOTH std::uint32_t hub_words() const { return near_words; }
  std::uint32_t near_words = 0;  ///< a multiple of 8
};

/// Room that is also a cluster's: small frontiers of lattices and road networks stay in its distributed shared memory.
struct cluster_room : block_room {
  static constexpr bool has_cluster = true;
};

/// Room of a thread block of a search that one cluster does by itself: all bitmaps of the graph, and a list of the frontier.
struct small_graph_room : block_room {
  static constexpr bool is_small_graph = true;
  /// Frontier vertices in the list; larger frontiers are expanded in several parts.
  static constexpr std::uint32_t capacity = 4'096;
  static constexpr std::uint32_t bitmaps = 4;      ///< of three levels, and of claims
  static constexpr std::uint32_t list_arrays = 3;  ///< vertex, start and length of its row
  std::uint32_t words = 0;                         ///< of a bitmap
};

/// Graphs of up to this many vertices and edges are small: one cluster searches them in less time than the barriers of the whole
/// device take. Twice as many vertices were searched faster in kron:15:16, but not in rmat:15:16.
inline constexpr std::uint64_t most_small_vertices = 1u << 14, most_small_edges = 1u << 20;

[[nodiscard]] constexpr std::size_t dynamic_bytes(const small_graph_room& r) {
  return (std::size_t{small_graph_room::bitmaps} * r.words + small_graph_room::list_arrays * small_graph_room::capacity +
          small_graph_room::capacity / cuda::warp_lanes) *
         sizeof(std::uint32_t);
}

/// Bytes of dynamic shared memory: hub bits, one buffer per warp and the waiting vertices, or two buffers per warp, or a buffer and
/// claims per warp, or the lists of a small frontier.
[[nodiscard]] constexpr std::size_t dynamic_bytes(const block_room& r) {
  const std::uint32_t bottom_up = r.near_words + block_warps * (block_room::warp_buffer + words_of_waiting);
  const std::uint32_t top_down = block_warps * (block_room::warp_buffer + words_of_claims);
  return std::size_t{std::max(bottom_up, top_down)} * sizeof(std::uint32_t);
}

/// Bytes of a thread block's part of the frontiers and visited bits of a cluster.
inline constexpr std::size_t bytes_of_cluster = 160 * 1024;

[[nodiscard]] constexpr std::size_t dynamic_bytes(const cluster_room& r) {
  return std::max(dynamic_bytes(static_cast<const block_room&>(r)), bytes_of_cluster);
}

/// Upper bound on the static shared memory of the kernels.
inline constexpr std::size_t static_bytes = 2 * 1024;

/// Whether a cluster keeps frontiers on the device.
[[nodiscard]] constexpr bool has_cluster_room(const cuda::device_capabilities& c) {
  return c.clusters && c.shared_memory_per_block >= bytes_of_cluster + static_bytes;
}

/// The largest room of the device, which must have 64 KiB of shared memory per thread block.
[[nodiscard]] constexpr block_room room_of(const cuda::device_capabilities& c) {
  const std::size_t words = (c.shared_memory_per_block - static_bytes) / sizeof(std::uint32_t);
  const std::size_t others = block_warps * (block_room::warp_buffer + words_of_waiting);
  block_room room;
  room.near_words = static_cast<std::uint32_t>(std::min<std::size_t>(most_hub_words, (words - others) / 8 * 8));
  return room;
}

/// The largest frontier whose rows, 16 bytes each, one thread block of a distributed search keeps beside its buffers and claims; a
/// multiple of the lanes of a warp.
[[nodiscard]] constexpr unsigned rows_beside_claims(const block_room& r) {
  const std::size_t others = block_warps * std::size_t{block_room::warp_buffer + words_of_claims} * sizeof(std::uint32_t);
  const std::size_t rows = (dynamic_bytes(r) - others) / 16 / cuda::warp_lanes * cuda::warp_lanes;
  return static_cast<unsigned>(std::min<std::size_t>(rows, block_threads));
}

}  // namespace fathom::bfs_engine

#undef FATHOM_BOTH
