// Kernels of the approximate sort on a CUDA device: Zhong et al., "Optimizing Graph Processing on GPUs", TPDS 28(4), 2017,
// section 4.1, Listings 1 and 2. The paper counts buckets with atomics in global memory; here each thread block counts in shared
// memory. A thread block also sorts a tile of indices in shared memory before writing it, so that a bucket's indices are written
// together.
#pragma once

#include "fathom/types.hpp"
#include "gpu/block.cuh"
#include "gpu/kernel.cuh"
#include "graph/layout/cuda/sort_tile.hpp"

namespace fathom::bucket_sort {

inline constexpr unsigned loads_together = 8;                                      // per thread
inline constexpr std::uint32_t most_shared_buckets = 2048;                         // with more buckets, counts are in global memory
inline constexpr unsigned scanned_together = most_shared_buckets / block_threads;  // buckets per thread
inline constexpr unsigned most_range_blocks = block_threads;                       // each thread reads one thread block's range

struct block_range {
  std::uint32_t least, most;
};

/// Device memory of a sort, in addition to keys and order.
struct sort_memory {
  block_range* ranges = nullptr;  ///< range of the keys that each thread block has read
  unsigned num_ranges = 0;
  std::uint32_t buckets = 0;
  unsigned* counts = nullptr;                  ///< keys per bucket
  unsigned* cursors = nullptr;                 ///< next output position of each bucket
  unsigned* ended = nullptr;                   ///< number of thread blocks that have finished counting
  unsigned long long* wide_cursors = nullptr;  ///< replaces the three above for more than most_shared_buckets: counts, then cursors
};

/// projected_bucket() without a division: the rounded scale is off by at most one bucket, which is corrected.
struct projection {
  std::uint32_t least, span, top;
  std::uint64_t scale;  ///< (buckets - 1) / span, in 2^-32

  /// Larger keys are in lower buckets.
  [[nodiscard]] __device__ std::uint32_t bucket_of(std::uint32_t key) const {
    const std::uint32_t above = key - least;
    auto bucket = static_cast<std::uint32_t>(above * scale >> 32);
    const std::uint64_t rest = std::uint64_t{above} * top - std::uint64_t{bucket} * span;
    if (span > 0 && rest >= span) ++bucket;
    return top - bucket;
  }
};

__device__ inline projection projection_onto(std::uint32_t buckets, block_range keys) {
  const std::uint32_t span = keys.most - keys.least, top = buckets - 1;
  return {keys.least, span, top, span > 0 ? (std::uint64_t{top} << 32) / span : 0};
}

/// Combined range of all threads of the thread block, returned to all of them.
__device__ inline block_range whole_range(block_range mine) {
  return {cuda::block_min<block_threads>(mine.least), cuda::block_max<block_threads>(mine.most)};
}

/// Projection onto the range that range_kernel() found. All threads of the thread block must call this exactly once.
__device__ inline projection projection_of(const sort_memory& memory) {
  __shared__ projection shared;
  const bool has = threadIdx.x < memory.num_ranges;
  const block_range all = whole_range(has ? memory.ranges[threadIdx.x] : block_range{0xFFFFFFFFu, 0});
  if (threadIdx.x == 0) shared = projection_onto(memory.buckets, all);
  __syncthreads();
  return shared;
}

/// Increments the count of each lane's bucket, if `has`, and returns the lane's count before the increment. Most keys of a graph
/// with hubs are in one bucket, so lanes with the same bucket as the first active lane are combined into one atomic. All lanes must
/// call this.
template <class Count>
__device__ Count add_one(Count* counts, bool has, std::uint32_t bucket) {
  const unsigned active = __ballot_sync(cuda::all_lanes, has);
  const int first = active != 0 ? cuda::first_bit(active) : 0;
  const std::uint32_t common = __shfl_sync(cuda::all_lanes, bucket, first);
  const bool shares = has && bucket == common;
  const unsigned all = __ballot_sync(cuda::all_lanes, shares);
  const bool leads = has && cuda::lane() == static_cast<unsigned>(first);
  Count before = 0;
  if (leads || (has && !shares)) before = atomicAdd(&counts[bucket], leads ? static_cast<Count>(__popc(all)) : Count{1});
  const Count of_first = __shfl_sync(cuda::all_lanes, before, first);
  return shares ? of_first + static_cast<Count>(cuda::warp_rank(all)) : before;
}

/// Loads several keys per thread at once: the keys of a tile of `size` keys from `begin` on, repeating the last key past the end.
__device__ inline void load_keys(const std::uint32_t* __restrict__ tile, unsigned size, unsigned begin,
                                 std::uint32_t (&to)[loads_together]) {
#pragma unroll
  for (unsigned k = 0; k < loads_together; ++k) to[k] = tile[min(begin + k * block_threads + threadIdx.x, size - 1)];
}

/// Number of keys in the tile that begins at `first`.
__device__ inline unsigned tile_size(vertex_id n, std::uint64_t first, unsigned most) {
  return static_cast<unsigned>(min(n - first, std::uint64_t{most}));
}

/// 0. Compute the range of all keys and clear the counts.
__global__ void __launch_bounds__(block_threads)
    range_kernel(const std::uint32_t* __restrict__ keys, vertex_id n, sort_memory memory) {
  const std::uint64_t thread = cuda::grid_thread(), threads = cuda::grid_threads();
  if (memory.wide_cursors) {
    for (std::uint64_t b = thread; b < memory.buckets; b += threads) memory.wide_cursors[b] = 0;
  } else {
    for (std::uint64_t b = thread; b < memory.buckets; b += threads) memory.counts[b] = 0;
    if (thread == 0) *memory.ended = 0;
  }
  constexpr unsigned tile = loads_together * block_threads;
  block_range mine{0xFFFFFFFFu, 0};
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * tile; first < n; first += std::uint64_t{gridDim.x} * tile) {
    const unsigned size = tile_size(n, first, tile);
    std::uint32_t key[loads_together];
    load_keys(keys + first, size, 0, key);
#pragma unroll
    for (unsigned k = 0; k < loads_together; ++k) mine = {min(mine.least, key[k]), max(mine.most, key[k])};
  }
  const block_range all = whole_range(mine);
  if (threadIdx.x == 0) memory.ranges[blockIdx.x] = all;
}

