#include "triangles/cuda/oriented_rows.hpp"

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"
#include "triangles/entry.hpp"

namespace fathom::triangles_engine {
namespace {

using cuda::buffer;

constexpr unsigned word_edges = 32;      // edges per word of kept edges: one per lane
constexpr unsigned words_per_warp = 32;  // so that each lane writes one word; amortizes the search of the warp's first row

// One word more than the edges need, so that the position past the last edge has a word too.
__host__ __device__ constexpr std::uint64_t words_of(edge_offset num_edges) { return num_edges / word_edges + 1; }

__device__ bool is_kept(const adjacency_view& rows, vertex_id x, edge_offset e) {
  const vertex_id y = rows.targets[e];
  const edge_offset first = rows.offsets[x];
  if (y == x || (e > first && rows.targets[e - 1] == y)) return false;
  const edge_offset own = rows.offsets[std::uint64_t{x} + 1] - first, other = rows.offsets[std::uint64_t{y} + 1] - rows.offsets[y];
  return own != other ? own < other : x < y;
}

/// Sets bit e % 32 of word e / 32 if edge e is kept, and counts each word's bits.
__global__ void keep_kernel(vertex_id n, edge_offset m, adjacency_view rows, std::uint32_t* kept, std::uint64_t* counts) {
  const std::uint64_t num_words = words_of(m), warps = cuda::grid_threads() / cuda::warp_lanes;
  const unsigned lane = cuda::lane();
  for (std::uint64_t first = cuda::grid_thread() / cuda::warp_lanes * words_per_warp; first < num_words;
       first += warps * words_per_warp) {
    std::uint64_t row = 0;
    std::uint32_t mine = 0;
    for (unsigned i = 0; i < words_per_warp; ++i) {
      const edge_offset e = (first + i) * word_edges + lane;
      bool keep = false;
      if (e < m) {
        row = cuda::row_of(rows.offsets, n, row, e);
        keep = is_kept(rows, static_cast<vertex_id>(row), e);
      }
      const std::uint32_t word = __ballot_sync(cuda::all_lanes, keep);
      if (lane == i) mine = word;
    }
    if (first + lane >= num_words) continue;
    kept[first + lane] = mine;
    counts[first + lane] = static_cast<std::uint64_t>(__popc(mine));
  }
}

/// Number of kept edges before edge e. `ranks` is the exclusive prefix sum of the words' counts.
__device__ edge_offset kept_before(const std::uint32_t* kept, const std::uint64_t* ranks, edge_offset e) {
  const std::uint64_t word = e / word_edges;
  const std::uint32_t below = (std::uint32_t{1} << (e % word_edges)) - 1;
  return ranks[word] + static_cast<edge_offset>(__popc(kept[word] & below));
}

__global__ void starts_kernel(vertex_id n, const edge_offset* offsets, const std::uint32_t* kept, const std::uint64_t* ranks,
                              edge_offset* starts) {
  for (std::uint64_t x = cuda::grid_thread(); x <= n; x += cuda::grid_threads()) starts[x] = kept_before(kept, ranks, offsets[x]);
}

template <class Entry>
__global__ void copy_kept_kernel(edge_offset m, const vertex_id* from, const std::uint8_t* mutual, const std::uint32_t* kept,
                                 const std::uint64_t* ranks, vertex_id* to) {
  for (std::uint64_t e = cuda::grid_thread(); e < m; e += cuda::grid_threads()) {
    if ((kept[e / word_edges] >> (e % word_edges) & 1) == 0) continue;
    to[kept_before(kept, ranks, e)] = Entry::made_of(from[e], mutual != nullptr && mutual[e] != 0);
  }
}

}  // namespace

std::uint64_t device_oriented_bytes(vertex_id num_vertices, edge_offset num_edges) {
  return (std::uint64_t{num_vertices} + 1) * sizeof(edge_offset) + num_edges / 2 * sizeof(vertex_id) +
         words_of(num_edges) * (sizeof(std::uint32_t) + sizeof(std::uint64_t));
}

device_oriented_rows orient_on_device(const graph_view& g, const std::uint8_t* mutual, const cuda::stream& s) {
  const vertex_id n = g.num_vertices;
  const edge_offset m = g.num_edges;
  const std::uint64_t num_words = words_of(m);
  buffer<std::uint32_t> kept(num_words, s);
  buffer<std::uint64_t> ranks(num_words, s);
  keep_kernel<<<cuda::wide_grid(num_words), cuda::wide_block, 0, s.get()>>>(n, m, g.out, kept.data(), ranks.data());
  cuda::check_launch("orienting edges");
  cuda::exclusive_sum(ranks.data(), ranks.data(), num_words, s);
  device_oriented_rows rows{{std::size_t{n} + 1, s}, {}};
  starts_kernel<<<cuda::wide_grid(std::uint64_t{n} + 1), cuda::wide_block, 0, s.get()>>>(n, g.out.offsets, kept.data(),
                                                                                         ranks.data(), rows.starts.data());
  rows.targets = buffer<vertex_id>(cuda::read_one(rows.starts.data() + n, s), s);
  const auto copy_kept = mutual ? copy_kept_kernel<directed_entry> : copy_kept_kernel<plain_entry>;
  copy_kept<<<cuda::wide_grid(m), cuda::wide_block, 0, s.get()>>>(m, g.out.targets, mutual, kept.data(), ranks.data(),
                                                                  rows.targets.data());
  cuda::check_launch("orienting edges");
  return rows;
}

}  // namespace fathom::triangles_engine
