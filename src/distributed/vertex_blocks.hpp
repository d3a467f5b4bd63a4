// The vertices of a graph over all ranks: a block of consecutive ids each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/parallel.hpp"

namespace fathom {

/// A vertex of a graph that lies on many ranks, in the caller's ids.
using global_vertex = std::uint64_t;
inline constexpr global_vertex no_global_vertex = ~global_vertex{0};  ///< reads as -1 in a signed 64-bit array

/// Blocks of any sizes, which may be empty. Whose a vertex is tells a table over granules of vertices, most of which lie in one
/// block.
class vertex_blocks {
 public:
  vertex_blocks() : vertex_blocks(0, 1) {}
  /// Of nearly equal sizes, for that many ranks.
  vertex_blocks(std::uint64_t num_vertices, int ranks);
  /// Where each block begins, the first at 0, and where the last one ends; ascending.
  explicit vertex_blocks(std::vector<std::uint64_t> bounds);

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return bounds_.back(); }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(bounds_.size()) - 1; }
  [[nodiscard]] index_range block(int rank) const noexcept {
    const auto at = static_cast<std::size_t>(rank);
    return {bounds_[at], bounds_[at + 1]};
  }
  /// Of a vertex there is.
  [[nodiscard]] int owner(global_vertex v) const noexcept {
    const auto granule = static_cast<std::size_t>(v >> shift_);
    const std::uint32_t first = owners_[granule];
    if (v < bounds_[first + 1]) return static_cast<int>(first);
    const auto end = bounds_.begin() + owners_[granule + 1] + 1;
    return static_cast<int>(std::upper_bound(bounds_.begin() + first + 2, end, v) - bounds_.begin()) - 1;
  }

 private:
  std::vector<std::uint64_t> bounds_;  ///< one more than blocks
  std::vector<std::uint32_t> owners_;  ///< of the first vertex of each granule; one more, of the last vertex of all
  int shift_ = 0;                      ///< a granule has 2^shift_ vertices
};

}  // namespace fathom
