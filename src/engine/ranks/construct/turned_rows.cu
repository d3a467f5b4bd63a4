#include "engine/ranks/construct/turned_rows.hpp"

#include <algorithm>
#include <vector>

#include "cuda/algorithms.hpp"
#include "cuda/kernel.cuh"
#include "cuda/transfer.hpp"
#include "cuda/warp.hpp"
#include "engine/ranks/construct/column_rows.cuh"
#include "engine/ranks/construct/split_keys.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t entries_a_warp = 512;

/// How many entries have their column in each granule of 2^shift rows; 0 before. As much shared memory as `granules` unsigned ints.
__global__ void count_columns(const std::uint32_t* columns, std::uint64_t size, column_rows by_column, unsigned shift,
                              unsigned granules, unsigned long long* counts) {
  extern __shared__ unsigned of_block[];
  for (unsigned i = threadIdx.x; i < granules; i += blockDim.x) of_block[i] = 0;
  __syncthreads();
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) {
    atomicAdd(&of_block[by_column.row_of(columns[e]) >> shift], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < granules; i += blockDim.x) {
    if (of_block[i] > 0) atomicAdd(&counts[i], static_cast<unsigned long long>(of_block[i]));
  }
}

/// Entries whose column is one of the rows first to last - 1, in any order: as keys, that row above the entry's own. `taken`: how
/// many; 0 before.
__global__ void turn_entries(const edge_offset* offsets, std::uint32_t rows, const std::uint32_t* columns, std::uint64_t size,
                             column_rows by_column, std::uint32_t first, std::uint32_t last, int row_bits, std::uint64_t* keys,
                             unsigned long long* taken) {
  const std::uint64_t step = cuda::grid_threads() / cuda::warp_lanes * entries_a_warp;
  for (std::uint64_t at = cuda::grid_thread() / cuda::warp_lanes * entries_a_warp; at < size; at += step) {
    constexpr unsigned rounds = entries_a_warp / cuda::warp_lanes;
    std::uint32_t turned[rounds];
    unsigned wanted = 0;
    for (unsigned k = 0; k < rounds; ++k) {
      const std::uint64_t e = at + k * cuda::warp_lanes + cuda::lane();
      turned[k] = e < size ? by_column.row_of(columns[e]) : last;
      wanted += turned[k] >= first && turned[k] < last;
    }
    unsigned before = wanted;
    for (unsigned distance = 1; distance < cuda::warp_lanes; distance *= 2) {
      const unsigned left = __shfl_up_sync(cuda::all_lanes, before, distance);
      if (cuda::lane() >= distance) before += left;
    }
    const unsigned all = __shfl_sync(cuda::all_lanes, before, cuda::warp_lanes - 1);
    unsigned long long place = 0;
    if (cuda::lane() == 0 && all > 0) place = atomicAdd(taken, static_cast<unsigned long long>(all));
    place = __shfl_sync(cuda::all_lanes, place, 0) + before - wanted;
    if (all == 0) continue;
    std::uint64_t row = cuda::row_of(offsets, rows, 0, at);
    for (unsigned k = 0; k < rounds; ++k) {
      if (turned[k] < first || turned[k] >= last) continue;
      row = cuda::row_of(offsets, rows, row, at + k * cuda::warp_lanes + cuda::lane());
      keys[place++] = std::uint64_t{turned[k] - first} << row_bits | row;
    }
  }
}

/// Columns in granules, so that as many follow each other as there is room for.
struct granule_counts {
  unsigned shift = 0;
  std::vector<std::uint64_t> sizes;  ///< entries
};

class turner {
 public:
  turner(const partitioned_graph& g, peer_room columns, peer_part& part, const cuda::stream& s)
      : g_(g),
        part_(part),
        stream_(s),
        by_column_{columns, static_cast<std::uint32_t>(g.stride)},
        columns_(static_cast<std::uint32_t>(g.column_ids())),
        row_bits_(key_bits(std::max<std::uint64_t>(1, g.own_vertices))) {}

