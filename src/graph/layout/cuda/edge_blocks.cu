// Grouping of edges by blocks of targets on a CUDA device.
#include "graph/layout/cuda/edge_blocks.hpp"

#include <bit>
#include <limits>
#include <vector>

#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"

namespace fathom {
namespace {

using cuda::buffer;

// With fewer edges, iterations are limited by barriers and by adding up the blocks' sums, not by reading edges.
constexpr edge_offset least_edges = edge_offset{1} << 22;
// A chunk's source is 16 bits above its base.
constexpr vertex_id source_span = 1u << 16;
// Work of a chunk: one sector of 32 bytes per distinct group of eight sources, and this for its edges and sums.
constexpr std::uint64_t chunk_work = 64;
constexpr unsigned sector_sources = 8;
constexpr std::uint64_t edges_per_warp = 512;

// Keys sort by block, in the lowest bits; the position within the block is above.
struct target_key {
  int bits;

  __device__ std::uint32_t of(vertex_id target) const { return target % block_targets << bits | target / block_targets; }
  __device__ unsigned block(std::uint32_t key) const { return key & ((1u << bits) - 1); }
  __device__ std::uint32_t position(std::uint32_t key) const { return key >> bits; }
};

/// Writes key and source of each edge. Work is divided by edges, because some rows are millions of times as long as others.
__global__ void list_keys_kernel(layout_adjacency out, vertex_id n, edge_offset m, target_key key, std::uint32_t* keys,
                                 vertex_id* sources) {
  const std::uint64_t warps = cuda::grid_threads() / cuda::warp_lanes, lane = cuda::lane();
  for (std::uint64_t begin = cuda::grid_thread() / cuda::warp_lanes * edges_per_warp; begin < m; begin += warps * edges_per_warp) {
    const std::uint64_t end = begin + edges_per_warp < m ? begin + edges_per_warp : m;
    std::uint64_t row = cuda::row_of(out.offsets, n, 0, begin);
    for (std::uint64_t e = begin + lane; e < end; e += cuda::warp_lanes) {
      row = cuda::row_of(out.offsets, n, row, e);
      keys[e] = key.of(out.targets[e]);
      sources[e] = static_cast<vertex_id>(row);
    }
  }
}

/// first[b]: the first edge of block b.
__global__ void block_edges_kernel(const std::uint32_t* keys, std::uint64_t m, target_key key, unsigned blocks,
                                   std::uint64_t* first) {
  for (std::uint64_t b = cuda::grid_thread(); b <= blocks; b += cuda::grid_threads()) {
    std::uint64_t low = 0, high = m;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (key.block(keys[middle]) < b)
        low = middle + 1;
      else
        high = middle;
    }
    first[b] = low;
  }
}

/// Runs of chunk_edges edges within each block, before those with distant sources are divided.
struct edge_runs {
  const std::uint64_t* block_edges;  // blocks + 1 entries
  const std::uint64_t* block_runs;   // the first run of each block; blocks + 1 entries
  unsigned blocks;

