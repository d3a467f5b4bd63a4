#include "bfs/distributed/cuda/gap_codec.hpp"

#include "bfs/distributed/cuda/frontier.cuh"
#include "gpu/algorithms.hpp"

namespace fathom::ranks_engine {
namespace {

// The word of a tile that the lane takes.
__device__ bit_word word_of_lane(const bit_word* bits, std::uint64_t words, std::uint64_t tile) {
  const std::uint64_t w = tile * tile_words + lane();
  return w < words ? bits[w] : 0;
}

__global__ void count_tiles(const bit_word* bits, std::uint64_t words, std::uint32_t tiles, std::uint64_t* sums) {
  for (std::uint64_t tile = cuda::grid_warp(); tile < tiles; tile += cuda::grid_warps()) {
    const auto found = cuda::warp_sum(static_cast<std::uint32_t>(__popc(word_of_lane(bits, words, tile))));
    if (lane() == 0) sums[tile] = found;
  }
}

// `sums`: number of vertices in all tiles before.
__global__ void write_tiles(const bit_word* bits, std::uint64_t words, gap_layout l, const std::uint64_t* sums, bit_word* encoded) {
  auto* const low = reinterpret_cast<std::uint8_t*>(encoded + l.first_low());
  for (std::uint64_t tile = cuda::grid_warp(); tile < l.tiles; tile += cuda::grid_warps()) {
    const std::uint64_t before_tile = sums[tile];
    const bit_word mine = word_of_lane(bits, words, tile);
    // 1. Low bytes, numbered through the warp's words.
    for_each_found(mine, tile * tile_words, static_cast<std::uint32_t>(before_tile),
                   [&](local_vertex v, std::uint32_t at) { low[at] = static_cast<std::uint8_t>(v % chunk_vertices); });
    // 2. Unary bits: the first lane of each chunk writes those of all its words.
    const auto count = static_cast<std::uint32_t>(__popc(mine));
    const std::uint32_t up_to = cuda::warp_inclusive_sum(count), before = up_to - count;
    const std::uint32_t end = __shfl_sync(all_lanes, up_to, static_cast<int>(lane() | (chunk_words - 1)));
    if (lane() % chunk_words == 0) {
      write_chunk(l, (tile * tile_words + lane()) / chunk_words, before_tile + before, end - before, encoded);
    }
  }
}

// One row of thread blocks per set.
__global__ void take_gaps(const bit_word* encoded, gap_layout l, const frontier_message* messages, local_vertex stride,
                          bit_word* visited, local_vertex* frontier) {
  const unsigned rank = blockIdx.y;
  std::uint64_t before = 0;
  for (unsigned r = 0; r < rank; ++r) before += messages[r].found;
  for_each_in_gaps(encoded + rank * (l.bytes() / sizeof(bit_word)), l, [&](local_vertex v, std::uint32_t at) {
    const local_vertex u = rank * stride + v;
    atomicOr(&visited[u / bits_per_word], bit_word{1} << (u % bits_per_word));
    if (frontier) frontier[before + at] = u;
  });
}

}  // namespace

void encode_gaps(const bit_word* bits, std::uint64_t words, const gap_layout& l, std::uint64_t* sums, bit_word* encoded,
                 const cuda::stream& s) {
  const unsigned blocks = cuda::wide_grid(std::uint64_t{l.tiles} * warp_lanes);
  cuda::check(cudaMemsetAsync(encoded, 0, l.bytes(), s.get()), "clearing device memory");
  count_tiles<<<blocks, cuda::wide_block, 0, s.get()>>>(bits, words, l.tiles, sums);
  cuda::check_launch("encoding a vertex set");
  cuda::exclusive_sum(sums, sums, l.tiles, s);
  write_tiles<<<blocks, cuda::wide_block, 0, s.get()>>>(bits, words, l, sums, encoded);
  cuda::check_launch("encoding a vertex set");
}

void decode_gaps(const bit_word* encoded, unsigned sets, const gap_layout& l, const frontier_message* messages, local_vertex stride,
                 bit_word* visited, local_vertex* frontier, const cuda::stream& s) {
  const dim3 blocks(cuda::wide_grid(std::uint64_t{l.blocks} * warp_lanes), sets);
  take_gaps<<<blocks, cuda::wide_block, 0, s.get()>>>(encoded, l, messages, stride, visited, frontier);
  cuda::check_launch("decoding vertex sets");
}

}  // namespace fathom::ranks_engine
