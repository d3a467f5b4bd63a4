#include "triangles/cuda/work_items.hpp"

#include <array>
#include <bit>
#include <utility>

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"

namespace fathom::triangles_engine {
namespace {

using cuda::buffer;

constexpr unsigned num_classes = 3;
/// Shortest row of each class.
struct class_limits {
  unsigned least[num_classes] = {small_block_row + 1, warp_row + 1, least_row};
};

// Upper bound on the length of an oriented row: each of its L targets has at least degree L.
std::uint32_t longest_row(edge_offset num_edges) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit > 0; bit /= 2) {
    if ((root + bit) * (root + bit) <= num_edges) root += bit;
  }
  return static_cast<std::uint32_t>(root);
}

/// Keys that sort the vertices by descending length of their oriented rows.
__global__ void keys_kernel(vertex_id n, const edge_offset* starts, std::uint32_t longest, std::uint32_t* keys,
                            vertex_id* vertices) {
  for (std::uint64_t x = cuda::grid_thread(); x < n; x += cuda::grid_threads()) {
    keys[x] = longest - static_cast<std::uint32_t>(starts[x + 1] - starts[x]);
    vertices[x] = static_cast<vertex_id>(x);
  }
}

/// counts[i] is the number of items of the i-th vertex in sorted order, and counts[n] = 0.
template <unsigned BlockRow>
__global__ void count_items_kernel(vertex_id n, const edge_offset* offsets, const std::uint32_t* keys, std::uint32_t longest,
                                   const vertex_id* vertices, std::uint64_t* counts) {
  for (std::uint64_t i = cuda::grid_thread(); i <= n; i += cuda::grid_threads()) {
    std::uint64_t count = 0;
    if (i < n && longest - keys[i] >= least_row) {
      const std::uint64_t x = vertices[i], length = longest - keys[i];
      count = slices_of(length, offsets[x + 1] - offsets[x]) * chunks_of(length, BlockRow);
    }
    counts[i] = count;
  }
}

/// ends[c] is the number of items of class c and the classes before it. `firsts` is the exclusive prefix sum of the counts.
__global__ void class_ends_kernel(vertex_id n, const std::uint32_t* keys, std::uint32_t longest, class_limits limits,
                                  const std::uint64_t* firsts, std::uint64_t* ends) {
  const unsigned c = threadIdx.x;
  if (c >= num_classes) return;
  const std::uint64_t shorter =
      limits.least[c] > longest ? 0 : cuda::lower_bound(keys, std::uint64_t{n}, longest - limits.least[c] + 1);
  ends[c] = firsts[shorter];
}

__global__ void items_kernel(vertex_id n, const vertex_id* vertices, const std::uint64_t* firsts, work_item* items) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) {
    for (std::uint64_t at = firsts[i]; at < firsts[i + 1]; ++at)
      items[at] = {vertices[i], static_cast<std::uint32_t>(at - firsts[i])};
  }
}

__global__ void pick_items_kernel(const work_item* all, work_share share, std::uint64_t count, work_item* mine) {
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += cuda::grid_threads()) mine[i] = all[share.index + i * share.of];
}

}  // namespace

std::uint64_t work_list_bytes(vertex_id num_vertices, edge_offset num_edges, unsigned block_row, work_share share) {
  const std::uint64_t n = num_vertices, longest = longest_row(num_edges);
  std::uint64_t items = n + num_edges / warp_slice;
  // At most m / block_row vertices have rows of several chunks.
  if (longest > block_row) items += chunks_of(longest, block_row) * (num_edges / block_row + num_edges / block_slice);
  items += share.is_whole() ? 0 : share.count(items);
  return 4 * n * sizeof(std::uint32_t) + (n + 1) * sizeof(std::uint64_t) + items * sizeof(work_item);
}

work_list list_work(unsigned block_row, vertex_id n, edge_offset m, const edge_offset* offsets, const edge_offset* starts,
                    work_share share, const cuda::stream& s) {
  const std::uint32_t longest = longest_row(m);
  const unsigned grid = cuda::wide_grid(std::uint64_t{n} + 1);
  buffer<std::uint32_t> keys(n, s), key_scratch(n, s), vertices(n, s), vertex_scratch(n, s);
  keys_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(n, starts, longest, keys.data(), vertices.data());
  cuda::check_launch("listing work");
  cuda::sort_pairs(keys, key_scratch, vertices, vertex_scratch, std::bit_width(longest), s);
  buffer<std::uint64_t> firsts(std::size_t{n} + 1, s), ends(num_classes, s);
  const auto count_items =
      block_row == large_block_row ? count_items_kernel<large_block_row> : count_items_kernel<compact_block_row>;
  count_items<<<grid, cuda::wide_block, 0, s.get()>>>(n, offsets, keys.data(), longest, vertices.data(), firsts.data());
  cuda::exclusive_sum(firsts.data(), firsts.data(), std::uint64_t{n} + 1, s);
  class_ends_kernel<<<1, cuda::wide_block, 0, s.get()>>>(n, keys.data(), longest, class_limits{}, firsts.data(), ends.data());
  cuda::check_launch("listing work");
  const auto end = cuda::read_one(reinterpret_cast<const std::array<std::uint64_t, num_classes>*>(ends.data()), s);
  buffer<work_item> all(end[2], s);
  items_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(n, vertices.data(), firsts.data(), all.data());
  cuda::check_launch("listing work");
  if (share.is_whole()) return {std::move(all), end[0], end[1] - end[0], end[2] - end[1]};
  const std::uint64_t large = share.count(end[0]), blocks = share.count(end[1]), mine = share.count(end[2]);
  work_list work{{mine, s}, large, blocks - large, mine - blocks};
  pick_items_kernel<<<cuda::wide_grid(mine), cuda::wide_block, 0, s.get()>>>(all.data(), share, mine, work.items.data());
  cuda::check_launch("listing work");
  return work;
}

}  // namespace fathom::triangles_engine