  [[nodiscard]] __device__ unsigned block_of(std::uint64_t run) const {
    unsigned low = 0, high = blocks - 1;
    while (low < high) {
      const unsigned middle = high - (high - low) / 2;
      if (block_runs[middle] <= run)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }
  [[nodiscard]] __device__ std::uint64_t first(std::uint64_t run, unsigned block) const {
    return block_edges[block] + (run - block_runs[block]) * chunk_edges;
  }
  [[nodiscard]] __device__ std::uint64_t last(std::uint64_t run, unsigned block) const {
    const std::uint64_t end = first(run, block) + chunk_edges;
    return end < block_edges[block + 1] ? end : block_edges[block + 1];
  }
};

/// The end of the chunk that begins at `first`, within a run that ends at `last`.
__device__ std::uint64_t chunk_end(const vertex_id* sources, std::uint64_t first, std::uint64_t last) {
  const vertex_id base = sources[first];
  if (sources[last - 1] - base < source_span) return last;
  return first + cuda::lower_bound(sources + first, last - first, base + source_span);
}

__global__ void count_chunks_kernel(edge_runs runs, std::uint64_t num_runs, const vertex_id* sources, std::uint64_t* counts) {
  for (std::uint64_t run = cuda::grid_thread(); run <= num_runs; run += cuda::grid_threads()) {
    std::uint64_t count = 0;
    if (run < num_runs) {
      const unsigned block = runs.block_of(run);
      const std::uint64_t last = runs.last(run, block);
      for (std::uint64_t at = runs.first(run, block); at < last; at = chunk_end(sources, at, last)) ++count;
    }
    counts[run] = count;
  }
}

struct chunk_output {
  std::uint32_t* edges;
  edge_chunk* chunks;
  std::uint64_t* work;
};

/// Groups of sources in [first, last) that share a sector. All lanes of the warp must call this.
__device__ unsigned sectors_of(const vertex_id* sources, std::uint64_t first, std::uint64_t last) {
  unsigned sectors = 0;
  for (std::uint64_t begin = first; begin < last; begin += cuda::warp_lanes) {
    const std::uint64_t e = begin + cuda::lane();
    const bool starts = e < last && (e == first || sources[e] / sector_sources != sources[e - 1] / sector_sources);
    sectors += __popc(__ballot_sync(cuda::all_lanes, starts));
  }
  return sectors;
}

/// One warp per run. `run_chunks`: the first chunk of each run.
__global__ void write_chunks_kernel(edge_runs runs, std::uint64_t num_runs, const std::uint32_t* keys, const vertex_id* sources,
                                    target_key key, const std::uint64_t* run_chunks, chunk_output to) {
  const std::uint64_t warps = cuda::grid_threads() / cuda::warp_lanes;
  for (std::uint64_t run = cuda::grid_thread() / cuda::warp_lanes; run < num_runs; run += warps) {
    const unsigned block = runs.block_of(run);
    const std::uint64_t last = runs.last(run, block);
    std::uint64_t chunk = run_chunks[run];
    for (std::uint64_t at = runs.first(run, block); at < last; ++chunk) {
      const std::uint64_t end = chunk_end(sources, at, last);
      const vertex_id base = sources[at];
      for (std::uint64_t e = at + cuda::lane(); e < end; e += cuda::warp_lanes) {
        to.edges[e] = (sources[e] - base) << 16 | key.position(keys[e]);
      }
      const unsigned sectors = sectors_of(sources, at, end);
      if (cuda::lane() == 0) {
        to.chunks[chunk] = {static_cast<std::uint32_t>(at), base};
        to.work[chunk] = chunk_work + sectors;
      }
      at = end;
    }
  }
}

/// Ends the lists of chunks. `block_chunks`: the first chunk of each block.
__global__ void block_chunks_kernel(edge_runs runs, const std::uint64_t* run_chunks, std::uint64_t num_chunks, std::uint64_t m,
                                    chunk_output to, std::uint32_t* block_chunks) {
  for (std::uint64_t b = cuda::grid_thread(); b <= runs.blocks; b += cuda::grid_threads()) {
    block_chunks[b] = static_cast<std::uint32_t>(run_chunks[runs.block_runs[b]]);
    if (b == runs.blocks) to.chunks[num_chunks] = {static_cast<std::uint32_t>(m), 0}, to.work[num_chunks] = 0;
  }
}

/// `work`: exclusive prefix sums over the chunks, and their total at the end.
__global__ void splits_kernel(const std::uint64_t* work, std::uint64_t num_chunks, std::uint32_t* splits, unsigned count) {
  const std::uint64_t i = cuda::grid_thread();
  if (i > count) return;
  const std::uint64_t wanted = work[num_chunks] / count * i;
  splits[i] = static_cast<std::uint32_t>(i == count ? num_chunks : cuda::lower_bound(work, num_chunks, wanted));
}

unsigned blocks_of(std::uint64_t n) { return static_cast<unsigned>((n + block_targets - 1) / block_targets); }

std::uint64_t grouping_bytes(std::uint64_t m) {
  // Keys and sources with their scratch arrays, the grouped edges, and the chunks with their work.
  return m * 5 * sizeof(std::uint32_t) + m / 4 + (1u << 24);
}

class grouping {
 public:
  grouping(vertex_id n, edge_offset m, device where, const cuda::stream& s)
      : m_(m),
        blocks_(blocks_of(n)),
        where_(where),
        s_(s),
        key_{static_cast<int>(std::bit_width(blocks_ - 1))},
        keys_(m, s),
        sources_(m, s),
        block_edges_(blocks_ + 1, s),
        block_runs_(blocks_ + 1, s) {}

  void sort(vertex_id n, const layout_adjacency& out) {
    list_keys_kernel<<<cuda::wide_grid(m_ / edges_per_warp * cuda::warp_lanes), cuda::wide_block, 0, s_.get()>>>(
        out, n, m_, key_, keys_.data(), sources_.data());
    cuda::check_launch("grouping edges");
    if (key_.bits == 0) return;
    buffer<std::uint32_t> key_scratch(m_, s_), source_scratch(m_, s_);
    cuda::sort_pairs(keys_, key_scratch, sources_, source_scratch, key_.bits, s_);
  }

