// What lies on the device while betweenness is searched for: the layout, what vertices are, and what searches need.
#pragma once

#include <vector>

#include "cuda/runtime.hpp"
#include "engine/betweenness/cuda/kernels.hpp"
#include "engine/betweenness/grid_betweenness.hpp"

namespace fathom::betweenness_engine {

/// Rows on the device, in the layout's ids, and each vertex' kind.
class grid_rows {
 public:
  grid_rows(const layout& l, const cuda::stream& s);

  layout_adjacency out, in;
  kind_counts counts{};
  cuda::buffer<std::uint32_t> kinds;
  cuda::buffer<long_vertex> long_vertices;

  /// At most so many bytes.
  [[nodiscard]] static std::uint64_t bytes(const layout& l);

 private:
  cuda::buffer<edge_offset> out_offsets_, in_offsets_;
  cuda::buffer<vertex_id> out_targets_, in_targets_;
};

/// What a search has for each of its own, and what all have once.
struct search_bytes {
  std::uint64_t fixed = 0, each = 0;
};
[[nodiscard]] search_bytes bytes_of(const layout& l, const kind_counts& counts, const grid_request& r);
/// Before vertices have been looked at: no less.
[[nodiscard]] search_bytes most_bytes_of(const layout& l, const grid_request& r);

/// For groups of up to 1 << row_bits searches, one after another.
class grid_memory {
 public:
  grid_memory(const layout& l, const grid_rows& rows, const grid_request& r, unsigned row_bits, const cuda::stream& s);

  grid_search search{};

  /// Makes ready for the next group.
  void clear();
  [[nodiscard]] grid_counts counts() const;  ///< waits for the search

 private:
  const cuda::stream& stream_;
  cuda::buffer<std::uint32_t> seen_, words_, arrived_, parts_;
  cuda::buffer<std::byte> values_, slots_;
  cuda::buffer<uint2> narrow_, wide_;
  cuda::buffer<list_places> begins_;
  cuda::buffer<unsigned long long> found_;
  cuda::buffer<double> vertices_, edges_;
  cuda::buffer<grid_counts> counts_;
};

}  // namespace fathom::betweenness_engine
