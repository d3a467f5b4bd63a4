// Vertical counters beside counts of one bit at a time.
#include "multi_bfs/cpu/search_counter.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fathom::test {
namespace {

using multi_bfs_engine::bit_row;

// More rows than the counters' planes hold, of changing density, not always a multiple of eight.
TEST(search_counter, counts_each_search) {
  constexpr int words = 2;
  std::mt19937_64 random(1);
  multi_bfs_engine::search_counter<words> counter;
  std::vector<std::uint64_t> counted(words * 64), expected(words * 64);
  for (const int rows : {0, 1, 7, 8, 65'535, 65'536, 70'003}) {
    for (int i = 0; i < rows; ++i) {
      bit_row<words> row{};
      row.word[0] = ~std::uint64_t{0};
      row.word[1] = i % 3 == 0 ? random() : random() & random() & random();
      counter.add(row);
      multi_bfs_engine::for_each_bit(row, [&](std::size_t search) { ++expected[search]; });
    }
    counter.take(counted.data());
    ASSERT_EQ(counted, expected) << rows;
  }
}

TEST(search_counter, multiplies_by_a_factor) {
  multi_bfs_engine::search_counter<1> counter;
  for (int i = 0; i < 9; ++i) counter.add({{5}});
  std::vector<std::uint64_t> counted(64);
  counter.take(counted.data(), 3);
  EXPECT_EQ(counted[0], 27u);
  EXPECT_EQ(counted[1], 0u);
  EXPECT_EQ(counted[2], 27u);
}

}  // namespace
}  // namespace fathom::test