  /// Returns the number of runs.
  std::uint64_t find_runs() {
    block_edges_kernel<<<cuda::wide_grid(blocks_ + 1), cuda::wide_block, 0, s_.get()>>>(keys_.data(), m_, key_, blocks_,
                                                                                        block_edges_.data());
    cuda::check_launch("grouping edges");
    std::vector<std::uint64_t> edges(blocks_ + 1), runs(blocks_ + 1);
    cuda::copy_to_host(edges.data(), block_edges_.data(), block_edges_.bytes(), s_);
    for (unsigned b = 0; b < blocks_; ++b) runs[b + 1] = runs[b] + (edges[b + 1] - edges[b] + chunk_edges - 1) / chunk_edges;
    cuda::copy_to_device(block_runs_.data(), runs.data(), block_runs_.bytes(), s_);
    s_.wait("grouping edges");
    return runs[blocks_];
  }

  void write(std::uint64_t num_runs, unsigned splits, edge_blocks& made) {
    const edge_runs runs{block_edges_.data(), block_runs_.data(), blocks_};
    buffer<std::uint64_t> run_chunks(num_runs + 1, s_);
    count_chunks_kernel<<<cuda::wide_grid(num_runs + 1), cuda::wide_block, 0, s_.get()>>>(runs, num_runs, sources_.data(),
                                                                                          run_chunks.data());
    cuda::check_launch("grouping edges");
    cuda::exclusive_sum(run_chunks.data(), run_chunks.data(), num_runs + 1, s_);
    const std::uint64_t num_chunks = cuda::read_one(run_chunks.data() + num_runs, s_);
    made.edges = cuda::device_array<std::uint32_t>(m_, where_, s_);
    made.chunks = cuda::device_array<edge_chunk>(num_chunks + 1, where_, s_);
    made.block_chunks = cuda::device_array<std::uint32_t>(blocks_ + 1, where_, s_);
    made.splits = cuda::device_array<std::uint32_t>(splits + 1, where_, s_);
    buffer<std::uint64_t> work(num_chunks + 1, s_);
    const chunk_output to{made.edges.data(), made.chunks.data(), work.data()};
    write_chunks_kernel<<<cuda::wide_grid(num_runs * cuda::warp_lanes), cuda::wide_block, 0, s_.get()>>>(
        runs, num_runs, keys_.data(), sources_.data(), key_, run_chunks.data(), to);
    block_chunks_kernel<<<cuda::wide_grid(blocks_ + 1), cuda::wide_block, 0, s_.get()>>>(runs, run_chunks.data(), num_chunks, m_,
                                                                                         to, made.block_chunks.data());
    cuda::check_launch("grouping edges");
    cuda::exclusive_sum(work.data(), work.data(), num_chunks + 1, s_);
    splits_kernel<<<cuda::wide_grid(splits + 1), cuda::wide_block, 0, s_.get()>>>(work.data(), num_chunks, made.splits.data(),
                                                                                  splits);
    cuda::check_launch("grouping edges");
  }

 private:
  const edge_offset m_;
  const unsigned blocks_;
  const device where_;
  const cuda::stream& s_;
  const target_key key_;
  buffer<std::uint32_t> keys_;
  buffer<vertex_id> sources_;
  buffer<std::uint64_t> block_edges_, block_runs_;
};

}  // namespace

bool blocks_pay(vertex_id num_vertices, edge_offset num_edges) {
  // Edges are counted in 32 bits, and a key holds 16 bits of a target's position.
  return num_edges >= least_edges && num_edges < std::numeric_limits<std::uint32_t>::max() - chunk_edges &&
         num_edges <= cuda::most_sorted() && blocks_of(num_vertices) <= 1u << 16;
}

std::shared_ptr<const edge_blocks> group_edges(vertex_id num_vertices, edge_offset num_edges, const layout_adjacency& out,
                                               device where, const cuda::stream& s) {
  const cuda::device_capabilities device = cuda::capabilities_of(where);
  if (!holds_edge_blocks(device) || !cuda::why_no_device_memory(grouping_bytes(num_edges)).empty()) return nullptr;
  auto made = std::make_shared<edge_blocks>();
  grouping work(num_vertices, num_edges, where, s);
  work.sort(num_vertices, out);
  work.write(work.find_runs(), splits_per_multiprocessor * device.multiprocessors, *made);
  return made;
}

}  // namespace fathom