/// 2. Compute where each bucket begins by an exclusive prefix sum, in the last thread block that finishes counting.
__device__ inline void begin_buckets(const sort_memory& memory) {
  unsigned mine[scanned_together], sum = 0;
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    mine[i] = bucket < memory.buckets ? __ldcg(&memory.counts[bucket]) : 0;
    sum += mine[i];
  }
  unsigned begin = cuda::block_exclusive_sum<block_threads>(sum);
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    if (bucket < memory.buckets) memory.cursors[bucket] = begin;
    begin += mine[i];
  }
}

/// 1. Count the keys of each bucket, from the last key to the first. The steps before and after read forward, so each step starts
/// with keys that are still in the cache.
__global__ void __launch_bounds__(block_threads)
    count_kernel(const std::uint32_t* __restrict__ keys, vertex_id n, sort_memory memory) {
  __shared__ unsigned counts[most_shared_buckets];
  for (unsigned b = threadIdx.x; b < memory.buckets; b += block_threads) counts[b] = 0;
  const projection to_bucket = projection_of(memory);  // ends with a barrier
  constexpr unsigned tile = loads_together * block_threads;
  const std::uint64_t tiles = (std::uint64_t{n} + tile - 1) / tile;
  for (std::uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const std::uint64_t first = (tiles - 1 - t) * tile;
    const unsigned size = tile_size(n, first, tile);
    std::uint32_t key[loads_together];
    load_keys(keys + first, size, 0, key);
#pragma unroll
    for (unsigned k = 0; k < loads_together; ++k) {
      add_one(counts, k * block_threads + threadIdx.x < size, to_bucket.bucket_of(key[k]));
    }
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < memory.buckets; b += block_threads) {
    if (counts[b] != 0) atomicAdd(&memory.counts[b], counts[b]);
  }
  __threadfence();
  __syncthreads();
  bool is_last = false;
  if (threadIdx.x == 0) is_last = atomicAdd(memory.ended, 1u) == gridDim.x - 1;
  if (__syncthreads_or(is_last) == 0) return;
  __threadfence();
  begin_buckets(memory);
}

