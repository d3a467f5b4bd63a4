#include "io/vertices/id_bitmap.hpp"

#include <algorithm>
#include <atomic>

#include "io/text/text_chunks.hpp"

namespace fathom::io {
namespace {

// Ids marked per task: small enough to notice early that all ids are marked.
constexpr std::size_t ids_marked_at_once = std::size_t{1} << 16;
// Clearing and counting this many words costs about as much as sorting one id.
constexpr std::uint64_t words_per_id = 4;
// Up to this many ids (4 MiB of ranks) the rank of every id is stored.
constexpr std::uint64_t table_ids = std::uint64_t{1} << 20;
// Clearing a bitmap of this size costs nothing noticeable, regardless of the number of ids.
constexpr std::uint64_t small_words = std::uint64_t{1} << 12;

}  // namespace

id_bitmap::id_bitmap(std::uint64_t largest) : limit_(largest + 1) { words_.resize(largest / word_bits + 1); }

bool id_bitmap::pays(std::uint64_t largest, std::uint64_t ids) noexcept {
  const std::uint64_t words = largest / word_bits;
  return words <= small_words || words / words_per_id <= ids;
}

void id_bitmap::mark(std::uint64_t id) noexcept {
  std::uint64_t& word = words_[id / word_bits];
  const std::uint64_t bit = std::uint64_t{1} << id % word_bits;
  count_ += (word & bit) == 0;
  word |= bit;
}

void id_bitmap::mark(std::span<const vertex_id> ids, int threads) {
  std::atomic<std::uint64_t> count{count_};
  parallel_for((ids.size() + ids_marked_at_once - 1) / ids_marked_at_once, threads, [&](std::size_t piece) {
    if (count.load(std::memory_order_relaxed) == limit_) return;
    std::uint64_t added = 0;
    for (const vertex_id id :
         ids.subspan(piece * ids_marked_at_once, std::min(ids_marked_at_once, ids.size() - piece * ids_marked_at_once))) {
      const std::atomic_ref<std::uint64_t> word(words_[id / word_bits]);
      const std::uint64_t bit = std::uint64_t{1} << id % word_bits;
      if ((word.load(std::memory_order_relaxed) & bit) != 0) continue;  // nearly always, after the first few edges
      added += (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }
    count.fetch_add(added, std::memory_order_relaxed);
  });
  count_ = count.load();
}

void id_bitmap::mark_unused(std::uint64_t first, std::uint64_t wanted) noexcept {
  for (std::uint64_t id = first; id < limit_ && count_ < wanted; ++id) mark(id);
}

void id_bitmap::recount() noexcept {
  count_ = 0;
  for (const std::uint64_t word : words()) count_ += static_cast<std::uint64_t>(std::popcount(word));
}

std::uint64_t id_bitmap::smallest() const noexcept {
  std::size_t w = 0;
  while (words_[w] == 0) ++w;
  return w * word_bits + static_cast<std::uint64_t>(std::countr_zero(words_[w]));
}

std::uint64_t id_bitmap::largest() const noexcept {
  std::size_t w = words_.size() - 1;
  while (words_[w] == 0) --w;
  return w * word_bits + static_cast<std::uint64_t>(std::bit_width(words_[w])) - 1;
}

void id_bitmap::rank() {
  if (limit_ <= table_ids) {
    table_.resize(limit_);
    vertex_id sum = 0;
    for (std::uint64_t id = 0; id < limit_; ++id) {
      table_[id] = sum;
      sum += static_cast<vertex_id>(words_[id / word_bits] >> id % word_bits & 1);
    }
    return;
  }
  before_.resize(words_.size());
  vertex_id sum = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    before_[w] = sum;
    sum += static_cast<vertex_id>(std::popcount(words_[w]));
  }
}

array<std::uint64_t> id_bitmap::ids() const {
  array<std::uint64_t> ids(count_);
  std::size_t at = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
      ids[at++] = w * word_bits + static_cast<std::uint64_t>(std::countr_zero(word));
    }
  }
  return ids;
}

}  // namespace fathom::io
