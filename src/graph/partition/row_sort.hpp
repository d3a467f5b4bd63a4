// Parallel sorting of entries into rows without shared counters: entries are first partitioned by ranges of rows, then each range
// is processed by one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "fathom/types.hpp"
#include "graph/build/scatter_buffer.hpp"

namespace fathom {

template <class Entry>
struct partitioned_entries {
  std::vector<std::uint64_t> first_rows;  ///< first row of each part, followed by the number of rows
  std::vector<std::uint64_t> starts;      ///< first entry of each part, followed by the number of entries
  array<Entry> entries;                   ///< within each part in the order of visits

  [[nodiscard]] int parts() const noexcept { return static_cast<int>(starts.size()) - 1; }
  /// Calls body(rows, entries) for each part.
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

/// Ranges of rows with about equal numbers of entries; a row is never split. Ranges consist of granules: rows that differ only in
/// their low bits.
class row_ranges {
 public:
  static constexpr int range_bits = 16;  ///< a range has at most 2^16 rows

  explicit row_ranges(std::uint64_t rows)
      : rows_(rows), shift_(static_cast<int>(std::bit_width(rows >> range_bits))), parts_((rows >> shift_) + 1) {}

  [[nodiscard]] std::size_t granules() const noexcept { return parts_.size(); }
  [[nodiscard]] std::size_t granule(std::uint64_t row) const noexcept { return row >> shift_; }
  [[nodiscard]] std::uint32_t part(std::size_t granule) const noexcept { return parts_[granule]; }
  [[nodiscard]] const std::vector<std::uint64_t>& first_rows() const noexcept { return first_rows_; }

  /// Forms ranges of at least `wanted` entries from granules of sizes(granule) entries.
  template <class Sizes>
  void cut(std::uint64_t wanted, const Sizes& sizes) {
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const std::uint64_t row = static_cast<std::uint64_t>(i) << shift_;
      const bool is_full = i > 0 && (before >= wanted || row - first_rows_.back() >= std::uint64_t{1} << range_bits);
      if (i == 0 || (is_full && row < rows_)) {
        first_rows_.push_back(row);
        before = 0;
      }
      parts_[i] = static_cast<std::uint32_t>(first_rows_.size() - 1);
      before += sizes(i);
    }
    first_rows_.push_back(rows_);
  }

 private:
  std::uint64_t rows_;
  int shift_;
  std::vector<std::uint32_t> parts_;  ///< part of each granule
  std::vector<std::uint64_t> first_rows_;
};

/// The first entry of each part, followed by the number of entries. Each thread's counts per granule are replaced by the positions
/// of its entries in each part.
inline std::vector<std::uint64_t> starts_in_parts(const row_ranges& ranges, std::vector<std::vector<std::uint64_t>>& counts) {
  const std::size_t parts = ranges.first_rows().size() - 1;
  for (auto& of_thread : counts) {
    std::vector<std::uint64_t> sizes(parts, 0);
    for (std::size_t i = 0; i < ranges.granules(); ++i) sizes[ranges.part(i)] += of_thread[i];
    of_thread = std::move(sizes);
  }
  std::vector<std::uint64_t> starts;
  std::uint64_t sum = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    starts.push_back(sum);
    for (auto& of_thread : counts) sum += std::exchange(of_thread[part], sum);
  }
  starts.push_back(sum);
  return starts;
}