/// Replaces the counts of a tile's buckets by their positions within the tile, and computes the shifts from these to global
/// positions.
__device__ inline void place_buckets(const sort_memory& memory, unsigned* counts, unsigned* shifts) {
  unsigned mine[scanned_together], sum = 0;
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    mine[i] = bucket < memory.buckets ? counts[bucket] : 0;
    sum += mine[i];
  }
  unsigned begin = cuda::block_exclusive_sum<block_threads>(sum);
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    if (mine[i] == 0) continue;
    counts[bucket] = begin;
    shifts[bucket] = atomicAdd(&memory.cursors[bucket], mine[i]) - begin;
    begin += mine[i];
  }
}

/// 3. Scatter the indices. A thread block's tile has `Items` keys per thread.
template <unsigned Items>
__global__ void __launch_bounds__(block_threads, 2)
    scatter_kernel(const std::uint32_t* __restrict__ keys, vertex_id n, vertex_id* __restrict__ order, sort_memory memory) {
  constexpr unsigned tile = Items * block_threads, nothing = 0xFFFFFFFFu, bucket_bit = 16;
  static_assert(tile <= 1u << bucket_bit && most_shared_buckets < 1u << (32 - bucket_bit));
  extern __shared__ unsigned room[];
  unsigned *const counts = room, *const shifts = counts + memory.buckets, *const sorted = shifts + memory.buckets;
  const projection to_bucket = projection_of(memory);
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * tile; first < n; first += std::uint64_t{gridDim.x} * tile) {
    const unsigned size = tile_size(n, first, tile);
    for (unsigned b = threadIdx.x; b < memory.buckets; b += block_threads) counts[b] = 0;
    __syncthreads();
    // Compute each key's bucket and its rank within the tile's keys of that bucket. Both are kept in `sorted`, which is still
    // unused, to save registers.
#pragma unroll 1
    for (unsigned begin = 0; begin < Items; begin += loads_together) {
      std::uint32_t key[loads_together];
      load_keys(keys + first, size, begin * block_threads, key);
#pragma unroll
      for (unsigned k = 0; k < loads_together; ++k) {
        const bool has = (begin + k) * block_threads + threadIdx.x < size;
        const std::uint32_t bucket = to_bucket.bucket_of(key[k]);
        const unsigned rank = add_one(counts, has, bucket);
        sorted[(begin + k) * block_threads + threadIdx.x] = has ? bucket << bucket_bit | rank : nothing;
      }
    }
    __syncthreads();
    place_buckets(memory, counts, shifts);
    unsigned ranked[Items];
#pragma unroll
    for (unsigned k = 0; k < Items; ++k) ranked[k] = sorted[k * block_threads + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < Items; ++k) {
      const unsigned bucket = ranked[k] >> bucket_bit, rank = ranked[k] & ((1u << bucket_bit) - 1);
      if (ranked[k] != nothing) sorted[counts[bucket] + rank] = bucket << bucket_bit | (k * block_threads + threadIdx.x);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < size; i += block_threads) {
      order[shifts[sorted[i] >> bucket_bit] + i] = static_cast<vertex_id>(first + (sorted[i] & ((1u << bucket_bit) - 1)));
    }
    __syncthreads();
  }
}

/// Steps 1 and 3 for many buckets with few keys each, as in the paper.
template <bool Scatters>
__global__ void __launch_bounds__(block_threads)
    wide_kernel(const std::uint32_t* __restrict__ keys, vertex_id n, vertex_id* order, sort_memory memory) {
  const projection to_bucket = projection_of(memory);
  constexpr unsigned tile = loads_together * block_threads;
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * tile; first < n; first += std::uint64_t{gridDim.x} * tile) {
    const unsigned size = tile_size(n, first, tile);
    std::uint32_t key[loads_together];
    load_keys(keys + first, size, 0, key);
#pragma unroll
    for (unsigned k = 0; k < loads_together; ++k) {
      const unsigned i = k * block_threads + threadIdx.x;
      const unsigned long long at = add_one(memory.wide_cursors, i < size, to_bucket.bucket_of(key[k]));
      if (Scatters && i < size) order[at] = static_cast<vertex_id>(first + i);
    }
  }
}

}  // namespace fathom::bucket_sort
