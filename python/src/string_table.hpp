// Table of distinct strings, numbered by first appearance.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "fathom/types.hpp"

namespace fathom_python {

/// A hash table of open addressing over one buffer of text. Strings are looked up in blocks, so that the memory accesses of a block
/// overlap.
class string_table {
 public:
  static constexpr std::size_t block = 32;

  string_table() : slots_(first_slots), offsets_(1, 0) {}

  /// Stores the number of each string in `codes`; a new string gets the next number. At most `block` strings.
  void encode(std::span<const std::string_view> strings, std::uint32_t* codes) {
    if (2 * (count() + block) > slots_.size()) grow();
    std::array<std::uint64_t, block> hashes;
    for (std::size_t i = 0; i < strings.size(); ++i) {
      hashes[i] = hash_of(strings[i]);
      __builtin_prefetch(&slots_[hashes[i] & mask()]);
    }
    for (std::size_t i = 0; i < strings.size(); ++i) {
      const slot& s = slots_[hashes[i] & mask()];
      if (s.hash == hashes[i] && s.code != no_code) __builtin_prefetch(text_.data() + s.begin);
    }
    for (std::size_t i = 0; i < strings.size(); ++i) codes[i] = number_of(strings[i], hashes[i]);
  }

  [[nodiscard]] std::size_t count() const noexcept { return offsets_.size() - 1; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return {text_at(offsets_[i]), static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }
  /// String i is the text from offsets()[i] to offsets()[i + 1].
  [[nodiscard]] std::vector<std::uint64_t> take_offsets() noexcept { return std::move(offsets_); }
  [[nodiscard]] std::vector<std::uint8_t> take_text() noexcept { return std::move(text_); }

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::uint64_t begin = 0;  // in the text
    std::uint32_t size = 0;
    std::uint32_t code = no_code;
  };
  static constexpr std::uint32_t no_code = ~std::uint32_t{0};
  static constexpr std::size_t first_slots = std::size_t{1} << 10;  // always a power of two; at most half of the slots are used

  [[nodiscard]] const char* text_at(std::uint64_t begin) const noexcept {
    return reinterpret_cast<const char*>(text_.data()) + begin;
  }
  [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }

  static std::uint64_t mixed(std::uint64_t value) noexcept {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    const auto product = static_cast<unsigned __int128>(value) * odd;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  static std::uint64_t hash_of(std::string_view s) noexcept {
    std::uint64_t hash = mixed(s.size() + 1), word = 0;
    for (; s.size() > sizeof word; s.remove_prefix(sizeof word)) {
      std::memcpy(&word, s.data(), sizeof word);
      hash = mixed(hash ^ word);
    }
    word = 0;
    if (!s.empty()) std::memcpy(&word, s.data(), s.size());  // an empty string may have no address
    return mixed(hash ^ word);
  }

  std::uint32_t number_of(std::string_view s, std::uint64_t hash) {
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      slot& found = slots_[at];
      if (found.code == no_code) {
        found = {hash, text_.size(), static_cast<std::uint32_t>(s.size()), add(s)};
        return found.code;
      }
      if (found.hash == hash && std::string_view(text_at(found.begin), found.size) == s) return found.code;
    }
  }

  std::uint32_t add(std::string_view s) {
    if (count() >= fathom::max_vertices) throw std::invalid_argument("there are more than 2^32 - 2 names");
    if (s.size() > ~std::uint32_t{0}) throw std::invalid_argument("a name has 4 GiB or more");
    const auto code = static_cast<std::uint32_t>(count());
    text_.insert(text_.end(), s.begin(), s.end());
    offsets_.push_back(text_.size());
    return code;
  }

  void grow() {
    std::vector<slot> larger(4 * slots_.size());
    for (const slot& s : slots_) {
      if (s.code == no_code) continue;
      std::size_t at = s.hash & (larger.size() - 1);
      while (larger[at].code != no_code) at = (at + 1) & (larger.size() - 1);
      larger[at] = s;
    }
    slots_ = std::move(larger);
  }

  std::vector<slot> slots_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint8_t> text_;
};

}  // namespace fathom_python