/// Calls visit(first, last, emit) twice for parts of [0, items) on several threads: emit(entry) must be called for the same entries
/// both times. Within each part entries are in the order of items, regardless of the number of threads. Requires fewer than 2^32
/// rows.
template <class Entry, class Visit, class Row_of>
[[nodiscard]] partitioned_entries<Entry> partition_by_rows(std::uint64_t items, std::uint64_t rows, int threads, const Visit& visit,
                                                           const Row_of& row_of) {
  // A part and its output fit the L2 cache, and so does one cache line per part, since all parts are written concurrently.
  constexpr std::uint64_t entries_per_part = 1u << 15, most_parts = 1u << 12, items_per_thread = 1u << 14;
  constexpr std::uint64_t parts_per_thread = 4;  // with few entries, so that threads do not wait for one long part
  const int teams = useful_threads(items, items_per_thread, threads);
  const auto items_of = [&](int t) { return part_of(items, static_cast<std::uint64_t>(teams), static_cast<std::uint64_t>(t)); };
  row_ranges ranges(rows);
  std::vector<std::vector<std::uint64_t>> at(static_cast<std::size_t>(teams), std::vector<std::uint64_t>(ranges.granules()));
  exception_capture thrown;
#pragma omp parallel for num_threads(teams) schedule(static, 1)
  for (int t = 0; t < teams; ++t) {
    thrown.run([&] {
      std::uint64_t* const counts = at[static_cast<std::size_t>(t)].data();
      visit(items_of(t).first, items_of(t).last, [&](const Entry& e) { ++counts[ranges.granule(row_of(e))]; });
    });
  }
  thrown.rethrow();
  std::uint64_t total = 0;
  for (const auto& counts : at) total = std::accumulate(counts.begin(), counts.end(), total);
  const std::uint64_t per_thread = total / (parts_per_thread * static_cast<std::uint64_t>(threads)) + 1;
  ranges.cut(std::max(std::min(entries_per_part, per_thread), total / most_parts), [&at](std::size_t granule) {
    return std::accumulate(at.begin(), at.end(), std::uint64_t{0},
                           [&](std::uint64_t sum, const auto& of) { return sum + of[granule]; });
  });
  partitioned_entries<Entry> parted{ranges.first_rows(), starts_in_parts(ranges, at), array<Entry>(total)};
#pragma omp parallel for num_threads(teams) schedule(static, 1)
  for (int t = 0; t < teams; ++t) {
    thrown.run([&] {
      scatter_buffer<Entry> out(parted.entries.data(), static_cast<std::uint64_t>(parted.parts()),
                                at[static_cast<std::size_t>(t)].data(), 0);
      visit(items_of(t).first, items_of(t).last, [&](const Entry& e) { out.put(ranges.part(ranges.granule(row_of(e))), e); });
      out.finish();
    });
  }
  thrown.rethrow();
  return parted;
}

template <class Entry, class Row_of>
[[nodiscard]] partitioned_entries<Entry> partition_by_rows(const array<Entry>& entries, std::uint64_t rows, int threads,
                                                           const Row_of& row_of) {
  const auto visit = [&entries](std::uint64_t first, std::uint64_t last, const auto& emit) {
    for (std::uint64_t i = first; i < last; ++i) emit(entries[i]);
  };
  return partition_by_rows<Entry>(entries.size(), rows, threads, visit, row_of);
}

/// Calls place(position, entry) for each entry, with positions sorted by row and within each row in the order of the part. Returns
/// the first position of each row, followed by the number of entries.
template <class Entry, class Row_of, class Place>
array<edge_offset> place_in_rows(const partitioned_entries<Entry>& parted, int threads, const Row_of& row_of, const Place& place) {
  array<edge_offset> starts(parted.first_rows.back() + 1);
  starts[parted.first_rows.back()] = parted.starts.back();
  parted.for_each(threads, [&](index_range rows, std::span<const Entry> entries) {
    edge_offset* const next = starts.data();
    std::fill(next + rows.first, next + rows.last, 0);
    for (const Entry& e : entries) ++next[row_of(e)];
    auto before = static_cast<edge_offset>(entries.data() - parted.entries.data());
    for (std::uint64_t row = rows.first; row < rows.last; ++row) before += std::exchange(next[row], before);
    for (const Entry& e : entries) place(next[row_of(e)]++, e);
    // Every start has advanced to that of the next row: shift back.
    for (std::uint64_t row = rows.last; row > rows.first + 1; --row) next[row - 1] = next[row - 2];
    if (rows.first < rows.last) next[rows.first] = static_cast<edge_offset>(entries.data() - parted.entries.data());
  });
  return starts;
}

}  // namespace fathom
