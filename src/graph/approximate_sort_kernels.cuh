// The steps of the approximate sort on a CUDA device. Zhong et al., "Optimizing Graph Processing on GPUs", TPDS 28(4), 2017,
// section 4.1, Listings 1 and 2, whose atomics on the counts of buckets in global memory are here a block's, in shared memory; and
// a block puts a tile of numbers in order there before it writes them, so that those of a bucket leave together.
#pragma once

#include "cuda/kernel.cuh"
#include "cuda/warp.hpp"
#include "fathom/types.hpp"

namespace fathom::bucket_sort {

inline constexpr unsigned block_threads = 512, block_warps = block_threads / cuda::warp_lanes;
inline constexpr unsigned loads_together = 8;               // of a thread
inline constexpr std::uint32_t most_shared_buckets = 2048;  // with more of them nothing is counted in shared memory
inline constexpr unsigned scanned_together = most_shared_buckets / block_threads;  // buckets of a thread
inline constexpr unsigned most_range_blocks = block_threads;                       // a thread reads each one's range

struct block_range {
  std::uint32_t least, most;
};

/// Device memory of a sort, beside keys and order.
struct sort_memory {
  block_range* ranges = nullptr;  ///< of the blocks that have looked at all keys
  unsigned num_ranges = 0;
  std::uint32_t buckets = 0;
  unsigned* counts = nullptr;                  ///< of keys in each bucket
  unsigned* cursors = nullptr;                 ///< where the next of each bucket goes
  unsigned* ended = nullptr;                   ///< blocks that have counted
  unsigned long long* wide_cursors = nullptr;  ///< in place of all these for more than most_shared_buckets: counts, then cursors
};

/// projected_bucket() without a division: what the scale rounds off is at most one bucket, and is put right.
struct projection {
  std::uint32_t least, span, top;
  std::uint64_t scale;  ///< (buckets - 1) / span, in 2^-32

