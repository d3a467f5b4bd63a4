// Distinct ids as a bitmap: which there are, and the rank of each among them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "fathom/array.hpp"
#include "fathom/types.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {

class id_bitmap {
 public:
  /// For ids from 0 to `largest`. Throws error_category::memory.
  explicit id_bitmap(std::uint64_t largest);

  /// Whether a bitmap is cheaper than sorting: its words, of 64 ids each, are few beside the ids to mark.
  [[nodiscard]] static bool pays(std::uint64_t largest, std::uint64_t ids) noexcept;

  void mark(std::uint64_t id) noexcept;
  /// In parallel. Stops early once every id up to the largest is marked.
  void mark(std::span<const vertex_id> ids, int threads);
  /// Marks the smallest unmarked ids from `first` on until `wanted` ids are marked, or all are.
  void mark_unused(std::uint64_t first, std::uint64_t wanted) noexcept;

  /// The words, to unite them with those of another bitmap of the same size. Call recount() afterwards.
  [[nodiscard]] std::span<std::uint64_t> words() noexcept { return {words_.data(), words_.size()}; }
  void recount() noexcept;

  /// Number of marked ids, the smallest and the largest of them. The last two need one to be marked.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t smallest() const noexcept;
  [[nodiscard]] std::uint64_t largest() const noexcept;

  /// Prepares operator[]: counts the marked ids before each word.
  void rank();
  /// How many marked ids are smaller than this one. After rank().
  [[nodiscard]] vertex_id operator[](vertex_id id) const noexcept {
    if (!table_.empty()) return table_[id];
    const std::uint64_t smaller = (std::uint64_t{1} << id % word_bits) - 1;
    return before_[id / word_bits] + static_cast<vertex_id>(std::popcount(words_[id / word_bits] & smaller));
  }
  /// The marked ids in ascending order.
  [[nodiscard]] array<std::uint64_t> ids() const;

 private:
  static constexpr std::uint64_t word_bits = 64;

  growing_array<std::uint64_t> words_;
  growing_array<vertex_id> before_;  // ids before each word
  growing_array<vertex_id> table_;   // the rank of every id, where that stays in a cache; then without before_
  std::uint64_t limit_ = 0;          // ids are below
  std::uint64_t count_ = 0;
};

}  // namespace fathom::io
