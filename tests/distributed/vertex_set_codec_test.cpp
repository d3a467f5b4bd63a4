// Vertex sets are unchanged by encoding and decoding, in whichever form is shorter.
#include "bfs/distributed/vertex_set_codec.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace fathom {
namespace {

using words = std::vector<std::uint64_t>;

std::uint64_t count(const words& set) {
  std::uint64_t bits = 0;
  ranks_engine::for_each_bit(set, [&](std::uint64_t) { ++bits; });
  return bits;
}

// Appended to existing bytes, so that an empty set is seen to take none.
words there_and_back(const words& set, std::size_t& size) {
  std::vector<std::byte> bytes(3, std::byte{0xFF});
  ranks_engine::encode(set, count(set), bytes);
  size = bytes.size() - 3;
  words back(set.size());
  ranks_engine::decode(
      std::span<const std::byte>(bytes).subspan(3), set.size(),
      [&](std::uint64_t bit) { back.at(bit / 64) |= std::uint64_t{1} << (bit % 64); },
      [&](std::uint64_t w, std::uint64_t bits) { back.at(w) |= bits; });
  return back;
}

TEST(vertex_set_codec, brings_back_every_density) {
  for (const std::size_t size : {1, 2, 7, 1000}) {
    for (const std::uint64_t one_in : {1, 2, 7, 8, 9, 20, 129, 1000, 100000}) {
      words set(size);
      for (std::uint64_t bit = 0; bit < size * 64; ++bit) {
        if (random_bits(one_in, bit) % one_in == 0) set[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
      std::size_t bytes = 0;
      EXPECT_EQ(there_and_back(set, bytes), set) << size << " words, one bit in " << one_in;
      EXPECT_LE(bytes, size * 8);
      EXPECT_LE(bytes, 4 * count(set));  // gaps of a set this large have up to 16 bits: three bytes
    }
  }
}

TEST(vertex_set_codec, knows_the_first_and_the_last_vertex) {
  words set(5000);
  std::size_t bytes = 0;
  EXPECT_EQ(there_and_back(set, bytes), set);
  EXPECT_EQ(bytes, 0u);
  set.front() = 1;
  EXPECT_EQ(there_and_back(set, bytes), set);
  EXPECT_EQ(bytes, 1u);
  set.back() = std::uint64_t{1} << 63;
  EXPECT_EQ(there_and_back(set, bytes), set);
  EXPECT_EQ(bytes, 4u);
}

}  // namespace
}  // namespace fathom
