// Layout on a device in the form that the group engines read. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"
#include "fathom/layout.hpp"
#include "gpu/runtime.hpp"

namespace fathom::multi_bfs_engine {

/// Chunks of long adjacency rows: entry i is edges [piece_edges * number[i], ...) of the row of vertex[i], up to piece_edges of
/// them.
struct long_rows {
  cuda::buffer<std::uint32_t> vertex, number;  ///< all first chunks, then all second ones, and so on
};

/// Adjacency rows longer than long_row are handled by one warp or several, in chunks of piece_edges edges.
inline constexpr std::uint64_t long_row = 8;
inline constexpr std::uint32_t piece_edges = 512;

struct device_copy {
  device_copy(const layout& of, device on);
  device_copy(const device_copy&) = delete;
  device_copy& operator=(const device_copy&) = delete;

  layout host;  ///< the source layout: its pointers, `to_internal` and sizes
  device where;
  cuda::stream stream;  ///< declared before all buffers, which are freed on it

  // On the device, in the layout's ids. `in` equals `out` for undirected graphs and is null without in-edges.
  layout_adjacency out, in;
  const vertex_id* heads = nullptr;        ///< as in the layout
  const vertex_id* to_caller = nullptr;    ///< null if the layout is in the caller's order
  const vertex_id* to_internal = nullptr;  ///< null if the layout is in the caller's order
  long_rows long_out, long_in;             ///< long_in is empty if both directions have the same rows

  [[nodiscard]] const long_rows& long_rows_in() const noexcept { return host.directed ? long_in : long_out; }

 private:
  cuda::buffer<edge_offset> out_offsets_, in_offsets_;
  cuda::buffer<vertex_id> out_targets_, in_targets_, heads_, to_caller_, to_internal_;
};

}  // namespace fathom::multi_bfs_engine
