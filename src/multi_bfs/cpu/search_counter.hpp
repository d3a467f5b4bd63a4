// Number of bit rows in which each search's bit is set. Vertical counters with one bit of each count per plane: adding a row takes
// about two operations per word whatever the number of bits (Harley-Seal carry-save addition, one row at a time).
#pragma once

#include <cstdint>
#include <vector>

#include "multi_bfs/bit_row.hpp"

namespace fathom::multi_bfs_engine {

template <int Words>
class search_counter {
 public:
  void add(const bit_row<Words>& found) noexcept {
    bit_row<Words> row = found;
    for (int p = 0; row.any(); ++p) {
      const bit_row<Words> carry = planes_[p] & row;
      for (int w = 0; w < Words; ++w) planes_[p].word[w] ^= row.word[w];
      row = carry;
    }
    if (++added_ == most) flush();
  }

  /// Adds the counts, times `factor`, to totals[search] and resets them.
  void take(std::uint64_t* totals, std::uint64_t factor = 1) {
    flush();
    for (std::size_t i = 0; i < sums_.size(); ++i) totals[i] += factor * sums_[i];
    sums_.assign(sums_.size(), 0);
  }

 private:
  static constexpr int num_planes = 16;
  static constexpr std::uint32_t most = (1u << num_planes) - 1;

  void flush() {
    if (added_ == 0) return;
    for (int p = 0; p < num_planes; ++p) {
      for_each_bit(planes_[p], [&](std::size_t i) { sums_[i] += std::uint64_t{1} << p; });
      planes_[p] = {};
    }
    added_ = 0;
  }

  bit_row<Words> planes_[num_planes] = {};
  std::uint32_t added_ = 0;
  std::vector<std::uint64_t> sums_ = std::vector<std::uint64_t>(Words * 64);
};

}  // namespace fathom::multi_bfs_engine
