#include "gpu/kernel.cuh"
#include "multi_bfs/cuda/bit_rows.cuh"
#include "multi_bfs/cuda/bitwise_results.hpp"
#include "multi_bfs/cuda/row_delivery.hpp"

namespace fathom::multi_bfs_engine {
namespace {

constexpr unsigned grid_of(std::uint64_t warps) {
  constexpr std::uint64_t most_blocks = 1u << 14;
  return static_cast<unsigned>(std::clamp<std::uint64_t>((warps + block_warps - 1) / block_warps, 1, most_blocks));
}

/// Word `word` of v's bit row; 0 if v is no_vertex or unseen.
__device__ std::uint32_t seen_word(const seen_rows& seen, std::uint32_t v, std::uint32_t word) {
  if (!seen.states) return load_if(v != no_vertex, seen.sides[0] + std::size_t{v} * seen.words_per_row + word, 0);
  const std::uint32_t state = load_state_if(v != no_vertex, seen.states + v);
  const bool is_full = (state & state_full) != 0, on_second = is_full ? (state & state_side) != 0 : seen.front == 1;
  const std::uint32_t* const row = seen.sides[on_second] + std::size_t{v} * seen.words_per_row;
  return load_if(v != no_vertex && (state & state_quarters) != 0, row + word, 0);
}

/// One warp per 32 of the caller's vertices: gathers their words and unpacks the bits, so that writes are coalesced.
template <class T, int Planes>
__global__ void __launch_bounds__(block_threads)
    write_distances_kernel(finished_rows f, T* const* rows, std::uint32_t first_row, std::uint32_t last_row) {
  const std::uint32_t tiles = (f.caller_vertices + warp_lanes - 1) / warp_lanes;
  for (std::uint32_t tile = warp_of_grid(); tile < tiles; tile += warps_in_grid()) {
    const std::uint32_t caller = tile * warp_lanes + lane();
    const bool is_here = caller < f.caller_vertices;
    const std::uint32_t v = !is_here ? no_vertex : f.to_internal ? f.to_internal[caller] : caller;
    for (std::uint32_t word = first_row / 32; word * 32 < last_row; ++word) {
      const std::size_t at = std::size_t{v == no_vertex ? 0 : v} * f.seen.words_per_row + word;
      const std::uint32_t seen = seen_word(f.seen, v, word);
      std::uint32_t plane[Planes];
#pragma unroll
      for (int p = 0; p < Planes; ++p) plane[p] = load_if(v != no_vertex && p < f.num_planes, f.planes[p] + at, 0);
      for (std::uint32_t bit = 0; bit < 32 && word * 32 + bit < last_row; ++bit) {
        T* const row = rows[word * 32 + bit];
        std::int32_t distance = 0;
#pragma unroll
        for (int p = 0; p < Planes; ++p) distance |= static_cast<std::int32_t>((plane[p] >> bit) & 1) << p;
        if (row && is_here) row[caller] = static_cast<T>((seen >> bit) & 1 ? distance : unreachable);
      }
    }
  }
}

template <class T, int Planes>
void write_device_distances(const finished_rows& f, std::span<T* const> rows, const cuda::stream& s) {
  deliver_rows(rows, f.caller_vertices, s, [&](T* const* there, std::size_t first, std::size_t last) {
    write_distances_kernel<T, Planes><<<grid_of(f.caller_vertices / warp_lanes + 1), block_threads, 0, s.get()>>>(
        f, there, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
    cuda::check_launch("writing distances");
  });
}

/// For each search that has just discovered v, finds a neighbor along edges [first, last) that it had visited before. All lanes
/// must call this.
__device__ inline void find_row_predecessors(const predecessor_search& p, std::uint32_t v, edge_offset first, edge_offset last) {
  const std::size_t width = std::size_t{p.before.words_per_row} * 32;
  const bool has_word = lane() < p.before.words_per_row;
  const std::uint32_t word = has_word ? lane() : 0;
  const std::uint32_t now = p.next_rows[std::size_t{v} * p.before.words_per_row + word];
  std::uint32_t needed = has_word ? now & ~seen_word(p.before, v, word) : 0;
  for (edge_offset e = first; e < last && __any_sync(all_lanes, needed != 0); ++e) {
    const vertex_id u = p.in.targets[e];
    const std::uint32_t theirs = has_word ? seen_word(p.before, u, word) : 0;
    const vertex_id id = p.to_caller ? p.to_caller[u] : u;
    std::uint32_t here = needed & theirs;
    if (!p.smallest) needed &= ~here;
    for (; here != 0; here &= here - 1) {
      const unsigned bit = static_cast<unsigned>(cuda::first_bit(here));
      atomicMin(&p.predecessors[v * width + lane() * 32 + bit], id);
    }
  }
}

__global__ void __launch_bounds__(block_threads) short_predecessors_kernel(predecessor_search p) {
  for (std::uint32_t w = warp_of_grid(); w < p.words; w += warps_in_grid()) {
    for (std::uint32_t rest = p.found[w]; rest != 0; rest &= rest - 1) {
      const std::uint32_t v = w * 32 + static_cast<unsigned>(cuda::first_bit(rest));
      const edge_offset first = p.in.offsets[v], last = p.in.offsets[v + 1];
      if (last - first <= long_row) find_row_predecessors(p, v, first, last);
    }
  }
}

__global__ void __launch_bounds__(block_threads)
    long_predecessors_kernel(predecessor_search p, const std::uint32_t* vertex, const std::uint32_t* number, std::uint64_t pieces) {
  for (std::uint64_t i = warp_of_grid(); i < pieces; i += warps_in_grid()) {
    const std::uint32_t v = vertex[i];
    if (!bit_of(p.found[v / 32], v)) continue;
    const edge_offset first = p.in.offsets[v] + std::uint64_t{number[i]} * piece_edges, end = p.in.offsets[v + 1];
    find_row_predecessors(p, v, first, first + piece_edges < end ? first + piece_edges : end);
  }
}

/// Transposes tiles of 32 of the caller's vertices and 32 searches through shared memory, so that reads and writes are coalesced.
__global__ void __launch_bounds__(block_threads)
    write_predecessors_kernel(const vertex_id* predecessors, finished_rows f, vertex_id* const* rows, std::uint32_t first_row,
                              std::uint32_t last_row) {
  __shared__ vertex_id tile[warp_lanes][warp_lanes + 1];
  const std::size_t width = std::size_t{f.seen.words_per_row} * 32;
  const std::uint32_t tiles = (f.caller_vertices + warp_lanes - 1) / warp_lanes, warp = threadIdx.x / warp_lanes;
  for (std::uint32_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    for (std::uint32_t begin = first_row; begin < last_row; begin += warp_lanes) {
      for (std::uint32_t i = warp; i < warp_lanes; i += block_warps) {
        const std::uint32_t caller = t * warp_lanes + i;
        const std::uint32_t v = caller >= f.caller_vertices ? no_vertex : f.to_internal ? f.to_internal[caller] : caller;
        tile[i][lane()] = v == no_vertex ? no_vertex : predecessors[v * width + begin + lane()];
      }
      __syncthreads();
      for (std::uint32_t i = warp; i < warp_lanes && begin + i < last_row; i += block_warps) {
        vertex_id* const row = rows[begin + i];
        const std::uint32_t caller = t * warp_lanes + lane();
        if (row && caller < f.caller_vertices) row[caller] = tile[lane()][i];
      }
      __syncthreads();
    }
  }
}

}  // namespace

template <class T>
void copy_distances(const finished_rows& f, std::span<T* const> rows, const cuda::stream& s) {
  if (f.num_planes <= 4) {
    write_device_distances<T, 4>(f, rows, s);
  } else if (f.num_planes <= 8) {
    write_device_distances<T, 8>(f, rows, s);
  } else {
    write_device_distances<T, most_planes>(f, rows, s);
  }
}

template void copy_distances(const finished_rows&, std::span<std::int8_t* const>, const cuda::stream&);
template void copy_distances(const finished_rows&, std::span<std::int16_t* const>, const cuda::stream&);
template void copy_distances(const finished_rows&, std::span<hop_count* const>, const cuda::stream&);

void find_predecessors(const predecessor_search& p, const long_rows& rows, const cuda::stream& s) {
  short_predecessors_kernel<<<grid_of(p.words), block_threads, 0, s.get()>>>(p);
  if (const std::size_t pieces = rows.vertex.size(); pieces > 0) {
    long_predecessors_kernel<<<grid_of(pieces), block_threads, 0, s.get()>>>(p, rows.vertex.data(), rows.number.data(), pieces);
  }
  cuda::check_launch("finding predecessors");
}

void copy_predecessors(const vertex_id* predecessors, const finished_rows& f, std::span<vertex_id* const> rows,
                       const cuda::stream& s) {
  deliver_rows(rows, f.caller_vertices, s, [&](vertex_id* const* there, std::size_t first, std::size_t last) {
    write_predecessors_kernel<<<grid_of(f.caller_vertices / (warp_lanes / block_warps) + 1), block_threads, 0, s.get()>>>(
        predecessors, f, there, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
    cuda::check_launch("writing predecessors");
  });
}

}  // namespace fathom::multi_bfs_engine