  /// Falling keys in rising buckets.
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

/// Sums of all lanes' values up to each one's own.
__device__ inline unsigned warp_sum_up_to(unsigned value) {
  for (unsigned distance = 1; distance < cuda::warp_lanes; distance *= 2) {
    const unsigned before = __shfl_up_sync(cuda::all_lanes, value, distance);
    if (cuda::lane() >= distance) value += before;
  }
  return value;
}

/// Sums of the values of all threads before each one's own. All threads of the block call it.
__device__ inline unsigned block_sum_before(unsigned value) {
  __shared__ unsigned sums[block_warps];
  const unsigned up_to = warp_sum_up_to(value), warp = threadIdx.x / cuda::warp_lanes;
  __syncthreads();  // whoever still reads the last sums
  if (cuda::lane() == cuda::warp_lanes - 1) sums[warp] = up_to;
  __syncthreads();
  unsigned before = 0;
  for (unsigned w = 0; w < warp; ++w) before += sums[w];
  return before + up_to - value;
}

/// The range of what each thread of the block has seen, in all threads.
__device__ inline block_range whole_range(block_range mine) {
  __shared__ block_range ranges[block_warps];
  mine.least = __reduce_min_sync(cuda::all_lanes, mine.least), mine.most = __reduce_max_sync(cuda::all_lanes, mine.most);
  if (cuda::lane() == 0) ranges[threadIdx.x / cuda::warp_lanes] = mine;
  __syncthreads();
  for (unsigned w = 0; w < block_warps; ++w) mine = {min(mine.least, ranges[w].least), max(mine.most, ranges[w].most)};
  return mine;
}

/// From what the range kernel has left. All threads of the block call it, once.
__device__ inline projection projection_of(const sort_memory& memory) {
  __shared__ projection shared;
  const bool has = threadIdx.x < memory.num_ranges;
  const block_range all = whole_range(has ? memory.ranges[threadIdx.x] : block_range{0xFFFFFFFFu, 0});
  if (threadIdx.x == 0) shared = projection_onto(memory.buckets, all);
  __syncthreads();
  return shared;
}

/// Adds one to the count of each lane's bucket, if it has one; what the count was before, each lane alone. Most keys of a graph
/// with hubs are in one bucket: the lanes that share the first one's are added at once. All lanes call it.
template <class Count>
__device__ Count add_one(Count* counts, bool has, std::uint32_t bucket) {
  const unsigned active = __ballot_sync(cuda::all_lanes, has);
  const int first = active != 0 ? __ffs(static_cast<int>(active)) - 1 : 0;
  const std::uint32_t common = __shfl_sync(cuda::all_lanes, bucket, first);
  const bool shares = has && bucket == common;
  const unsigned all = __ballot_sync(cuda::all_lanes, shares);
  const bool leads = has && cuda::lane() == static_cast<unsigned>(first);
  Count before = 0;
  if (leads || (has && !shares)) before = atomicAdd(&counts[bucket], leads ? static_cast<Count>(__popc(all)) : Count{1});
  const Count of_first = __shfl_sync(cuda::all_lanes, before, first);
  return shares ? of_first + static_cast<Count>(__popc(all & ((1u << cuda::lane()) - 1))) : before;
}

/// Some keys of each thread of a block, under way together: those from `begin` on of a tile of `size` keys, the last where there
/// are no more.
__device__ inline void load_keys(const std::uint32_t* __restrict__ tile, unsigned size, unsigned begin,
                                 std::uint32_t (&to)[loads_together]) {
#pragma unroll
  for (unsigned k = 0; k < loads_together; ++k) to[k] = tile[min(begin + k * block_threads + threadIdx.x, size - 1)];
}

/// Keys of the tile that begins at `first`.
__device__ inline unsigned tile_size(vertex_id n, std::uint64_t first, unsigned most) {
  return static_cast<unsigned>(min(n - first, std::uint64_t{most}));
}

/// Before the first step: the range of all keys; and nothing is counted yet.
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

/// 2. Where each bucket begins: the exclusive prefix sum, by the block that has counted last.
__device__ inline void begin_buckets(const sort_memory& memory) {
  unsigned mine[scanned_together], sum = 0;
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    mine[i] = bucket < memory.buckets ? __ldcg(&memory.counts[bucket]) : 0;
    sum += mine[i];
  }
  unsigned begin = block_sum_before(sum);
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    if (bucket < memory.buckets) memory.cursors[bucket] = begin;
    begin += mine[i];
  }
}

/// 1. How many keys each bucket has. From the last key to the first, which what comes before and after does the other way: the
/// cache still has what was read last.
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

/// Places of a tile's buckets within the tile (in place of their counts), and what leads from there to those among all.
__device__ inline void place_buckets(const sort_memory& memory, unsigned* counts, unsigned* shifts) {
  unsigned mine[scanned_together], sum = 0;
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    mine[i] = bucket < memory.buckets ? counts[bucket] : 0;
    sum += mine[i];
  }
  unsigned begin = block_sum_before(sum);
  for (unsigned i = 0; i < scanned_together; ++i) {
    const unsigned bucket = threadIdx.x * scanned_together + i;
    if (mine[i] == 0) continue;
    counts[bucket] = begin;
    shifts[bucket] = atomicAdd(&memory.cursors[bucket], mine[i]) - begin;
    begin += mine[i];
  }
}

/// Shared memory of the scatter, in bytes.
constexpr std::size_t scatter_bytes(std::uint32_t buckets, unsigned items) {
  return (std::size_t{2} * buckets + std::size_t{items} * block_threads) * sizeof(unsigned);
}

/// 3. Every number to its place; `Items` keys of a thread make a block's tile.
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
    // Of each key the bucket, and its rank there among those of the tile; where nothing is sorted yet, for registers are few.
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

/// Steps 1 and 3 for many buckets, each of which few keys are in: as in the paper.
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