  void run(std::uint64_t room) {
    part_.out_offsets = cuda::buffer<edge_offset>(columns_ + std::size_t{1}, stream_);
    part_.out_ends = cuda::buffer<local_vertex>(std::max<std::uint64_t>(1, g_.block_edges), stream_);
    const granule_counts counts = count_granules();
    for (const std::uint64_t size : counts.sizes) room = std::max(room, size);
    keys_ = cuda::buffer<std::uint64_t>(room, stream_);
    scratch_ = cuda::buffer<std::uint64_t>(room, stream_);
    std::uint64_t base = 0;
    for (std::size_t granule = 0; granule < counts.sizes.size();) {
      const std::size_t first_granule = granule;
      std::uint64_t size = 0;
      while (granule < counts.sizes.size() && size + counts.sizes[granule] <= room) size += counts.sizes[granule++];
      const auto first = static_cast<std::uint32_t>(first_granule << counts.shift);
      const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(columns_, std::uint64_t{granule} << counts.shift));
      split_keys(turn(first, last, size), size, last - first, row_bits_, base, part_.out_ends.data(),
                 part_.out_offsets.data() + first, stream_);
      base += size;
    }
    cuda::check(cudaMemcpyAsync(part_.out_offsets.data() + columns_, &base, sizeof base, cudaMemcpyHostToDevice, stream_.get()),
                "writing the last column's end");
    stream_.wait("building columns");
  }

 private:
  granule_counts count_granules() const {
    constexpr unsigned most_granules = 1u << 15;  // counted in the shared memory of a block
    granule_counts counts;
    counts.shift = static_cast<unsigned>(std::max(0, key_bits(columns_) - key_bits(most_granules)));
    const unsigned granules = ((columns_ - 1) >> counts.shift) + 1;
    const auto sums = cuda::filled<unsigned long long>(granules, 0, stream_);
    cuda::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&count_columns), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(most_granules * sizeof(unsigned))),
                "asking for shared memory");
    constexpr unsigned blocks = 256, threads = 1024;
    count_columns<<<blocks, threads, granules * sizeof(unsigned), stream_.get()>>>(part_.in_ends.data(), g_.block_edges, by_column_,
                                                                                   counts.shift, granules, sums.data());
    cuda::check(cudaGetLastError(), "counting columns");
    counts.sizes.resize(granules);
    cuda::copy_to_host(counts.sizes.data(), sums.data(), sums.bytes(), stream_);
    return counts;
  }

  /// Sorted, by column and then by row; where they lie.
  const std::uint64_t* turn(std::uint32_t first, std::uint32_t last, std::uint64_t size) const {
    constexpr unsigned many_blocks = 4096;
    if (size == 0) return keys_.data();
    const auto taken = cuda::filled<unsigned long long>(1, 0, stream_);
    turn_entries<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(
        part_.in_offsets.data(), static_cast<std::uint32_t>(g_.own_vertices), part_.in_ends.data(), g_.block_edges, by_column_,
        first, last, row_bits_, keys_.data(), taken.data());
    cuda::check(cudaGetLastError(), "turning entries");
    return cuda::sort(keys_.data(), scratch_.data(), size, row_bits_ + key_bits(std::max<std::uint32_t>(1, last - first)), stream_);
  }

  const partitioned_graph& g_;
  peer_part& part_;
  const cuda::stream& stream_;
  const column_rows by_column_;
  const std::uint32_t columns_;
  const int row_bits_;
  cuda::buffer<std::uint64_t> keys_, scratch_;
};

}  // namespace

void turn_rows(const partitioned_graph& g, peer_room columns, std::uint64_t room, peer_part& part, const cuda::stream& s) {
  turner(g, columns, part, s).run(room);
}

}  // namespace fathom::ranks_engine
