// Distribution of vertices over processes: each process owns a vertex block of consecutive ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/parallel.hpp"

namespace fathom {

/// A vertex of a partitioned graph, as the caller's id.
using global_vertex = std::uint64_t;
inline constexpr global_vertex no_global_vertex = ~global_vertex{0};  ///< reads as -1 in a signed 64-bit array

/// Vertex blocks of any size, possibly empty. The owner of a vertex is found with a table over granules of vertices, most of which
/// are inside a single block.
class vertex_blocks {
 public:
  vertex_blocks() : vertex_blocks(0, 1) {}
  /// Blocks of nearly equal size for `ranks` processes.
  vertex_blocks(std::uint64_t num_vertices, int ranks);
  /// Blocks with these ascending bounds: the start of each block, the first being 0, followed by the end of the last.
  explicit vertex_blocks(std::vector<std::uint64_t> bounds);

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return bounds_.back(); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(bounds_.size()) - 1; }
  [[nodiscard]] index_range block(int rank) const noexcept {
    const auto at = static_cast<std::size_t>(rank);
    return {bounds_[at], bounds_[at + 1]};
  }
  /// The rank that owns v, which must be a vertex of the graph.
  [[nodiscard]] int owner(global_vertex v) const noexcept {
    const auto granule = static_cast<std::size_t>(v >> shift_);
    const std::uint32_t first = owners_[granule];
    if (v < bounds_[first + 1]) return static_cast<int>(first);
    const auto end = bounds_.begin() + owners_[granule + 1] + 1;
    return static_cast<int>(std::upper_bound(bounds_.begin() + first + 2, end, v) - bounds_.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> bounds_;  ///< number of blocks + 1
  std::vector<std::uint32_t> owners_;  ///< owner of the first vertex of each granule, followed by the owner of the last vertex
  int shift_ = 0;                      ///< a granule has 2^shift_ vertices
};

}  // namespace fathom
