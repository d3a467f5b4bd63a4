// Bitmap of distinct ids, with the rank of each marked id.
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
  /// A bitmap for ids from 0 to `largest`. Throws error_category::memory.
  explicit id_bitmap(std::uint64_t largest);

  /// Whether a bitmap is cheaper than sorting: it has few words (of 64 ids each) compared with the number of ids to mark.
  [[nodiscard]] static bool pays(std::uint64_t largest, std::uint64_t ids) noexcept;

  void mark(std::uint64_t id) noexcept;
  /// Marks `ids` in parallel. Stops early once every id up to the largest is marked.
  void mark(std::span<const vertex_id> ids, int threads);
  /// Marks the smallest unmarked ids >= `first` until `wanted` ids, or all of them, are marked.
  void mark_unused(std::uint64_t first, std::uint64_t wanted) noexcept;

  /// The words, for a union with another bitmap of the same size. Call recount() afterwards.
  [[nodiscard]] std::span<std::uint64_t> words() noexcept { return {words_.data(), words_.size()}; }
  void recount() noexcept;

  /// The number of marked ids, the smallest and the largest marked id. The last two require at least one marked id.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t smallest() const noexcept;
  [[nodiscard]] std::uint64_t largest() const noexcept;

  /// Prepares operator[]: counts the marked ids before each word.
  void rank();
  /// The number of marked ids smaller than `id`. Requires rank().
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
  growing_array<vertex_id> table_;   // the rank of every id, if the table fits into a cache; then before_ is empty
  std::uint64_t limit_ = 0;          // ids are smaller than this
  std::uint64_t count_ = 0;
};

}  // namespace fathom::io
