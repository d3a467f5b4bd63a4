// Entries into rows, by several threads that share no counter: entries are parted by ranges of rows first, and then each range is
// one thread's.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/parallel.hpp"
#include "distributed/routing.hpp"
#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom {

template <class Entry>
struct parted_entries {
  std::vector<std::uint64_t> first_rows;  ///< of each part; one more, with the number of rows
  std::vector<std::uint64_t> starts;      ///< of each part among the entries; one more, with their number
  array<Entry> entries;                   ///< in each part in the order in which they were visited

  [[nodiscard]] int parts() const noexcept { return static_cast<int>(starts.size()) - 1; }
  /// body(rows, entries) for each part.
  template <class Body>
  void for_each(int threads, const Body& body) const {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < parts(); ++i) {
      const auto part = static_cast<std::size_t>(i);
      body(index_range{first_rows[part], first_rows[part + 1]},
           std::span<const Entry>(entries.data() + starts[part], starts[part + 1] - starts[part]));
    }
  }
};

/// Rows in `parts` ranges of about as many entries each; a row is never cut.
class row_ranges {
 public:
  static constexpr std::uint64_t most_granules = 1u << 12;

  /// Counts the entries that visit(first, last, emit) gives for items of [0, items), see part_by_rows().
  template <class Entry, class Visit, class Row_of>
  static row_ranges of(std::uint64_t items, std::uint64_t rows, int parts, int threads, const Visit& visit, const Row_of& row_of) {
    row_ranges ranges;
    ranges.shift_ = static_cast<int>(std::bit_width(rows / most_granules));
    const std::size_t granules = (rows >> ranges.shift_) + 1;
    std::vector<std::uint64_t> sizes(granules, 0);
    exception_keeper thrown;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; ++t) {
      thrown.run([&] {
        std::vector<std::uint64_t> mine(granules, 0);
        const index_range range = part_of(items, static_cast<std::uint64_t>(threads), static_cast<std::uint64_t>(t));
        visit(range.first, range.last, [&](const Entry& e) { ++mine[row_of(e) >> ranges.shift_]; });
#pragma omp critical(fathom_row_ranges)
        for (std::size_t i = 0; i < granules; ++i) sizes[i] += mine[i];
      });
    }
    thrown.rethrow();
    ranges.cut(sizes, rows, parts);
    return ranges;
  }

  [[nodiscard]] int part_of_row(std::uint64_t row) const { return parts_[row >> shift_]; }
  [[nodiscard]] const std::vector<std::uint64_t>& first_rows() const { return first_rows_; }

 private:
  void cut(const std::vector<std::uint64_t>& sizes, std::uint64_t rows, int parts) {
    std::uint64_t total = 0, before = 0;
    for (const std::uint64_t size : sizes) total += size;
    const std::uint64_t wanted = total / static_cast<std::uint64_t>(parts) + 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::uint64_t row = static_cast<std::uint64_t>(i) << shift_;
      if (i == 0 || (before >= wanted && row < rows)) {
        first_rows_.push_back(row);
        before = 0;
      }
      parts_.push_back(static_cast<std::uint16_t>(first_rows_.size() - 1));
      before += sizes[i];
    }
    first_rows_.push_back(rows);
  }

  int shift_ = 0;
  std::vector<std::uint16_t> parts_;  ///< of each granule: rows that differ in their last bits alone
  std::vector<std::uint64_t> first_rows_;
};

/// Calls visit(first, last, emit) for parts of [0, items) on several threads, three times: emit(entry) has to be called for the
/// same entries each time.
template <class Entry, class Visit, class Row_of>
[[nodiscard]] parted_entries<Entry> part_by_rows(std::uint64_t items, std::uint64_t rows, int threads, const Visit& visit,
                                                 const Row_of& row_of) {
  // Enough that a few long parts do not keep all waiting, and that a part's rows fit a cache.
  constexpr int parts_a_thread = 4, most_parts = 128;
  const int parts = std::min(most_parts, std::max(8, parts_a_thread * threads));
  const row_ranges ranges = row_ranges::of<Entry>(items, rows, parts, threads, visit, row_of);
  routed<Entry> by_part = route<Entry>(items, static_cast<int>(ranges.first_rows().size()) - 1, threads,
                                       [&](std::uint64_t first, std::uint64_t last, const auto& emit) {
                                         visit(first, last, [&](const Entry& e) { emit(ranges.part_of_row(row_of(e)), e); });
                                       });
  return {ranges.first_rows(), starts_of(by_part.counts), std::move(by_part.entries)};
}

template <class Entry, class Row_of>
[[nodiscard]] parted_entries<Entry> part_by_rows(const array<Entry>& entries, std::uint64_t rows, int threads,
                                                 const Row_of& row_of) {
  const auto visit = [&entries](std::uint64_t first, std::uint64_t last, const auto& emit) {
    for (std::uint64_t i = first; i < last; ++i) emit(entries[i]);
  };
  return part_by_rows<Entry>(entries.size(), rows, threads, visit, row_of);
}

/// place(position, entry) for each entry: sorted by row, and in each row in the order of its part. Returns where rows begin; one
/// more, with the number of entries.
template <class Entry, class Row_of, class Place>
array<edge_offset> place_in_rows(const parted_entries<Entry>& parted, int threads, const Row_of& row_of, const Place& place) {
  array<edge_offset> starts(parted.first_rows.back() + 1);
  starts[parted.first_rows.back()] = parted.starts.back();
  parted.for_each(threads, [&](index_range rows, std::span<const Entry> entries) {
    edge_offset* const next = starts.data();
    std::fill(next + rows.first, next + rows.last, 0);
    for (const Entry& e : entries) ++next[row_of(e)];
    auto before = static_cast<edge_offset>(entries.data() - parted.entries.data());
    for (std::uint64_t row = rows.first; row < rows.last; ++row) before += std::exchange(next[row], before);
    for (const Entry& e : entries) place(next[row_of(e)]++, e);
    // Every start has become the next one's.
    for (std::uint64_t row = rows.last; row > rows.first + 1; --row) next[row - 1] = next[row - 2];
    if (rows.first < rows.last) next[rows.first] = static_cast<edge_offset>(entries.data() - parted.entries.data());
  });
  return starts;
}

}  // namespace fathom
