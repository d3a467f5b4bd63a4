// The layout on a device, as engines for groups read it. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/device.hpp"
#include "fathom/layout.hpp"

namespace fathom::multi_bfs_engine {

/// Part of a long adjacency: edges [piece_edges * number, ...) of the row of `vertex`, as many as piece_edges or up to its end.
struct long_rows {
  cuda::buffer<std::uint32_t> vertex, number;  ///< all first pieces, then all second ones, ...
};

/// Adjacencies longer than long_row are a warp's work, or several warps', so many edges each.
inline constexpr std::uint64_t long_row = 8;
inline constexpr std::uint32_t piece_edges = 512;

struct device_copy {
  device_copy(const layout& of, device on);
  device_copy(const device_copy&) = delete;
  device_copy& operator=(const device_copy&) = delete;

  layout host;  ///< what was copied: its pointers, `to_internal` and sizes
  device where;
  cuda::stream stream;  ///< first of what lies on the device: it is freed in its order

  // On the device, in the layout's ids. `in` equals `out` for undirected graphs, and is null without in-edges.
  layout_adjacency out, in;
  const vertex_id* heads = nullptr;        ///< as in the layout
  const vertex_id* to_caller = nullptr;    ///< null in the caller's order
  const vertex_id* to_internal = nullptr;  ///< likewise
  long_rows long_out, long_in;             ///< long_in is empty where the rows are the same

  [[nodiscard]] const long_rows& long_rows_in() const noexcept { return host.directed ? long_in : long_out; }

 private:
  cuda::buffer<edge_offset> out_offsets_, in_offsets_;
  cuda::buffer<vertex_id> out_targets_, in_targets_, heads_, to_caller_, to_internal_;
};

}  // namespace fathom::multi_bfs_engine
