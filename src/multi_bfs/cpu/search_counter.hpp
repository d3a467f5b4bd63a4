// Number of bit rows in which each search's bit is set. Vertical counters with one bit of each count per plane. Eight rows are
// added at a time by carry-save adders (Harley-Seal; Warren, "Hacker's Delight", section 5-1): about five operations per word and
// row whatever the number of bits, and only their carry, an eighth, moves through further planes.
#pragma once

#include <cstdint>
#include <vector>

#include "multi_bfs/bit_row.hpp"

namespace fathom::multi_bfs_engine {

template <int Words>
class search_counter {
 public:
  void add(const bit_row<Words>& found) noexcept {
    pending_[num_pending_] = found;
    if (++num_pending_ == at_once) add_pending();
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
  static constexpr int at_once = 8;  // rows of add_pending()

  // Adds two rows to plane p and returns what belongs to the next plane: the majority of three bits.
  bit_row<Words> add_two(int p, const bit_row<Words>& a, const bit_row<Words>& b) noexcept {
    bit_row<Words> carry;
    for (int w = 0; w < Words; ++w) {
      const std::uint64_t either = planes_[p].word[w] ^ a.word[w];
      carry.word[w] = (planes_[p].word[w] & a.word[w]) | (either & b.word[w]);
      planes_[p].word[w] = either ^ b.word[w];
    }
    return carry;
  }

  // Adds a row to plane p and its carries to the next ones.
  void add_one(int p, const bit_row<Words>& added) noexcept {
    for (bit_row<Words> row = added; row.any(); ++p) {
      const bit_row<Words> carry = planes_[p] & row;
      for (int w = 0; w < Words; ++w) planes_[p].word[w] ^= row.word[w];
      row = carry;
    }
  }

  void add_pending() noexcept {
    const auto& r = pending_;
    const bit_row<Words> twos_a = add_two(0, r[0], r[1]), twos_b = add_two(0, r[2], r[3]);
    const bit_row<Words> fours_a = add_two(1, twos_a, twos_b);
    const bit_row<Words> twos_c = add_two(0, r[4], r[5]), twos_d = add_two(0, r[6], r[7]);
    add_one(3, add_two(2, fours_a, add_two(1, twos_c, twos_d)));
    num_pending_ = 0;
    if ((added_ += at_once) > most - at_once) flush_planes();
  }

  void flush() {
    for (int i = 0; i < num_pending_; ++i) add_one(0, pending_[i]), ++added_;
    num_pending_ = 0;
    flush_planes();
  }

  void flush_planes() {
    if (added_ == 0) return;
    for (int p = 0; p < num_planes; ++p) {
      for_each_bit(planes_[p], [&](std::size_t i) { sums_[i] += std::uint64_t{1} << p; });
      planes_[p] = {};
    }
    added_ = 0;
  }

  bit_row<Words> planes_[num_planes] = {};
  bit_row<Words> pending_[at_once];
  int num_pending_ = 0;
  std::uint32_t added_ = 0;
  std::vector<std::uint64_t> sums_ = std::vector<std::uint64_t>(Words * 64);
};

}  // namespace fathom::multi_bfs_engine
