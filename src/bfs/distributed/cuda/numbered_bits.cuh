// Compaction of a bitmap: numbers its set bits consecutively.
#pragma once

#include <cstdint>
#include <vector>

#include "bfs/distributed/cuda/frontier.cuh"
#include "gpu/algorithms.hpp"

namespace fathom::ranks_engine {

/// Number of set bits per word, and a final 0, so that the exclusive sums end with the total.
static __global__ void count_bits(const bit_word* bits, std::uint64_t words, std::uint64_t* counts) {
  for (std::uint64_t w = grid_thread(); w <= words; w += grid_threads()) {
    counts[w] = w < words ? static_cast<std::uint64_t>(__popc(bits[w])) : 0;
  }
}

/// Calls visit(bit, index) for each set bit. `places` holds the index of each word's first set bit.
template <class Visit>
__device__ void for_each_place(const bit_word* bits, std::uint64_t words, const std::uint64_t* places, const Visit& visit) {
  for (std::uint64_t first = grid_thread() - lane(); first < words; first += grid_threads()) {
    const bit_word mine = first + lane() < words ? bits[first + lane()] : 0;
    for_each_found(mine, first, static_cast<std::uint32_t>(places[first]), visit);
  }
}

/// Writes to `places` the index of each word's first set bit, then the total. Returns the number of set bits in each of `parts`
/// consecutive bitmaps of `part_words` words.
inline std::vector<std::uint64_t> number_bits(const bit_word* bits, std::size_t parts, std::uint64_t part_words,
                                              cuda::buffer<std::uint64_t>& places, unsigned blocks, const cuda::stream& s) {
  const std::uint64_t words = parts * part_words;
  count_bits<<<blocks, cuda::wide_block, 0, s.get()>>>(bits, words, places.data());
  cuda::check_launch("counting discovered vertices");
  cuda::exclusive_sum(places.data(), places.data(), words + 1, s);
  std::vector<std::uint64_t> ends(parts + 1);
  cuda::check(cudaMemcpy2DAsync(ends.data(), sizeof ends[0], places.data(), part_words * sizeof ends[0], sizeof ends[0],
                                ends.size(), cudaMemcpyDeviceToHost, s.get()),
              "reading how much was found");
  s.wait("counting what was found");
  for (std::size_t part = 0; part < parts; ++part) ends[part] = ends[part + 1] - ends[part];
  ends.pop_back();
  return ends;
}

}  // namespace fathom::ranks_engine
