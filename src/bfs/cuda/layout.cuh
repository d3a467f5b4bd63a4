// Layout on the device, with additional arrays that only the device engines read.
#pragma once

#include <algorithm>
#include <type_traits>

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "fathom/layout.hpp"
#include "gpu/transfer.hpp"

namespace fathom::bfs_engine {

template <class Offset>
__global__ void narrow_kernel(const edge_offset* from, Offset* to, std::uint64_t size) {
  for (std::uint64_t i = thread_of_grid(); i < size; i += threads_in_grid()) to[i] = static_cast<Offset>(from[i]);
}

/// Packs the four neighbors after the first `skipped` ones.
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
    quads[v] = {u[0], u[1], u[2], u[3]};
    if (degree > small_degree) quads[v] = {quad_of_many, no_vertex, no_vertex, no_vertex};
    if (degree > 4 && degree <= small_degree) {
      const edge_offset at = first;
      quads[v] = {quad_of_few, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at >> 32),
                  static_cast<std::uint32_t>(degree)};
    }
  }
}

/// An offset of `out`, for a layout in host or device memory.
inline edge_offset offset_at(const layout& l, std::size_t v, const cuda::stream& s) {
  return l.where.kind == device_kind::cuda ? cuda::read_one(l.out.offsets + v, s) : l.out.offsets[v];
}

/// The first of n vertices in descending degree order with at most `degree` edges. Launch with one warp.
static __global__ void first_of_degree_kernel(const edge_offset* offsets, std::uint32_t n, edge_offset degree,
                                              std::uint32_t* found) {
  std::uint32_t first = 0, last = n;
  while (first < last) {
    const std::uint32_t step = (last - first - 1) / warp_lanes + 1;
    const std::uint64_t v = first + std::uint64_t{lane()} * step;
    const bool has_more = v < last && offsets[v + 1] - offsets[v] > degree;
    const auto count = static_cast<std::uint32_t>(__popc(__ballot_sync(all_lanes, has_more)));
    if (count == 0) break;
    last = static_cast<std::uint32_t>(min(std::uint64_t{last}, first + std::uint64_t{count} * step));
    first += (count - 1) * step + 1;
  }
  if (lane() == 0) *found = first;
}

/// The first vertex without neighbors after its heads. In descending degree order such vertices come last.
inline std::uint32_t end_of_rests(const layout& l) {
  if (l.order != vertex_order::degree || l.directed) return l.num_vertices;
  const auto heads = static_cast<edge_offset>(l.head_width);
  if (l.where.kind == device_kind::cuda) {
    const cuda::stream s;
    const cuda::buffer<std::uint32_t> found(1, s);
    first_of_degree_kernel<<<1, warp_lanes, 0, s.get()>>>(l.out.offsets, l.num_vertices, heads, found.data());
    cuda::check_launch("finding vertices of few neighbors");
    return cuda::read_one(found.data(), s);
  }
  const auto has_rest = [&](const edge_offset& first) { return *(&first + 1) - first > heads; };
  return static_cast<std::uint32_t>(std::partition_point(l.out.offsets, l.out.offsets + l.num_vertices, has_rest) - l.out.offsets);
}

/// Adjacency rows on the device, in both directions if these differ.
template <class Offset>
class device_graph {
 public:
  /// Reads arrays in place that are already on the device. Returns before the copies have completed.
  device_graph(const layout& l, const cuda::stream& s) {
    const std::size_t n = l.num_vertices;
    out = {offsets_on_device(l, l.out.offsets, n + 1, offsets_, s), on_device(l, l.out.targets, l.num_edges, targets_, s)};
    if (l.directed && l.in.offsets) {
      in = {offsets_on_device(l, l.in.offsets, n + 1, in_offsets_, s), on_device(l, l.in.targets, l.num_edges, in_targets_, s)};
    } else if (l.in.offsets) {
      in = out;
    }
  }

