#include "graph/partition/cuda/transposed_rows.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "gpu/warp.cuh"
#include "graph/partition/cuda/column_rows.cuh"
#include "graph/partition/cuda/shared_memory.hpp"
#include "graph/partition/cuda/split_keys.hpp"

namespace fathom::ranks_engine {
namespace {

constexpr std::uint64_t transposed_by_warp = 512;

/// Counts entries by granule of 2^shift columns. `counts` must be 0 before. Needs shared memory for `granules` unsigned ints.
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

/// Collects the entries whose column is in [first, last), in any order, as keys: column above row. `weights` is null for an
/// unweighted graph. `taken`: number of entries collected; must be 0 before.
__global__ void turn_entries(const edge_offset* offsets, std::uint32_t rows, const std::uint32_t* columns,
                             const edge_weight* weights, std::uint64_t size, column_rows by_column, std::uint32_t first,
                             std::uint32_t last, int row_bits, cuda::weighted_keys to, unsigned long long* taken) {
  const std::uint64_t step = cuda::grid_warps() * transposed_by_warp;
  for (std::uint64_t at = cuda::grid_warp() * transposed_by_warp; at < size; at += step) {
    constexpr unsigned rounds = transposed_by_warp / cuda::warp_lanes;
    std::uint32_t transposed[rounds];
    unsigned wanted = 0;
    for (unsigned k = 0; k < rounds; ++k) {
      const std::uint64_t e = at + k * cuda::warp_lanes + cuda::lane();
      transposed[k] = e < size ? by_column.row_of(columns[e]) : last;
      wanted += transposed[k] >= first && transposed[k] < last;
    }
    const unsigned up_to = cuda::warp_inclusive_sum(wanted);
    const unsigned all = __shfl_sync(cuda::all_lanes, up_to, cuda::warp_lanes - 1);
    if (all == 0) continue;
    unsigned long long place = cuda::warp_reserve(taken, static_cast<unsigned long long>(all)) + up_to - wanted;
    std::uint64_t row = cuda::row_of(offsets, rows, 0, at);
    for (unsigned k = 0; k < rounds; ++k) {
      if (transposed[k] < first || transposed[k] >= last) continue;
      const std::uint64_t e = at + k * cuda::warp_lanes + cuda::lane();
      row = cuda::row_of(offsets, rows, row, e);
      if (weights) to.weights[place] = weights[e];
      to.keys[place++] = std::uint64_t{transposed[k] - first} << row_bits | row;
    }
  }
}

/// Entry counts by granule of columns, for choosing ranges of columns that fit into the available memory.
struct granule_counts {
  unsigned shift = 0;
  std::vector<std::uint64_t> sizes;  ///< entries
};

class turner {
 public:
  turner(const partitioned_graph& g, peer_room columns, peer_part& part, cuda::buffer<edge_weight>& weights, const cuda::stream& s)
      : g_(g),
        part_(part),
        weights_(weights),
        stream_(s),
        by_column_{columns, static_cast<std::uint32_t>(g.stride)},
        columns_(static_cast<std::uint32_t>(g.column_ids())),
        row_bits_(key_bits(std::max<std::uint64_t>(1, g.own_vertices))) {}

  void run(std::uint64_t room) {
    part_.out_offsets = cuda::buffer<edge_offset>(columns_ + std::size_t{1}, stream_);
    part_.out_ends = cuda::buffer<local_vertex>(std::max<std::uint64_t>(1, g_.block_edges), stream_);
    const granule_counts counts = count_granules();
    for (const std::uint64_t size : counts.sizes) room = std::max(room, size);
    for (entries& some : both_) some = {{room, stream_}, {weighted() ? room : 0, stream_}};
    cuda::buffer<edge_weight> transposed_weights(weights_.size(), stream_);
    std::uint64_t base = 0;
    for (std::size_t granule = 0; granule < counts.sizes.size();) {
      const std::size_t first_granule = granule;
      std::uint64_t size = 0;
      while (granule < counts.sizes.size() && size + counts.sizes[granule] <= room) size += counts.sizes[granule++];
      const auto first = static_cast<std::uint32_t>(first_granule << counts.shift);
      const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(columns_, std::uint64_t{granule} << counts.shift));
      split_keys(turn(first, last, size), size, last - first, row_bits_, base, {part_.out_ends.data(), transposed_weights.data()},
                 part_.out_offsets.data() + first, stream_);
      base += size;
    }
    cuda::check(cudaMemcpyAsync(part_.out_offsets.data() + columns_, &base, sizeof base, cudaMemcpyHostToDevice, stream_.get()),
                "writing the last column's end");
    weights_ = std::move(transposed_weights);
    stream_.wait("building columns");
  }

 private:
  struct entries {
    cuda::buffer<std::uint64_t> keys;
    cuda::buffer<edge_weight> weights;
    [[nodiscard]] cuda::weighted_keys get() const { return {keys.data(), weights.data()}; }
  };
  [[nodiscard]] bool weighted() const { return weights_.size() > 0; }

  granule_counts count_granules() const {
    const unsigned most_granules = granules_on(cuda::current_capabilities());
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
    cuda::check_launch("counting columns");
    counts.sizes.resize(granules);
    cuda::copy_to_host(counts.sizes.data(), sums.data(), sums.bytes(), stream_);
    return counts;
  }

  /// Collects and sorts entries by column and then row; returns the buffer that holds the result.
  cuda::weighted_keys turn(std::uint32_t first, std::uint32_t last, std::uint64_t size) const {
    constexpr unsigned many_blocks = 4096;
    if (size == 0) return both_[0].get();
    const auto taken = cuda::filled<unsigned long long>(1, 0, stream_);
    turn_entries<<<many_blocks, cuda::wide_block, 0, stream_.get()>>>(
        part_.in_offsets.data(), static_cast<std::uint32_t>(g_.own_vertices), part_.in_ends.data(), weights_.data(), g_.block_edges,
        by_column_, first, last, row_bits_, both_[0].get(), taken.data());
    cuda::check_launch("transposing entries");
    const int bits = row_bits_ + key_bits(std::max<std::uint32_t>(1, last - first));
    return cuda::sort(both_[0].get(), both_[1].get(), size, bits, stream_);
  }

  const partitioned_graph& g_;
  peer_part& part_;
  cuda::buffer<edge_weight>& weights_;
  const cuda::stream& stream_;
  const column_rows by_column_;
  const std::uint32_t columns_;
  const int row_bits_;
  entries both_[2];
};

}  // namespace

void transpose_rows(const partitioned_graph& g, peer_room columns, std::uint64_t room, peer_part& part,
                    cuda::buffer<edge_weight>& weights, const cuda::stream& s) {
  turner(g, columns, part, weights, s).run(room);
}

}  // namespace fathom::ranks_engine
