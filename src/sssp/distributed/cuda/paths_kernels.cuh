// Kernels of distributed shortest paths (paths_on_device.cu).
#pragma once

#include <cstdint>

#include "bfs/distributed/cuda/frontier_edges.cuh"
#include "graph/partition/cuda/part.hpp"
#include "sssp/distributed/cuda/path_word.cuh"

namespace fathom::ranks_engine {

/// A vertex of the current bucket, by its owner's local id.
struct active_vertex {
  local_vertex id = 0;
  path_sum distance = 0;
};

/// Message header, as the host reads it.
struct bucket_head {
  unsigned long long found = 0;           ///< vertices of the process's bucket
  std::uint32_t nearest = infinite_bits;  ///< bits of the smallest distance outside the bucket
  std::uint32_t stops = 0;                ///< 1 if the process was asked to stop
};

/// Message of a process to all others in a round.
struct active_message : bucket_head {
  /// Maximum number of vertices listed; a message is as long as a frontier_message.
  static constexpr std::uint32_t capacity = 8192 - sizeof(bucket_head) / sizeof(active_vertex);

  active_vertex listed[capacity] = {};
};

/// Initial state: only the source, which another process may own, is reached.
__global__ void start_paths(path_word* best, std::uint64_t rows, local_vertex source, bit_word* pending) {
  for (std::uint64_t v = grid_thread(); v < rows; v += grid_threads()) {
    const bool is_source = v == source;
    best[v] = is_source ? path_word{no_local_vertex} : unreached_path;
    const bit_word waits = __ballot_sync(all_lanes, is_source);
    if (lane() == 0) pending[v / bits_per_word] = waits;
  }
}

/// Appends the lanes' vertices to `active`, and to the message while there is room. All lanes must call this.
__device__ inline void append(bool is_taken, active_vertex mine, active_vertex* active, active_message* message) {
  const unsigned long long place = cuda::warp_append(&message->found, is_taken);
  if (!is_taken) return;
  active[place] = mine;
  if (place < active_message::capacity) message->listed[place] = mine;
}

/// Takes the pending vertices below the limit. The smallest other distance goes to the message, whose header must be initialized.
__global__ void take_active(const path_word* best, bit_word* pending, std::uint64_t words, path_sum limit, active_vertex* active,
                            active_message* message) {
  std::uint32_t nearest = infinite_bits;
  for (std::uint64_t first = grid_thread() - lane(); first < words; first += grid_threads()) {
    const bit_word mine = first + lane() < words ? pending[first + lane()] : 0;
    cuda::for_each_bit(__ballot_sync(all_lanes, mine != 0), [&](int which) {
      const bit_word word = __shfl_sync(all_lanes, mine, which);
      const bool waits = (word >> lane() & 1) != 0;
      const auto v = static_cast<local_vertex>((first + static_cast<std::uint64_t>(which)) * bits_per_word + lane());
      const path_sum distance = waits ? sum_of_path(best[v]) : infinite_bits;
      const bool is_taken = waits && distance < limit;
      if (!is_taken) nearest = min(nearest, distance);
      const unsigned taken = __ballot_sync(all_lanes, is_taken);
      if (taken != 0 && lane() == 0) pending[first + static_cast<std::uint64_t>(which)] = word & ~taken;
      append(is_taken, {v, distance}, active, message);
    });
  }
  nearest = cuda::warp_min(nearest);
  if (lane() == 0 && nearest < infinite_bits) atomicMin(&message->nearest, nearest);
}

/// Takes all vertices of a bucket that no longer changes, to relax their heavy edges.
__global__ void take_settled(const path_word* best, std::uint64_t rows, path_sum from, path_sum limit, active_vertex* active,
                             active_message* message) {
  for (std::uint64_t v = grid_thread(); v < rows; v += grid_threads()) {  // of whole warps
    const path_sum distance = sum_of_path(best[v]);
    append(distance >= from && distance < limit, {static_cast<local_vertex>(v), distance}, active, message);
  }
}

/// Concatenates the buckets of all processes in `frontier`, as column ids, and stores their distances by column id. List r begins
/// at r * `list_stride`. One row of thread blocks per process.
__global__ void take_buckets(const active_message* messages, const active_vertex* lists, std::uint64_t list_stride,
                             local_vertex stride, local_vertex* frontier, path_sum* distances) {
  const unsigned rank = blockIdx.y;
  const active_vertex* const list = lists ? lists + rank * list_stride : messages[rank].listed;
  std::uint64_t before = 0;
  for (unsigned r = 0; r < rank; ++r) before += messages[r].found;
  for (std::uint64_t i = grid_thread(); i < messages[rank].found; i += grid_threads()) {
    const local_vertex u = rank * stride + list[i].id;
    frontier[before + i] = u;
    distances[u] = list[i].distance;
  }
}

/// The distance at the end of an edge; infinity, and *overflows, if a whole sum is too large.
template <path_sums Sums>
__device__ path_sum sum_along(path_sum distance, edge_weight weight, std::uint32_t* overflows) {
  if constexpr (Sums == path_sums::single) return __float_as_uint(__uint_as_float(distance) + weight);
  const std::uint64_t sum = std::uint64_t{distance} + __float2uint_rz(weight);
  if (sum < infinite_bits) return static_cast<path_sum>(sum);
  *overflows = 1;
  return infinite_bits;
}

/// Relaxes the given edges of the buckets. On equal distances the first predecessor stays, or among simultaneous ones the smallest
/// column id: edges of weight 0 could otherwise make two vertices each other's predecessor.
template <path_sums Sums>
__global__ void relax(row_ends rows, const local_vertex* ends, const edge_weight* weights, const local_vertex* frontier,
                      std::uint64_t size, const std::uint64_t* starts, const path_sum* distances, path_word* best, bit_word* nearer,
                      unsigned long long* relaxed, std::uint32_t* overflows) {
  if (grid_thread() == 0) *relaxed += starts[size];
  for_each_row_edge(rows, frontier, size, starts, [&](local_vertex u, edge_offset e) {
    const local_vertex v = ends[e];
    const path_word bits = sum_along<Sums>(distances[u], weights[e], overflows);
    if (bits >= __ldcg(&best[v]) >> 32) return;
    if (bits >= atomicMin(&best[v], bits << 32 | u) >> 32) return;
    mark(nearer, v);
  });
}

/// Writes results in the caller's order and ids, and counts the vertices reached. `received`: predecessors by local id if received
/// from other processes; null if they are in the path words.
__global__ void write_paths(result_names<std::int64_t> names, const path_word* best, const std::int64_t* received,
                            std::int64_t* predecessors, path_sum* distances, unsigned long long* reached) {
  std::uint64_t mine = 0;
  for (std::uint64_t position = grid_thread(); position < names.size; position += grid_threads()) {
    const local_vertex id = names.to_local[position];
    const path_word path = id == no_local_vertex ? unreached_path : best[id];
    const bool is_source = position == names.source_position, is_reached = path < unreached_path;
    mine += is_reached ? 1 : 0;
    std::int64_t predecessor = is_source ? names.source : -1;
    if (is_reached && !is_source) predecessor = received ? received[id] : names.vertices[static_cast<local_vertex>(path)];
    predecessors[position] = predecessor;
    distances[position] = is_source ? 0 : sum_of_path(path);
  }
  add_up(mine, reached);
}

}  // namespace fathom::ranks_engine
