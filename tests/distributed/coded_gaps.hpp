// Sets of many sizes and densities, and their encoding as gaps one unary bit after another, written from the description in
// bfs/distributed/cuda/gap_layout.hpp only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace fathom::test {

/// Ascending ids, from a bitmap of `words` words of 32 bits.
struct sample_set {
  std::uint64_t words = 0;
  std::vector<std::uint32_t> ids;

  [[nodiscard]] std::vector<std::uint32_t> bitmap() const {
    std::vector<std::uint32_t> bits(words);
    for (const std::uint32_t id : ids) bits.at(id / 32) |= std::uint32_t{1} << (id % 32);
    return bits;
  }
};

/// Sets of ids below 32 * `words`: none, one, the first, the last, all, random ones of many densities, and a full range of which
/// the chunks around it have nothing.
[[nodiscard]] inline std::vector<sample_set> sample_sets(std::uint64_t words) {
  const auto ids = static_cast<std::uint32_t>(words * 32);
  std::vector<sample_set> sets{{words, {}}, {words, {0}}, {words, {ids - 1}}, {words, {ids / 2}}, {words, {0, ids - 1}}};
  const auto add = [&](const auto& wanted) {
    sets.push_back({words, {}});
    for (std::uint32_t id = 0; id < ids; ++id) {
      if (wanted(id)) sets.back().ids.push_back(id);
    }
  };
  for (const std::uint64_t one_in : {1, 2, 3, 9, 20, 129, 1000, 100000}) {
    add([&](std::uint32_t id) { return random_bits(one_in, id) % one_in == 0; });
  }
  add([&](std::uint32_t id) { return id >= ids / 3 && id < ids / 3 + ids / 4; });
  return sets;
}

/// Numbers of words that are not multiples of a warp's or a chunk's, and some that are; up to several blocks of unary bits.
inline constexpr std::uint64_t sample_words[] = {1, 2, 7, 8, 31, 32, 33, 62, 64, 250, 1000, 4097};

[[nodiscard]] inline std::vector<std::uint32_t> coded_gaps(const sample_set& set, std::uint64_t most) {
  constexpr std::size_t block = 1024, chunk = 256;
  const std::size_t chunks = (set.words * 32 + block - 1) / block * (block / chunk);
  std::vector<bool> unary;
  auto next = set.ids.begin();
  for (std::size_t c = 0; c < chunks; ++c) {
    for (; next != set.ids.end() && *next / chunk == c; ++next) unary.push_back(true);
    unary.push_back(false);
  }
  const std::size_t end = unary.size(), blocks = (most + chunks + block - 1) / block;
  unary.resize(blocks * block);
  std::vector<std::uint32_t> coded;
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto before = std::count(unary.begin(), unary.begin() + static_cast<std::ptrdiff_t>(b * block), true);
    coded.push_back(b * block < end ? static_cast<std::uint32_t>(before) : 0);
  }
  for (std::size_t p = 0; p < unary.size(); ++p) {
    if (p % 32 == 0) coded.push_back(0);
    coded.back() |= static_cast<std::uint32_t>(unary[p]) << (p % 32);
  }
  const std::size_t first_low = coded.size();
  coded.resize((first_low * 4 + most + 15) / 16 * 4);
  for (std::size_t i = 0; i < set.ids.size(); ++i) {
    coded[first_low + i / 4] |= static_cast<std::uint32_t>(set.ids[i] % chunk << (i % 4 * 8));
  }
  return coded;
}

}  // namespace fathom::test
