// Compact code of a vertex of a grid column, for messages within that column.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "comm/process_grid.hpp"
#include "fathom/callable.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// The grid row of the vertex's owner in the high bits, the position in the owner's vertex block in the low bits. Delegates, which
/// may have any row, have positions after those of the largest vertex block.
struct column_codes {
  int position_bits = 0;
  std::uint64_t first_delegate = 0;

  column_codes() = default;
  explicit column_codes(const vertex_blocks& blocks, std::uint64_t delegates = 0) {
    for (int rank = 0; rank < blocks.size(); ++rank) {
      first_delegate = std::max(first_delegate, blocks.block(rank).last - blocks.block(rank).first);
    }
    if (const std::uint64_t positions = first_delegate + delegates; positions > 0)
      position_bits = static_cast<int>(std::bit_width(positions - 1));
  }

  /// Whether codes fit 32 bits in a grid with this many rows.
  [[nodiscard]] bool are_narrow(int rows) const noexcept {
    return position_bits <= 32 && static_cast<std::uint64_t>(rows) << position_bits <= std::uint64_t{1} << 32;
  }

  [[nodiscard]] FATHOM_CALLABLE std::uint64_t place(std::uint64_t row, std::uint64_t position) const noexcept {
    return row << position_bits | position;
  }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t row(std::uint64_t place) const noexcept { return place >> position_bits; }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t position(std::uint64_t place) const noexcept {
    return place & ((std::uint64_t{1} << position_bits) - 1);
  }
};

}  // namespace fathom
