// Arithmetic of the devices' encoding of vertex sets as gaps, and the choice between encodings, on any machine.
#include "bfs/distributed/cuda/gap_layout.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "coded_gaps.hpp"

namespace fathom {
namespace {

using ranks_engine::gap_layout;
using ranks_engine::set_encoding;

// As kernels do it, one chunk after another.
std::vector<std::uint32_t> written_by_chunks(const test::sample_set& set, const gap_layout& l) {
  std::vector<std::uint32_t> encoded(l.bytes() / sizeof(std::uint32_t));
  auto* const low = reinterpret_cast<std::uint8_t*>(encoded.data() + l.first_low());
  std::vector<std::uint64_t> counts(l.chunks());
  for (std::size_t i = 0; i < set.ids.size(); ++i) {
    low[i] = static_cast<std::uint8_t>(set.ids[i] % ranks_engine::chunk_vertices);
    ++counts.at(set.ids[i] / ranks_engine::chunk_vertices);
  }
  std::uint64_t before = 0;
  for (std::uint64_t c = 0; c < l.chunks(); before += counts[c++])
    ranks_engine::write_chunk(l, c, before, counts[c], encoded.data());
  return encoded;
}

// As kernels do it: each block of unary bits by itself, the last one first.
std::vector<std::uint32_t> read_by_blocks(const std::vector<std::uint32_t>& encoded, const gap_layout& l, std::size_t size) {
  const auto* const low = reinterpret_cast<const std::uint8_t*>(encoded.data() + l.first_low());
  std::vector<std::uint32_t> ids(size);
  for (std::uint32_t block = l.blocks; block-- > 0;) {
    std::uint32_t index = encoded[block];
    for (std::uint32_t p = block * ranks_engine::block_bits; p < (block + 1) * ranks_engine::block_bits; ++p) {
      if ((encoded[l.first_unary() + p / 32] >> (p % 32) & 1) == 0) continue;
      ids.at(index) = ranks_engine::vertex_in_gaps(p, index, low[index]);
      ++index;
    }
  }
  return ids;
}

TEST(gap_layout, brings_back_every_density) {
  for (const std::uint64_t words : test::sample_words) {
    for (const test::sample_set& set : test::sample_sets(words)) {
      const std::uint64_t size = set.ids.size();
      for (const std::uint64_t most : {size, size + 1, 2 * size + 3000}) {  // the largest set may be another process's
        const gap_layout l(words, most);
        const std::vector<std::uint32_t> expected = test::coded_gaps(set, most);
        ASSERT_EQ(l.bytes(), expected.size() * 4) << words << " words, " << size << " of " << most << " ids";
        ASSERT_EQ(written_by_chunks(set, l), expected) << words << " words, " << size << " of " << most << " ids";
        ASSERT_EQ(read_by_blocks(expected, l, size), set.ids) << words << " words, " << size << " of " << most << " ids";
      }
    }
  }
}

// A byte and a unary bit per id and a unary bit per 256 vertices, with 132 bytes per 1,024 of these bits.
TEST(gap_layout, has_a_bounded_length) {
  for (std::uint64_t words = 1; words < 20'000'000; words = words * 3 + 1) {
    for (std::uint64_t most = 0; most < words * 32; most = most * 5 + 1) {
      const double bits = static_cast<double>(most) + static_cast<double>(words) / 8;
      EXPECT_LE(static_cast<double>(gap_layout(words, most).bytes()), static_cast<double>(most) + bits * 132 / 1024 + 164);
      EXPECT_EQ(gap_layout(words, most).bytes() % 16, 0u);
    }
  }
  constexpr std::uint64_t words = (std::uint64_t{1} << 26) / 32;
  EXPECT_EQ(gap_layout(words, 200'000).bytes(), 259'664u);  // where a bitmap has 8 MiB
  EXPECT_EQ(gap_layout(words, 20'000).bytes(), 56'432u);
}

TEST(set_encoding, takes_gaps_where_they_save_enough) {
  constexpr std::uint64_t words = (std::uint64_t{1} << 26) / 32, mib = std::uint64_t{1} << 20;
  constexpr std::uint64_t capacity = ranks_engine::frontier_message::capacity;
  const set_encoding large{words, 1, {}};
  EXPECT_EQ(large.bytes(capacity), 0u);
  EXPECT_EQ(large.bytes(capacity + 1), gap_layout(words, capacity + 1).bytes());
  EXPECT_LT(large.bytes(capacity + 1), 60'000u);
  // Half of the bitmap's length, at one vertex in 18 or 19.
  std::uint64_t longest = capacity;
  for (std::uint64_t step = words; step > 0; step /= 2) longest += large.is_gaps(longest + step) ? step : 0;
  EXPECT_LE(large.bytes(longest), 4 * mib);
  EXPECT_GT(large.bytes(longest), 4 * mib - 200);
  EXPECT_EQ(large.bytes(longest + 1), 8 * mib);
  EXPECT_GT(longest, words * 32 / 19);
  EXPECT_LT(longest, words * 32 / 18);
  // Gaps that save less than a megabyte in all, unless more processes receive them.
  const std::uint64_t few_words = mib / sizeof(std::uint32_t);
  EXPECT_FALSE((set_encoding{few_words, 1, {}}.is_gaps(capacity + 1)));
  EXPECT_TRUE((set_encoding{few_words, 2, {}}.is_gaps(capacity + 1)));
  // No gaps: every set is a bitmap.
  const set_encoding near{words, 1000, ranks_engine::no_gaps};
  EXPECT_FALSE(near.is_gaps(0));
  EXPECT_EQ(near.bytes(capacity + 1), 8 * mib);
  // Gaps wherever they are not longer.
  const set_encoding any{100, 1, {.times_shorter = 1, .least_saved = 0}};
  EXPECT_TRUE(any.is_gaps(200));
  EXPECT_FALSE(any.is_gaps(400));
}

}  // namespace
}  // namespace fathom
