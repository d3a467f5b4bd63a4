#include "graph/layout/cuda/approximate_sort.hpp"

#include <algorithm>
#include <vector>

#include "gpu/algorithms.hpp"
#include "gpu/transfer.hpp"
#include "graph/layout/cuda/approximate_sort_kernels.cuh"

namespace fathom {
namespace {

using namespace bucket_sort;
using cuda::buffer;
using cuda::check;
using cuda::check_launch;

bool is_wide(std::uint32_t buckets) { return buckets > most_shared_buckets; }

__global__ void __launch_bounds__(cuda::wide_block)
    degree_keys_kernel(const edge_offset* offsets, vertex_id n, std::uint32_t* keys) {
  constexpr edge_offset most = 0xFFFFFFFFu;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    keys[v] = static_cast<std::uint32_t>(min(offsets[v + 1] - offsets[v], most));
  }
}

}  // namespace

struct device_approximate_sort::state {
  state(std::uint32_t buckets, const cuda::stream& s)
      : stream(s),
        ranges(most_range_blocks, s),
        counts(is_wide(buckets) ? 0 : buckets, s),
        cursors(is_wide(buckets) ? 0 : buckets, s),
        ended(1, s),
        wide_cursors(is_wide(buckets) ? buckets : 0, s) {
    memory.ranges = ranges.data(), memory.buckets = buckets, memory.counts = counts.data(), memory.cursors = cursors.data();
    memory.ended = ended.data(), memory.wide_cursors = wide_cursors.data();
    const cuda::device_capabilities device = cuda::current_capabilities();
    most_blocks = 2 * device.multiprocessors;
    if (is_wide(buckets)) return;
    allow_shared_memory(scatter_kernel<few_items>, few_items);
    large_tiles = tile_fits(device, buckets, many_items);
    if (large_tiles) allow_shared_memory(scatter_kernel<many_items>, many_items);
  }

  template <class Kernel>
  void allow_shared_memory(Kernel* kernel, unsigned items) const {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(scatter_bytes(memory.buckets, items))),
          "setting up a kernel");
  }

  [[nodiscard]] unsigned blocks_for(vertex_id n, unsigned items) const {
    const std::uint64_t tile = std::uint64_t{items} * block_threads;
    return static_cast<unsigned>(std::min<std::uint64_t>(most_blocks, (n + tile - 1) / tile));
  }

  void sort(const std::uint32_t* keys, vertex_id n, vertex_id* order) {
    if (n == 0) return;
    const cudaStream_t s = stream.get();
    const unsigned blocks = blocks_for(n, loads_together);
    memory.num_ranges = std::min(blocks, most_range_blocks);
    range_kernel<<<memory.num_ranges, block_threads, 0, s>>>(keys, n, memory);
    if (is_wide(memory.buckets)) {
      wide_kernel<false><<<blocks, block_threads, 0, s>>>(keys, n, order, memory);
      auto* const sums = reinterpret_cast<std::uint64_t*>(memory.wide_cursors);
      cuda::exclusive_sum(sums, sums, memory.buckets, stream);
      wide_kernel<true><<<blocks, block_threads, 0, s>>>(keys, n, order, memory);
    } else {
      count_kernel<<<blocks, block_threads, 0, s>>>(keys, n, memory);
      n < many_keys || !large_tiles ? scatter<few_items>(keys, n, order) : scatter<many_items>(keys, n, order);
    }
    check_launch("sorting approximately");
  }

  template <unsigned Items>
  void scatter(const std::uint32_t* keys, vertex_id n, vertex_id* order) const {
    scatter_kernel<Items>
        <<<blocks_for(n, Items), block_threads, scatter_bytes(memory.buckets, Items), stream.get()>>>(keys, n, order, memory);
  }

  const cuda::stream& stream;
  buffer<block_range> ranges;
  buffer<unsigned> counts, cursors, ended;
  buffer<unsigned long long> wide_cursors;
  sort_memory memory;
  unsigned most_blocks = 0;
  bool large_tiles = false;
};

device_approximate_sort::device_approximate_sort(std::uint32_t buckets, const cuda::stream& s)
    : state_(std::make_unique<state>(buckets, s)) {}

device_approximate_sort::~device_approximate_sort() = default;

std::uint64_t device_approximate_sort::bytes(std::uint32_t buckets) {
  return most_range_blocks * sizeof(block_range) + std::uint64_t{buckets} * 2 * sizeof(unsigned) + sizeof(unsigned);
}

void device_approximate_sort::sort(const std::uint32_t* keys, vertex_id n, vertex_id* order) { state_->sort(keys, n, order); }

key_range device_approximate_sort::range() const {
  std::vector<block_range> ranges(state_->memory.num_ranges);
  if (ranges.empty()) return {};
  cuda::copy_to_host(ranges.data(), state_->ranges.data(), ranges.size() * sizeof(block_range), state_->stream);
  key_range all{ranges[0].least, ranges[0].most};
  for (const block_range& r : ranges) all = {std::min<std::uint64_t>(all.min, r.least), std::max<std::uint64_t>(all.max, r.most)};
  return all;
}

void degree_keys(const edge_offset* offsets, vertex_id n, std::uint32_t* keys, const cuda::stream& s) {
  degree_keys_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(offsets, n, keys);
  check_launch("computing degrees");
}

array<vertex_id> approximate_sort_cuda(device where, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
  const cuda::current_device here(where.index);
  cuda::require_capability(where);
  cuda::require_device_memory(keys.size() * 2 * sizeof(vertex_id) + device_approximate_sort::bytes(buckets),
                              "sorting " + std::to_string(keys.size()) + " keys");
  const cuda::stream s;
  array<vertex_id> order(keys.size());
  if (keys.empty()) return order;
  const buffer<std::uint32_t> there = cuda::upload(keys.data(), keys.size(), s);
  const buffer<vertex_id> sorted(keys.size(), s);
  device_approximate_sort sort(buckets, s);
  sort.sort(there.data(), static_cast<vertex_id>(keys.size()), sorted.data());
  cuda::copy_to_host(order.data(), sorted.data(), sorted.bytes(), s);
  return order;
}

}  // namespace fathom
