// Division of a file's rows into parts of whole rows with about equal numbers of edges.
#pragma once

#include <cstdint>
#include <limits>

#include "base/parallel.hpp"
#include "fathom/types.hpp"
#include "io/file_part.hpp"

namespace fathom::io {

/// The rows [first, last) of `part`, of n rows whose offsets offset_at(0) to offset_at(n) should ascend to `edges`. If they do not,
/// the range is arbitrary; bad_offset() detects this.
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

/// The index of the first offset of these rows that does not ascend, or is not 0 at row 0 or `edges` at row n.
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
