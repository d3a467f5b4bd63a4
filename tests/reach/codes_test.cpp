// Codes of any number of bits, in both forms of an adjacency row, without writes past its end.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/random.hpp"
#include "reach/codes.hpp"

namespace fathom {
namespace {

TEST(reach_codes, take_as_few_bits_as_k_needs) {
  EXPECT_EQ(io::code_bits_for(0), 1);  // the vertex itself, or farther
  EXPECT_EQ(io::code_bits_for(1), 2);
  EXPECT_EQ(io::code_bits_for(2), 2);
  EXPECT_EQ(io::code_bits_for(3), 3);
  EXPECT_EQ(io::code_bits_for(6), 3);
  EXPECT_EQ(io::code_bits_for(7), 4);
  EXPECT_EQ(io::code_bits_for(14), 4);
  EXPECT_EQ(io::code_bits_for(15), 5);
  EXPECT_EQ(io::code_bits_for(32766), 15);
}

constexpr std::uint64_t canary = 0x5AFE5AFE5AFE5AFE;

template <class T>
void check_round_trip(hop_count k, vertex_id n) {
  const int bits = io::code_bits_for(k);
  std::vector<T> distances(n);
  std::uint64_t count = 0;
  for (vertex_id v = 0; v < n; ++v) {
    const auto code = bounded(random_bits(static_cast<std::uint64_t>(k), v),
                              std::min<std::uint64_t>(static_cast<std::uint64_t>(k), std::numeric_limits<T>::max()) + 2);
    distances[v] =
        static_cast<T>(code > static_cast<std::uint64_t>(k) || code > std::numeric_limits<T>::max() ? -1 : static_cast<int>(code));
    count += distances[v] >= 0;
  }
  for (const io::reach_form form : {io::reach_form::dense, io::reach_form::sparse}) {
    const std::uint64_t words = io::row_words(form, n, count, bits);
    std::vector<std::uint64_t> row(words + 1, canary);
    pack_row(distances.data(), n, count, form, k, bits, row.data());
    ASSERT_EQ(row[words], canary);
    row.resize(words);
    row.shrink_to_fit();  // so that a sanitizer detects reads past the end
    for (vertex_id v = 0; v < n; ++v) {
      const auto code = static_cast<hop_count>(look_up(row.data(), form, count, v, k, bits));
      ASSERT_EQ(code > k ? -1 : code, distances[v]) << "k " << k << ", vertex " << v << " of " << n;
    }
  }
}

TEST(reach_codes, unpack_to_what_was_packed) {
  for (const hop_count k : {0, 1, 2, 3, 6, 7, 30, 62, 100, 126, 127, 254, 255, 1000, 32766}) {
    for (const vertex_id n : {1u, 2u, 21u, 22u, 63u, 64u, 65u, 1000u}) {
      if (k <= 254) check_round_trip<std::int8_t>(k, n);
      check_round_trip<std::int16_t>(k, n);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(reach_codes, the_smaller_form_is_taken) {
  EXPECT_EQ(io::smaller_form(1000, 1, 3), io::reach_form::sparse);
  EXPECT_EQ(io::smaller_form(1000, 1000, 3), io::reach_form::dense);
  EXPECT_EQ(io::smaller_form(1, 1, 1), io::reach_form::dense);
  for (std::uint64_t count = 1; count <= 1000; ++count) {
    const io::reach_form other =
        io::smaller_form(1000, count, 3) == io::reach_form::dense ? io::reach_form::sparse : io::reach_form::dense;
    ASSERT_LE(io::row_words(io::smaller_form(1000, count, 3), 1000, count, 3), io::row_words(other, 1000, count, 3));
  }
}

}  // namespace
}  // namespace fathom
