#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "graph/layout/cuda/invert_order.hpp"
#include "multi_bfs/cuda/device_copy.hpp"

namespace fathom::multi_bfs_engine {
namespace {

template <class T>
const T* copied_to_device(const layout& l, const T* from, std::size_t size, cuda::buffer<T>& copy, const cuda::stream& s) {
  if (!from || l.where.kind == device_kind::cuda) return from;
  copy = cuda::upload(from, size, s);
  return copy.data();
}

__device__ std::uint64_t pieces_of(layout_adjacency rows, std::uint64_t v) {
  const std::uint64_t edges = rows.offsets[v + 1] - rows.offsets[v];
  return edges > long_row ? (edges + piece_edges - 1) / piece_edges : 0;
}

__global__ void count_pieces_kernel(layout_adjacency rows, std::uint64_t n, std::uint64_t* pieces) {
  for (std::uint64_t v = cuda::grid_thread(); v <= n; v += cuda::grid_threads()) pieces[v] = v < n ? pieces_of(rows, v) : 0;
}

__global__ void list_pieces_kernel(layout_adjacency rows, std::uint64_t n, const std::uint64_t* first, std::uint32_t* number,
                                   std::uint32_t* vertex) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const std::uint64_t begin = first[v], count = first[v + 1] - begin;
    for (std::uint64_t i = 0; i < count; ++i) {
      number[begin + i] = static_cast<std::uint32_t>(i);
      vertex[begin + i] = static_cast<std::uint32_t>(v);
    }
  }
}

constexpr int number_bits = 32;

long_rows list_long_rows(layout_adjacency rows, std::uint64_t n, const cuda::stream& s) {
  cuda::buffer<std::uint64_t> first(n + 1, s);
  count_pieces_kernel<<<cuda::wide_grid(n + 1), cuda::wide_block, 0, s.get()>>>(rows, n, first.data());
  cuda::check_launch("counting long rows");
  cuda::exclusive_sum(first.data(), first.data(), n + 1, s);
  const std::uint64_t pieces = cuda::read_one(first.data() + n, s);
  long_rows list{cuda::buffer<std::uint32_t>(pieces, s), cuda::buffer<std::uint32_t>(pieces, s)};
  if (pieces == 0) return list;
  list_pieces_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(rows, n, first.data(), list.number.data(),
                                                                           list.vertex.data());
  cuda::check_launch("listing long rows");
  cuda::buffer<std::uint32_t> scratch(pieces, s), more_scratch(pieces, s);
  cuda::sort_pairs(list.number, scratch, list.vertex, more_scratch, number_bits, s);
  return list;
}

}  // namespace

device_copy::device_copy(const layout& of, device on) : host(of), where(on) {
  const std::size_t n = of.num_vertices;
  out = {copied_to_device(of, of.out.offsets, n + 1, out_offsets_, stream),
         copied_to_device(of, of.out.targets, of.num_edges, out_targets_, stream)};
  in = out;
  if (of.directed) {
    in = {copied_to_device(of, of.in.offsets, n + 1, in_offsets_, stream),
          copied_to_device(of, of.in.targets, of.num_edges, in_targets_, stream)};
  }
  heads = copied_to_device(of, of.heads, n * static_cast<std::size_t>(of.head_width), heads_, stream);
  to_caller = copied_to_device(of, of.to_caller, n + 1, to_caller_, stream);
  if (of.to_internal) {
    to_internal_ = inverse_order(to_caller, of.num_vertices, of.caller_vertices, stream);
    to_internal = to_internal_.data();
  }
  long_out = list_long_rows(out, n, stream);
  if (of.directed && in.offsets) long_in = list_long_rows(in, n, stream);
  stream.wait("copying the layout");
}

}  // namespace fathom::multi_bfs_engine