  static std::uint64_t bytes(const layout& l) {
    const std::uint64_t n = l.num_vertices, sides = l.directed && l.in.offsets ? 2 : 1;
    std::uint64_t bytes = 0;
    if (is_narrow || !is_on_device(l)) bytes += sides * (n + 1) * sizeof(Offset);
    if (is_narrow && !is_on_device(l)) bytes += (n + 1) * sizeof(edge_offset);  // while they are narrowed
    if (!is_on_device(l)) bytes += sides * l.num_edges * sizeof(vertex_id);
    return bytes;
  }

  device_rows<Offset> out{}, in{};  ///< in.offsets is null without in-edges

 protected:
  static constexpr unsigned grid = 512;
  static constexpr bool is_narrow = sizeof(Offset) < sizeof(edge_offset);

  static bool is_on_device(const layout& l) { return l.where.kind == device_kind::cuda; }

  template <class T>
  static const T* on_device(const layout& l, const T* from, std::size_t size, cuda::buffer<T>& copy, const cuda::stream& s) {
    if (is_on_device(l)) return from;
    copy = cuda::upload(from, size, s);
    return copy.data();
  }

 private:
  static const Offset* offsets_on_device(const layout& l, const edge_offset* from, std::size_t size, cuda::buffer<Offset>& own,
                                         const cuda::stream& s) {
    if constexpr (is_narrow) {
      cuda::buffer<edge_offset> copy;
      const edge_offset* const wide = on_device(l, from, size, copy, s);
      own = cuda::buffer<Offset>(size, s);
      narrow_kernel<<<grid, block_threads, 0, s.get()>>>(wide, own.data(), size);
      cuda::check_launch("narrowing offsets");
      return own.data();
    } else {
      return on_device(l, from, size, own, s);
    }
  }

  cuda::buffer<Offset> offsets_, in_offsets_;
  cuda::buffer<vertex_id> targets_, in_targets_;
};

/// Whether the graph looks like a lattice or a road network, whose frontiers suit a cluster.
[[nodiscard]] inline bool suits_cluster(const layout& l) {
  return l.order == vertex_order::caller && l.num_edges <= 5 * std::uint64_t{l.num_vertices} &&
         l.num_vertices < most_vertices_with_quads;
}

/// Arrays of the resident engine: adjacency rows, and the first neighbors of each vertex in separate arrays.
template <class Offset>
class device_layout : public device_graph<Offset> {
  using device_graph<Offset>::grid;
  using device_graph<Offset>::is_on_device;

 public:
  using device_graph<Offset>::out;
  using device_graph<Offset>::in;

  /// Returns before the copies have completed. `end`: end_of_rests(). `with_quads`: pack neighbors for searches by a cluster.
  device_layout(const layout& l, std::uint32_t end, const cuda::stream& s, bool with_quads)
      : device_graph<Offset>(l, s), rest_end(end) {
    const std::size_t n = l.num_vertices;
    if (l.heads) heads = this->on_device(l, l.heads, n * static_cast<std::size_t>(l.head_width), heads_, s);
    if (l.in.offsets && rest_end > 0) {
      packs = cuda::buffer<uint4>(rest_end, s);
      pack_kernel<<<grid, block_threads, 0, s.get()>>>(in, static_cast<std::uint32_t>(l.head_width), rest_end, packs.data());
      cuda::check_launch("packing neighbors");
    }
    if (with_quads) {
      quads = cuda::buffer<uint4>(n, s);
      quad_kernel<<<grid, block_threads, 0, s.get()>>>(out, l.num_vertices, quads.data());
      cuda::check_launch("packing neighbors");
    }
  }

  static std::uint64_t bytes(const layout& l, std::uint32_t end, bool with_quads) {
    const std::uint64_t n = l.num_vertices;
    std::uint64_t bytes = device_graph<Offset>::bytes(l);
    if (l.heads && !is_on_device(l)) bytes += n * static_cast<std::uint64_t>(l.head_width) * sizeof(vertex_id);
    if (l.in.offsets) bytes += end * sizeof(uint4);
    if (with_quads) bytes += n * sizeof(uint4);
    return bytes;
  }

  const vertex_id* heads = nullptr;
  cuda::buffer<uint4> packs, quads;
  const std::uint32_t rest_end;

 private:
  cuda::buffer<vertex_id> heads_;
};

}  // namespace fathom::bfs_engine
