// One of several parts of rows that a file holds: whole rows, of about as many edges as the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/parallel.hpp"
#include "fathom/types.hpp"
#include "io/file_part.hpp"

namespace fathom::io {

/// Rows [first, last) of n, whose offsets offset_at(0) to offset_at(n) should ascend to `edges`. Where they do not, the range may
/// be any; bad_offset() finds out.
template <class OffsetAt>
[[nodiscard]] index_range row_part(std::uint64_t n, std::uint64_t edges, file_part part, const OffsetAt& offset_at) {
  const auto cut = [&](int index) {
    if (index == 0) return std::uint64_t{0};
    if (index == part.count) return n;
    const std::uint64_t wanted = part_of(edges, static_cast<std::uint64_t>(part.count), static_cast<std::uint64_t>(index)).first;
    std::uint64_t low = 0, high = n;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (offset_at(middle) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {cut(part.index), cut(part.index + 1)};
}

inline constexpr std::uint64_t no_bad_offset = std::numeric_limits<std::uint64_t>::max();

/// The first of the rows' offsets that does not ascend from 0 to `edges`, or is none of both at the ends.
template <class OffsetAt>
[[nodiscard]] std::uint64_t bad_offset(index_range rows, std::uint64_t n, std::uint64_t edges, const OffsetAt& offset_at) {
  if (rows.first > rows.last) return rows.last;
  for (std::uint64_t v = rows.first; v <= rows.last; ++v) {
    const edge_offset offset = offset_at(v);
    const bool ends = (v == 0 && offset != 0) || (v == n && offset != edges);
    if (ends || offset > edges || (v > rows.first && offset < offset_at(v - 1))) return v;
  }
  return no_bad_offset;
}

}  // namespace fathom::io
