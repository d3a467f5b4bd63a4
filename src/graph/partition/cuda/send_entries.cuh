// Distribution of edges: each edge is written to the device memory of both endpoints' owners, as a key with the endpoint's row
// above the other endpoint. Rows are handled one slice at a time to limit the memory in use.
#pragma once

#include <cstdint>

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"
#include "graph/partition/cuda/peer_search.hpp"
#include "graph/partition/cuda/shared_memory.hpp"

namespace fathom::ranks_engine {

/// The blocks of vertices of all processes.
struct block_table {
  unsigned ranks = 1;
  std::uint64_t first[most_peers + 1];  ///< first vertex of each block; then the number of vertices

  [[nodiscard]] __device__ unsigned owner(std::uint32_t v) const {
    unsigned r = 0;
    while (v >= first[r + 1]) ++r;
    return r;
  }
};

/// A slice of the rows of every block: those with position >> shift == index.
struct row_slice {
  unsigned shift = 0, index = 0;

  [[nodiscard]] __host__ __device__ std::uint32_t first() const { return index << shift; }
};

/// A process's slice of the edge list; `weights` is null for an unweighted graph.
struct shared_edges {
  const uint2* ends;
  const edge_weight* weights;
  std::uint64_t size;
};

/// Destinations of a process's entries: in each process's memory, after those of the processes before it.
struct mailboxes {
  cuda::weighted_keys of[most_peers];
  std::uint64_t begin[most_peers];
};

/// `counts`: per process, one count per slice; must be 0 before. Needs shared memory for as many unsigned ints.
__global__ void count_entries(const uint2* edges, std::uint64_t size, const __grid_constant__ block_table blocks, unsigned shift,
                              unsigned slices, unsigned long long* counts) {
  extern __shared__ unsigned of_block[];
  for (unsigned i = threadIdx.x; i < blocks.ranks * slices; i += blockDim.x) of_block[i] = 0;
  __syncthreads();
  const auto count = [&](std::uint32_t v) {
    const unsigned owner = blocks.owner(v);
    const auto position = static_cast<std::uint32_t>(v - blocks.first[owner]);
    atomicAdd(&of_block[owner * slices + (position >> shift)], 1u);
  };
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const uint2 e = edges[i];
    if (e.x == e.y) continue;
    count(e.x);
    count(e.y);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < blocks.ranks * slices; i += blockDim.x) {
    if (of_block[i] > 0) atomicAdd(&counts[i], static_cast<unsigned long long>(of_block[i]));
  }
}

/// Gives each lane a slot of its own among lanes with the same owner. All lanes must call this; most_peers means no owner.
__device__ inline unsigned take_slot(unsigned* slots, unsigned owner) {
  const unsigned together = __match_any_sync(cuda::all_lanes, owner);
  const int leader = cuda::first_bit(together);
  unsigned first = 0;
  if (static_cast<int>(cuda::lane()) == leader && owner < most_peers) {
    first = atomicAdd(&slots[owner], static_cast<unsigned>(__popc(together)));
  }
  first = __shfl_sync(cuda::all_lanes, first, leader);
  return first + cuda::warp_rank(together);
}

/// Sorts a tile of edges at a time by owner in shared memory, which must hold the keys and weights of the tile's entries, and
/// writes it out in runs. `sent`: entries sent to each process; must be 0 before.
template <bool weighted, unsigned edges_per_thread>
__global__ void __launch_bounds__(sending_threads)
    send_entries(shared_edges edges, const __grid_constant__ block_table blocks, row_slice slice, int value_bits,
                 const __grid_constant__ mailboxes to, unsigned long long* sent) {
  constexpr unsigned tile_edges = sending_threads * edges_per_thread, tile_entries = 2 * tile_edges;
  extern __shared__ __align__(16) std::uint64_t staged[];
  auto* const staged_weights = reinterpret_cast<edge_weight*>(staged + tile_entries);
  __shared__ unsigned slots[most_peers], starts[most_peers + 1];
  __shared__ unsigned long long places[most_peers];
  const auto owner_of = [&](bool there, std::uint32_t v) {
    if (!there) return most_peers;
    const unsigned owner = blocks.owner(v);
    return static_cast<std::uint32_t>(v - blocks.first[owner]) >> slice.shift == slice.index ? owner : most_peers;
  };
  for (std::uint64_t tile = std::uint64_t{blockIdx.x} * tile_edges; tile < edges.size;
       tile += std::uint64_t{gridDim.x} * tile_edges) {
    const auto for_each_entry = [&](const auto& visit) {
      for (unsigned k = 0; k < edges_per_thread; ++k) {
        const std::uint64_t i = tile + k * sending_threads + threadIdx.x;
        const uint2 e = i < edges.size ? edges.ends[i] : uint2{0, 0};
        visit(owner_of(e.x != e.y, e.x), e.x, e.y, i);
        visit(owner_of(e.x != e.y, e.y), e.y, e.x, i);
      }
    };
    if (threadIdx.x < most_peers) slots[threadIdx.x] = 0;
    __syncthreads();
    for_each_entry([&](unsigned owner, std::uint32_t, std::uint32_t, std::uint64_t) { take_slot(slots, owner); });
    __syncthreads();
    if (threadIdx.x == 0) {
      starts[0] = 0;
      for (unsigned r = 0; r < most_peers; ++r) starts[r + 1] = starts[r] + slots[r];
    }
    __syncthreads();
    if (threadIdx.x < blocks.ranks) {
      places[threadIdx.x] =
          to.begin[threadIdx.x] + atomicAdd(&sent[threadIdx.x], static_cast<unsigned long long>(slots[threadIdx.x]));
      slots[threadIdx.x] = starts[threadIdx.x];
    }
    __syncthreads();
    for_each_entry([&](unsigned owner, std::uint32_t row, std::uint32_t other, std::uint64_t i) {
      const unsigned slot = take_slot(slots, owner);
      if (owner == most_peers) return;
      const auto position = static_cast<std::uint32_t>(row - blocks.first[owner]) - slice.first();
      staged[slot] = std::uint64_t{position} << value_bits | other;
      if (weighted) staged_weights[slot] = edges.weights[i];
    });
    __syncthreads();
    unsigned owner = 0;
    for (unsigned i = threadIdx.x; i < starts[most_peers]; i += sending_threads) {
      while (i >= starts[owner + 1]) ++owner;
      const unsigned long long place = places[owner] + (i - starts[owner]);
      to.of[owner].keys[place] = staged[i];
      if (weighted) to.of[owner].weights[place] = staged_weights[i];
    }
    __syncthreads();
  }
}

}  // namespace fathom::ranks_engine
