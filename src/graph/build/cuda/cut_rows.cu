// Partition of adjacency rows on a CUDA device, computed there.
#include <algorithm>

#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "gpu/rows.cuh"
#include "graph/build/cuda/cut_rows.hpp"

namespace fathom {
namespace {

using cuda::buffer;

constexpr std::uint64_t work_of_vertex = 4;  // in edges
// One warp processes a part. There are several small parts per warp of a large device, for load balance.
constexpr std::uint64_t parts_wanted = std::uint64_t{132} * 32 * 8, least_work = 128, most_work = 2048;

std::uint64_t all_work(std::uint64_t n, std::uint64_t m) { return m + work_of_vertex * n; }
std::uint64_t part_work(std::uint64_t n, std::uint64_t m) {
  return std::clamp(all_work(n, m) / parts_wanted, least_work, most_work);
}
// Limits the time that all other warps wait for one long row of a small graph.
constexpr std::uint64_t most_piece = 1024;

unsigned piece_edges_of(std::uint64_t m, unsigned least) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(m / parts_wanted, least, most_piece));
}
unsigned parts_of(std::uint64_t n, std::uint64_t m) { return static_cast<unsigned>(all_work(n, m) / part_work(n, m) + 1); }

// Counts of long rows and their chunks, in a part or in all parts before it. Packed into one number, so that one prefix sum
// computes both.
struct long_counts {
  std::uint64_t both;
  __host__ __device__ unsigned rows() const { return static_cast<unsigned>(both >> 32); }
  __host__ __device__ unsigned pieces() const { return static_cast<unsigned>(both); }
};

__device__ unsigned pieces_of(edge_offset degree, unsigned piece_edges) {
  return degree > piece_edges ? static_cast<unsigned>((degree + piece_edges - 1) / piece_edges) : 0;
}

__global__ void parts_kernel(vertex_id n, const edge_offset* offsets, std::uint64_t work, vertex_id* parts, unsigned num_parts) {
  for (std::uint64_t part = cuda::grid_thread(); part <= num_parts; part += cuda::grid_threads()) {
    vertex_id low = 0, high = n;
    while (part < num_parts && low < high) {
      const vertex_id middle = low + (high - low) / 2;
      if (offsets[middle] + work_of_vertex * middle < part * work)
        low = middle + 1;
      else
        high = middle;
    }
    parts[part] = part < num_parts ? low : n;
  }
}

__global__ void count_long_rows_kernel(const edge_offset* offsets, const vertex_id* parts, unsigned num_parts, unsigned piece_edges,
                                       std::uint64_t* counts) {
  for (std::uint64_t part = cuda::grid_thread(); part <= num_parts; part += cuda::grid_threads()) {
    std::uint64_t count = 0;
    for (vertex_id v = part < num_parts ? parts[part] : 0; part < num_parts && v < parts[part + 1]; ++v) {
      const unsigned pieces = pieces_of(offsets[v + 1] - offsets[v], piece_edges);
      if (pieces > 0) count += (std::uint64_t{1} << 32) + pieces;
    }
    counts[part] = count;
  }
}

/// `counts` is the exclusive prefix sum over the parts.
__global__ void list_long_rows_kernel(const edge_offset* offsets, const vertex_id* parts, unsigned num_parts, unsigned piece_edges,
                                      const std::uint64_t* counts, long_row* rows, row_piece* pieces) {
  for (std::uint64_t part = cuda::grid_thread(); part < num_parts; part += cuda::grid_threads()) {
    if (counts[part + 1] == counts[part]) continue;
    unsigned row = long_counts{counts[part]}.rows(), piece = long_counts{counts[part]}.pieces();
    for (vertex_id v = parts[part]; v < parts[part + 1]; ++v) {
      const edge_offset degree = offsets[v + 1] - offsets[v];
      const unsigned count = pieces_of(degree, piece_edges);
      if (count == 0) continue;
      rows[row++] = {v, piece, count};
      cuda::split_row(v, offsets[v], degree, piece_edges, pieces + piece);
      piece += count;
    }
  }
}

}  // namespace

cut_rows_on::cut_rows_on(vertex_id n, edge_offset num_edges, const edge_offset* offsets, unsigned least_piece, device where,
                         const cuda::stream& s)
    : piece_edges_(piece_edges_of(num_edges, least_piece)),
      num_parts_(parts_of(n, num_edges)),
      parts_(cuda::device_array<vertex_id>(num_parts_ + 1, where, s)) {
  const unsigned grid = cuda::wide_grid(num_parts_ + 1);
  parts_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(n, offsets, part_work(n, num_edges), parts_.data(), num_parts_);
  buffer<std::uint64_t> counts(num_parts_ + 1, s);
  count_long_rows_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(offsets, parts_.data(), num_parts_, piece_edges_, counts.data());
  cuda::exclusive_sum(counts.data(), counts.data(), num_parts_ + 1, s);
  const long_counts all{cuda::read_one(counts.data() + num_parts_, s)};
  long_rows_ = cuda::device_array<long_row>(all.rows(), where, s);
  pieces_ = cuda::device_array<row_piece>(all.pieces(), where, s);
  if (all.rows() == 0) return;
  list_long_rows_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(offsets, parts_.data(), num_parts_, piece_edges_, counts.data(),
                                                                long_rows_.data(), pieces_.data());
  cuda::check_launch("cutting long rows");
}

row_parts cut_rows_on::view() const noexcept {
  return {piece_edges_,
          parts_.data(),
          num_parts_,
          long_rows_.data(),
          static_cast<unsigned>(long_rows_.size()),
          pieces_.data(),
          static_cast<unsigned>(pieces_.size())};
}

// A row that is cut has more edges than one chunk holds, so rounding up at most doubles its number of chunks.
std::uint64_t cut_rows_on::most_pieces(edge_offset num_edges, unsigned least_piece) {
  return 2 * (num_edges / piece_edges_of(num_edges, least_piece)) + 1;
}

std::uint64_t cut_rows_on::bytes(vertex_id n, edge_offset num_edges, unsigned least_piece) {
  return (std::uint64_t{parts_of(n, num_edges)} + 1) * (sizeof(vertex_id) + sizeof(std::uint64_t)) +
         most_pieces(num_edges, least_piece) * (sizeof(row_piece) + sizeof(long_row));
}

}  // namespace fathom
