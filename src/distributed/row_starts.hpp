// Entries into rows without a counter that threads share: each looks at all entries, and deals with those of its own rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "core/parallel.hpp"
#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// body(range of rows), a thread each; not more than can look at all entries without waiting for memory.
template <class Body>
void each_range_of_rows(std::uint64_t rows, int threads, const Body& body) {
  constexpr int most_ranges = 16;
  const int ranges = std::clamp(threads, 1, most_ranges);
#pragma omp parallel for num_threads(ranges) schedule(static, 1)
  for (int i = 0; i < ranges; ++i) {
    body(part_of(rows, static_cast<std::uint64_t>(ranges), static_cast<std::uint64_t>(i)));
  }
}

/// Where the entries of each row begin once they are sorted by row; one more, with the number of entries. row_of(entry).
template <class Entries, class Row_of>
[[nodiscard]] array<edge_offset> row_starts(const Entries& entries, std::uint64_t rows, int threads, const Row_of& row_of) {
  array<edge_offset> starts(rows + 1);
  starts[rows] = 0;
  each_range_of_rows(rows, threads, [&](index_range mine) {
    std::fill(starts.begin() + mine.first, starts.begin() + mine.last, 0);
    for (const auto& entry : entries) {
      const std::uint64_t row = row_of(entry);
      if (row - mine.first < mine.last - mine.first) ++starts[row];
    }
  });
  std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), edge_offset{0});
  return starts;
}

/// place(position, entry) for each entry, in its row's order, by `starts` of row_starts().
template <class Entries, class Row_of, class Place>
void place_in_rows(const Entries& entries, array<edge_offset>& starts, int threads, const Row_of& row_of, const Place& place) {
  const std::uint64_t rows = starts.size() - 1;
  each_range_of_rows(rows, threads, [&](index_range mine) {
    for (const auto& entry : entries) {
      const std::uint64_t row = row_of(entry);
      if (row - mine.first < mine.last - mine.first) place(starts[row]++, entry);
    }
  });
  // Every start has become the next one's.
  std::copy_backward(starts.begin(), starts.end() - 1, starts.end());
  starts[0] = 0;
}

}  // namespace fathom
