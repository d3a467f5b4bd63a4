// The layout on the device, and what only the device's engine reads beside it.
#pragma once

#include <algorithm>
#include <type_traits>

#include "cuda/transfer.hpp"
#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

template <class Offset>
__global__ void narrow_kernel(const edge_offset* from, Offset* to, std::uint64_t size) {
  for (std::uint64_t i = thread_of_grid(); i < size; i += threads_in_grid()) to[i] = static_cast<Offset>(from[i]);
}

/// The four neighbours behind the first `skipped` ones.
template <class Offset>
__global__ void pack_kernel(device_rows<Offset> in, std::uint32_t skipped, std::uint32_t end, uint4* packs) {
  for (std::uint32_t v = thread_of_grid(); v < end; v += threads_in_grid()) {
    const Offset first = in.offsets[v] + skipped, last = in.offsets[v + 1];
    std::uint32_t u[4];
    for (unsigned k = 0; k < 4; ++k) u[k] = first + k < last ? in.targets[first + k] : no_vertex;
    packs[v] = {u[0], u[1], u[2], u[3]};
  }
}

template <class Offset>
__global__ void quad_kernel(device_rows<Offset> out, std::uint32_t n, uint4* quads) {
  for (std::uint32_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
    const Offset first = out.offsets[v], degree = out.offsets[v + 1] - first;
    std::uint32_t u[4];
    for (unsigned k = 0; k < 4; ++k) u[k] = k < degree ? out.targets[first + k] : no_vertex;
    if (degree > 4) u[0] = degree > small_degree ? quad_of_many : quad_of_few, u[1] = u[2] = u[3] = no_vertex;
    quads[v] = {u[0], u[1], u[2], u[3]};
  }
}

/// The rows, in both directions where they differ.
template <class Offset>
class device_graph {
 public:
  /// Returns before the copies have ended.
  device_graph(const layout& l, const cuda::stream& s) {
    const std::size_t n = l.num_vertices;
    offsets_ = upload_offsets(l.out.offsets, n + 1, s);
    targets_ = cuda::upload(l.out.targets, l.num_edges, s);
    out = {offsets_.data(), targets_.data()};
    if (l.directed && l.in.offsets) {
      in_offsets_ = upload_offsets(l.in.offsets, n + 1, s);
      in_targets_ = cuda::upload(l.in.targets, l.num_edges, s);
      in = {in_offsets_.data(), in_targets_.data()};
    } else if (l.in.offsets) {
      in = out;
    }
  }

  static std::uint64_t bytes(const layout& l) {
    const std::uint64_t n = l.num_vertices, m = l.num_edges, sides = l.directed && l.in.offsets ? 2 : 1;
    std::uint64_t bytes = sides * ((n + 1) * sizeof(Offset) + m * sizeof(vertex_id));
    if (sizeof(Offset) < sizeof(edge_offset)) bytes += (n + 1) * sizeof(edge_offset);  // while they are narrowed
    return bytes;
  }

  device_rows<Offset> out{}, in{};  ///< in.offsets is null without in-edges

 protected:
  static constexpr unsigned grid = 512;

 private:
  static cuda::buffer<Offset> upload_offsets(const edge_offset* from, std::size_t size, const cuda::stream& s) {
    if constexpr (std::is_same_v<Offset, std::uint32_t>) {
      const cuda::buffer<edge_offset> wide = cuda::upload(from, size, s);
      cuda::buffer<Offset> narrow(size, s);
      narrow_kernel<<<grid, block_threads, 0, s.get()>>>(wide.data(), narrow.data(), size);
      cuda::check(cudaGetLastError(), "narrowing offsets");
      return narrow;
    } else {
      return cuda::upload(from, size, s);
    }
  }

  cuda::buffer<Offset> offsets_, in_offsets_;
  cuda::buffer<vertex_id> targets_, in_targets_;
};

/// What the resident engine reads: the rows, and the first neighbours of each vertex apart.
template <class Offset>
class device_layout : public device_graph<Offset> {
  using device_graph<Offset>::grid;

 public:
  using device_graph<Offset>::out;
  using device_graph<Offset>::in;

  /// Returns before the copies have ended.
  device_layout(const layout& l, const cuda::stream& s) : device_graph<Offset>(l, s) {
    const std::size_t n = l.num_vertices;
    if (l.heads) heads_ = cuda::upload(l.heads, n * static_cast<std::size_t>(l.head_width), s);
    heads = heads_.data();
    rest_end = end_of_rests(l);
    if (l.in.offsets && rest_end > 0) {
      packs = cuda::buffer<uint4>(rest_end, s);
      pack_kernel<<<grid, block_threads, 0, s.get()>>>(in, static_cast<std::uint32_t>(l.head_width), rest_end, packs.data());
      cuda::check(cudaGetLastError(), "packing neighbours");
    }
    if (has_quads(l)) {
      quads = cuda::buffer<uint4>(n, s);
      quad_kernel<<<grid, block_threads, 0, s.get()>>>(out, l.num_vertices, quads.data());
      cuda::check(cudaGetLastError(), "packing neighbours");
    }
  }

  static std::uint64_t bytes(const layout& l) {
    const std::uint64_t n = l.num_vertices;
    std::uint64_t bytes = device_graph<Offset>::bytes(l);
    if (l.heads) bytes += n * static_cast<std::uint64_t>(l.head_width) * sizeof(vertex_id);
    if (l.in.offsets) bytes += end_of_rests(l) * sizeof(uint4);
    if (has_quads(l)) bytes += n * sizeof(uint4);
    return bytes;
  }

  const vertex_id* heads = nullptr;
  cuda::buffer<uint4> packs, quads;
  std::uint32_t rest_end = 0;

 private:
  /// Where degrees fall, those with nothing but heads are the last ones.
  static std::uint32_t end_of_rests(const layout& l) {
    if (l.order != vertex_order::degree || l.directed) return l.num_vertices;
    const auto heads = static_cast<edge_offset>(l.head_width);
    std::uint32_t first = 0, last = l.num_vertices;
    while (first < last) {
      const std::uint32_t middle = first + (last - first) / 2;
      if (l.out.offsets[middle + 1] - l.out.offsets[middle] > heads) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  /// Lattices and roads.
  static bool has_quads(const layout& l) {
    return l.order == vertex_order::caller && l.num_edges <= 5 * std::uint64_t{l.num_vertices} &&
           l.num_vertices < most_vertices_with_quads;
  }

  cuda::buffer<vertex_id> heads_;
};

}  // namespace fathom::bfs_engine
