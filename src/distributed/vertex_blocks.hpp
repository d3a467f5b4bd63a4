// The vertices of a graph over all ranks: blocks of consecutive ids, which differ in size by one at most.
#pragma once

#include <cstdint>

#include "core/parallel.hpp"

namespace fathom {

/// A vertex of a graph that lies on many ranks, in the caller's ids.
using global_vertex = std::uint64_t;
inline constexpr global_vertex no_global_vertex = ~global_vertex{0};  ///< reads as -1 in a signed 64-bit array

class vertex_blocks {
 public:
  vertex_blocks() = default;
  vertex_blocks(std::uint64_t num_vertices, int ranks)
      : size_(num_vertices),
        ranks_(static_cast<std::uint64_t>(ranks)),
        small_(num_vertices / ranks_),
        large_end_(num_vertices % ranks_ * (small_ + 1)) {}

  [[nodiscard]] std::uint64_t num_vertices() const noexcept { return size_; }
  [[nodiscard]] index_range block(int rank) const noexcept { return part_of(size_, ranks_, static_cast<std::uint64_t>(rank)); }
  /// Of a vertex there is.
  [[nodiscard]] int owner(global_vertex v) const noexcept {
    if (v < large_end_) return static_cast<int>(v / (small_ + 1));
    return static_cast<int>(size_ % ranks_ + (v - large_end_) / small_);
  }

 private:
  std::uint64_t size_ = 0, ranks_ = 1;
  std::uint64_t small_ = 0;      ///< vertices of a small block
  std::uint64_t large_end_ = 0;  ///< where the larger blocks end, which come first
};

}  // namespace fathom
