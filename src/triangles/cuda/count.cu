// Kernels that count triangles. The edge between the two lower corners x and y of a triangle is the work of the corner with the
// longer oriented row, say x; ties go to the larger id. The oriented row of x becomes a set in shared memory, and each entry of the
// other row is looked up in it. A hit w is a triangle: it counts for x in a register, for y in a register, and for w in the set, so
// that global memory is updated once per pair and once per entry of the set. With directions, a triangle counts once for each
// choice of one edge per pair of its corners, which is the product of the numbers of edges.
#include "gpu/loads.cuh"
#include "gpu/warp.cuh"
#include "triangles/cuda/count.hpp"
#include "triangles/cuda/counted_set.cuh"

namespace fathom::triangles_engine {
namespace {

using cuda::all_lanes;
using cuda::warp_lanes;

constexpr unsigned warp_kernel_threads = 256, small_block_threads = 256, large_block_threads = 1024;

/// Vertex whose row is in the set, or a part of it.
struct held_row {
  vertex_id x;
  edge_offset length;       ///< of the whole oriented row
  edge_offset first, last;  ///< positions of the slice of its adjacency row
};

/// Oriented row of a neighbor.
struct row_to_probe {
  edge_offset start = 0;
  unsigned length = 0;  ///< 0: none, or the work of the neighbor
  unsigned edges = 1;   ///< between x and the neighbor
};

/// Looks up entries of a neighbor's row with `Lanes` lanes, of which the caller is number `lane`. Returns the triangles that the
/// caller found.
template <unsigned Lanes, unsigned Loads, class Entry>
__device__ unsigned probe_row(const counted_set<Entry>& set, const vertex_id* row, unsigned length, unsigned edges, unsigned lane) {
  unsigned found = 0;
  for (unsigned at = lane; at < length; at += Lanes * Loads) {
    vertex_id w[Loads];
#pragma unroll
    for (unsigned i = 0; i < Loads; ++i) w[i] = cuda::load_if(at + i * Lanes < length, row + at + i * Lanes, no_vertex);
#pragma unroll
    for (unsigned i = 0; i < Loads; ++i) {
      const unsigned slot = w[i] == no_vertex ? no_slot : set.find(Entry::vertex(w[i]));
      if (slot == no_slot) continue;
      const unsigned triangles = edges * Entry::edges(w[i]) * Entry::edges(set.keys[slot]);
      atomicAdd(&set.counts[slot], triangles);
      found += triangles;
    }
  }
  return found;
}

template <class Entry>
__device__ row_to_probe row_of_neighbor(const count_job& g, const held_row& held, edge_offset e, vertex_id& y) {
  if (e >= held.last) return {};
  y = g.rows.targets[e];
  const edge_offset start = g.starts[y], length = g.starts[std::uint64_t{y} + 1] - start;
  const bool shorter = length != held.length ? length < held.length : y < held.x;
  const bool repeated = e > g.rows.offsets[held.x] && g.rows.targets[e - 1] == y;
  const unsigned edges = Entry::edges(Entry::made_of(y, g.mutual != nullptr && g.mutual[e] != 0));
  return {start, shorter && !repeated ? static_cast<unsigned>(length) : 0, edges};
}

/// A warp counts the triangles of x with the neighbors at [e, e + 32). Lanes work in groups of `Lanes`, and each group takes the
/// neighbors of its own lanes in turn. Returns the triangles with the neighbor of the calling lane.
template <unsigned Lanes, unsigned Loads, class Entry>
__device__ unsigned count_with_neighbors(const count_job& g, const counted_set<Entry>& set, const held_row& held, edge_offset e) {
  const unsigned lane = cuda::lane(), group = lane / Lanes * Lanes;
  vertex_id y = no_vertex;
  const row_to_probe own = row_of_neighbor<Entry>(g, held, e + lane, y);
  // The neighbors that are left to this group.
  unsigned left = (__ballot_sync(all_lanes, own.length > 0) >> group) & (all_lanes >> (warp_lanes - Lanes));
  unsigned with_own = 0;
  while (__any_sync(all_lanes, left != 0)) {
    const unsigned from = left != 0 ? group + static_cast<unsigned>(__ffs(static_cast<int>(left))) - 1 : lane;
    const edge_offset start = __shfl_sync(all_lanes, own.start, from);
    const unsigned length = __shfl_sync(all_lanes, own.length, from), edges = __shfl_sync(all_lanes, own.edges, from);
    unsigned found = left != 0 ? probe_row<Lanes, Loads>(set, g.targets + start, length, edges, lane - group) : 0;
    __syncwarp();
    if (__any_sync(all_lanes, found != 0)) {
#pragma unroll
      for (unsigned other = Lanes / 2; other > 0; other /= 2) found += __shfl_xor_sync(all_lanes, found, other);
      if (left != 0 && lane == from) with_own = found;
    }
    left &= left - 1;
  }
  if (with_own != 0) atomicAdd(&g.triangles[y], static_cast<unsigned long long>(with_own));
  return with_own;
}

/// Adds what the threads that share the set have found for its vertices.
template <class Entry>
__device__ void add_counts(const count_job& g, const counted_set<Entry>& set, unsigned thread, unsigned threads) {
  for (unsigned i = thread; i < set.slots; i += threads) {
    if (set.counts[i] != 0) atomicAdd(&g.triangles[Entry::vertex(set.keys[i])], static_cast<unsigned long long>(set.counts[i]));
  }
}

__device__ held_row row_of_item(const count_job& g, vertex_id x, unsigned slice, unsigned slice_edges) {
  const edge_offset begin = g.rows.offsets[x], end = g.rows.offsets[std::uint64_t{x} + 1];
  const edge_offset first = begin + std::uint64_t{slice} * slice_edges;
  return {x, g.starts[std::uint64_t{x} + 1] - g.starts[x], first, min(end, first + slice_edges)};
}

/// One item per warp.
template <class Entry>
__global__ void __launch_bounds__(warp_kernel_threads) warp_kernel(count_job g, const work_item* items, std::uint64_t num_items) {
  constexpr unsigned warps = warp_kernel_threads / warp_lanes, most_slots = slots_per_entry * warp_row;
  __shared__ vertex_id keys[warps][most_slots];
  __shared__ unsigned counts[warps][most_slots];
  const unsigned lane = cuda::lane(), warp = threadIdx.x / warp_lanes;
  const std::uint64_t at = std::uint64_t{blockIdx.x} * warps + warp;
  if (at >= num_items) return;
  const work_item item = items[at];
  const held_row held = row_of_item(g, item.x, item.part, warp_slice);
  const auto length = static_cast<unsigned>(held.length);
  const counted_set<Entry> set{keys[warp], counts[warp], slots_per_entry * length};
  set.clear(lane, warp_lanes);
  __syncwarp();
  const vertex_id* const row = g.targets + g.starts[item.x];
  for (unsigned i = lane; i < length; i += warp_lanes) set.insert(row[i]);
  __syncwarp();
  unsigned found = 0;
  for (edge_offset e = held.first; e < held.last; e += warp_lanes) found += count_with_neighbors<8, 2>(g, set, held, e);
  found = cuda::warp_sum(found);
  if (found == 0) return;
  __syncwarp();  // all counts of the set are complete
  if (lane == 0) atomicAdd(&g.triangles[item.x], static_cast<unsigned long long>(found));
  add_counts(g, set, lane, warp_lanes);
}

/// One item per thread block. Shared memory: keys and counts of `LongestRow` entries.
template <class Entry, unsigned Threads, unsigned LongestRow>
__global__ void __launch_bounds__(Threads) block_kernel(count_job g, const work_item* items) {
  extern __shared__ unsigned memory[];
  __shared__ unsigned next_group, all_found;
  const work_item item = items[blockIdx.x];
  // 1. The item's slice and chunk.
  const edge_offset begin = g.starts[item.x];
  const edge_offset length = g.starts[std::uint64_t{item.x} + 1] - begin;
  const edge_offset degree = g.rows.offsets[std::uint64_t{item.x} + 1] - g.rows.offsets[item.x];
  const auto slices = static_cast<unsigned>(slices_of(length, degree));
  const unsigned chunk = item.part / slices;
  const held_row held = row_of_item(g, item.x, item.part % slices, block_slice);
  const std::uint64_t chunks = (length + LongestRow - 1) / LongestRow, chunk_length = (length + chunks - 1) / chunks;
  const vertex_id* const row = g.targets + begin + chunk * chunk_length;
  const auto entries = static_cast<unsigned>(min(chunk_length, length - chunk * chunk_length));
  // 2. The set.
  const counted_set<Entry> set{memory, memory + slots_per_entry * LongestRow, slots_per_entry * entries};
  set.clear(threadIdx.x, Threads);
  if (threadIdx.x == 0) next_group = 0, all_found = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < entries; i += Threads) set.insert(row[i]);
  __syncthreads();
  // 3. Warps take groups of 32 neighbors in turn.
  unsigned found = 0;
  while (true) {
    unsigned group = 0;
    if (cuda::lane() == 0) group = atomicAdd(&next_group, 1u);
    const edge_offset e = held.first + std::uint64_t{warp_lanes} * __shfl_sync(all_lanes, group, 0);
    if (e >= held.last) break;
    found += count_with_neighbors<warp_lanes, 4>(g, set, held, e);
  }
  found = cuda::warp_sum(found);
  if (cuda::lane() == 0 && found != 0) atomicAdd(&all_found, found);
  // 4. Counts of the corners in the set, and of x.
  __syncthreads();
  if (all_found == 0) return;
  if (threadIdx.x == 0) atomicAdd(&g.triangles[item.x], static_cast<unsigned long long>(all_found));
  add_counts(g, set, threadIdx.x, Threads);
}

template <unsigned Threads, unsigned LongestRow>
void count_by_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s) {
  static_assert(set_bytes_per_entry == slots_per_entry * (sizeof(vertex_id) + sizeof(unsigned)));
  constexpr std::size_t shared = LongestRow * set_bytes_per_entry;
  const auto kernel =
      job.mutual ? block_kernel<directed_entry, Threads, LongestRow> : block_kernel<plain_entry, Threads, LongestRow>;
  cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
              "setting up a kernel");
  kernel<<<static_cast<unsigned>(count), Threads, shared, s.get()>>>(job, items);
  cuda::check_launch("counting triangles");
}

}  // namespace

void count_by_warps(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s) {
  constexpr unsigned items_per_block = warp_kernel_threads / warp_lanes;
  const auto blocks = static_cast<unsigned>((count + items_per_block - 1) / items_per_block);
  const auto kernel = job.mutual ? warp_kernel<directed_entry> : warp_kernel<plain_entry>;
  kernel<<<blocks, warp_kernel_threads, 0, s.get()>>>(job, items, count);
  cuda::check_launch("counting triangles");
}

void count_by_small_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s) {
  count_by_blocks<small_block_threads, small_block_row>(job, items, count, s);
}

void count_by_large_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s) {
  count_by_blocks<large_block_threads, large_block_row>(job, items, count, s);
}

void count_by_compact_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s) {
  count_by_blocks<large_block_threads, compact_block_row>(job, items, count, s);
}

}  // namespace fathom::triangles_engine
