// Device memory of grid betweenness: the layout, vertex kinds, and the state of the searches.
#pragma once

#include <vector>

#include "betweenness/cuda/kernels.hpp"
#include "betweenness/grid_request.hpp"
#include "gpu/runtime.hpp"

namespace fathom::betweenness_engine {

/// Adjacency rows on the device, in the layout's ids, and the kind of each vertex.
class grid_rows {
 public:
  grid_rows(const layout& l, const cuda::stream& s);

  layout_adjacency out, in;
  kind_counts counts{};
  cuda::buffer<std::uint32_t> kinds;
  cuda::buffer<long_vertex> long_vertices;

  /// Upper bound on the device memory used.
  [[nodiscard]] static std::uint64_t bytes(const layout& l);

 private:
  cuda::buffer<edge_offset> out_offsets_, in_offsets_;
  cuda::buffer<vertex_id> out_targets_, in_targets_;
};

/// Memory per search (`each`) and memory shared by all searches (`fixed`).
struct search_bytes {
  std::uint64_t fixed = 0, each = 0;
};
[[nodiscard]] search_bytes bytes_of(const layout& l, const kind_counts& counts, const grid_request& r);
/// Upper bound on bytes_of() before the vertices are classified.
[[nodiscard]] search_bytes most_bytes_of(const layout& l, const grid_request& r);

/// Memory for consecutive groups of up to 1 << row_bits searches.
class grid_memory {
 public:
  grid_memory(const layout& l, const grid_rows& rows, const grid_request& r, unsigned row_bits, const cuda::stream& s);

  grid_search search{};

  /// Resets the state for the next group.
  void clear();
  [[nodiscard]] grid_counts counts() const;  ///< waits for the search

 private:
  const cuda::stream& stream_;
  cuda::buffer<std::uint32_t> seen_, words_, arrived_, parts_;
  cuda::buffer<std::byte> values_, slots_;
  cuda::buffer<uint2> narrow_, wide_;
  cuda::buffer<list_positions> begins_;
  cuda::buffer<unsigned long long> found_;
  cuda::buffer<double> vertices_, edges_;
  cuda::buffer<grid_counts> counts_;
};

}  // namespace fathom::betweenness_engine
