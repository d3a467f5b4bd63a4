// Communicator calls and their results on every process.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>

#include "all_ranks.hpp"
#include "comm/agreement.hpp"
#include "comm/exchange.hpp"

namespace fathom {
namespace {

communicator& ranks() { return *test::all_ranks(); }

template <class T>
class reductions : public testing::Test {};
using whole_numbers = testing::Types<std::uint64_t, std::uint32_t, std::int32_t, std::int16_t, std::int8_t>;
TYPED_TEST_SUITE(reductions, whole_numbers);

TYPED_TEST(reductions, take_every_entry_of_every_rank) {
  const auto p = static_cast<TypeParam>(ranks().size());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    std::vector<TypeParam> sums(size), largest(size);
    for (std::size_t i = 0; i < size; ++i) {
      sums[i] = static_cast<TypeParam>(i % 10);
      largest[i] = static_cast<TypeParam>(static_cast<int>(i) % ranks().size() == ranks().rank() ? 7 : 1);
    }
    ranks().all_reduce(reduction::sum, sums);
    ranks().all_reduce(reduction::max, largest);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(sums[i], static_cast<TypeParam>(i % 10 * static_cast<std::size_t>(p)));
      EXPECT_EQ(largest[i], 7);
    }
  }
}

// The largest number of each type, such as no_vertex, is -1 to a library that compares as if numbers were signed.
TYPED_TEST(reductions, take_the_largest_number_of_the_type) {
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  for (const std::size_t size : {std::size_t{1}, std::size_t{9000}}) {
    std::vector<TypeParam> largest(size);
    for (std::size_t i = 0; i < size; ++i) {
      const bool mine = static_cast<int>(i) % ranks().size() == ranks().rank();
      largest[i] = mine ? static_cast<TypeParam>(most - static_cast<TypeParam>(i % 100)) : TypeParam{5};
    }
    ranks().all_reduce(reduction::max, largest);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < size; ++i) wrong += largest[i] != static_cast<TypeParam>(most - static_cast<TypeParam>(i % 100));
    EXPECT_EQ(wrong, 0u) << size;
  }
}

// Unreached vertices are -1: smaller than all others in every integer width.
TEST(reduction, of_negative_numbers) {
  std::vector<std::int8_t> narrow(3, ranks().rank() == 0 ? std::int8_t{-1} : std::int8_t{-5});
  std::vector<std::int32_t> wide(3, ranks().rank() == 0 ? -1 : -5);
  ranks().all_reduce(reduction::max, narrow);
  ranks().all_reduce(reduction::max, wide);
  EXPECT_EQ(narrow[2], -1);
  EXPECT_EQ(wide[2], -1);
}

// More than one internal chunk.
TEST(reduction, continues_after_the_first_chunk) {
  std::vector<std::uint64_t> values((std::size_t{5} << 20) / 2 + 3);
  std::iota(values.begin(), values.end(), std::uint64_t{0});
  ranks().all_reduce(reduction::sum, values);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) wrong += values[i] != i * static_cast<std::uint64_t>(ranks().size());
  EXPECT_EQ(wrong, 0u);
}

TEST(broadcast, comes_from_the_root) {
  for (int root = 0; root < ranks().size(); ++root) {
    // The last root broadcasts more than one internal chunk.
    const std::size_t size = root + 1 < ranks().size() ? 1000 : (std::size_t{17} << 20) / 4;
    std::vector<std::uint32_t> values(size, static_cast<std::uint32_t>(ranks().rank()));
    ranks().broadcast(std::as_writable_bytes(std::span(values)), root);
    EXPECT_EQ(std::count(values.begin(), values.end(), static_cast<std::uint32_t>(root)),
              static_cast<std::ptrdiff_t>(values.size()));
  }
}

TEST(all_gather, keeps_lengths_and_order) {
  const std::vector<std::byte> mine(static_cast<std::size_t>(ranks().rank()) * 5, static_cast<std::byte>(ranks().rank()));
  const auto all = ranks().all_gather(mine);
  ASSERT_EQ(static_cast<int>(all.size()), ranks().size());
  for (std::size_t r = 0; r < all.size(); ++r) EXPECT_EQ(all[r], std::vector<std::byte>(r * 5, static_cast<std::byte>(r)));
}

TEST(all_gather, fills_one_array_of_known_sizes) {
  // All units but the first exceed one internal chunk.
  for (const std::uint64_t unit : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{7} << 20}) {
    std::vector<std::uint64_t> sizes;
    for (int r = 0; r < ranks().size(); ++r) sizes.push_back(unit * static_cast<std::uint64_t>(r % 3));
    const auto me = static_cast<std::size_t>(ranks().rank());
    const std::vector<std::byte> mine(sizes[me], static_cast<std::byte>(me));
    std::vector<std::byte> all(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}), std::byte{99});
    ranks().all_gather(mine, sizes, all);
    auto at = all.begin();
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      const auto end = at + static_cast<std::ptrdiff_t>(sizes[r]);
      EXPECT_EQ(std::count(at, end, static_cast<std::byte>(r)), end - at);
      at = end;
    }
  }
}

// Process a sends a + 2 b values, specific to the pair, to process b; once, in the middle, more than one internal chunk.
TEST(all_to_all, brings_each_what_is_meant_for_it) {
  const auto size = static_cast<std::uint64_t>(ranks().size()), me = static_cast<std::uint64_t>(ranks().rank());
  for (const std::uint64_t unit : {1, 400'000}) {
    if (unit > 1 && size > 3) continue;
    std::vector<std::uint64_t> counts, values;
    for (std::uint64_t to = 0; to < size; ++to) {
      counts.push_back(unit * (me + 2 * to));
      values.insert(values.end(), counts.back(), 100 * me + to);
    }
    const exchanged<std::uint64_t> got = exchange<std::uint64_t>(ranks(), values, counts);
    std::size_t at = 0;
    for (std::uint64_t from = 0; from < size; ++from) {
      ASSERT_EQ(got.counts[from], unit * (from + 2 * me));
      const auto* const first = got.values.begin() + at;
      EXPECT_EQ(std::count(first, first + got.counts[from], 100 * from + me), static_cast<std::ptrdiff_t>(got.counts[from]));
      at += got.counts[from];
    }
    EXPECT_EQ(at, got.values.size());
  }
}

// All lengths up to the maximum, several messages per pair, repeated while other processes may be a round ahead.
TEST(posted_messages, arrive_with_their_sizes_while_others_are_sent) {
  constexpr int count = 3;
  for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{40}, std::uint64_t{1} << 20}) {
    const int size = ranks().size(), me = ranks().rank();
    const auto length = [&](int from, int to, int number) {
      return most * static_cast<std::uint64_t>((from + to + number) % 5) / 4;
    };
    std::vector<std::byte> room(static_cast<std::size_t>(size) * count * most);
    std::vector<std::vector<std::byte>> sent;
    const auto messages = ranks().post_receives(count, most, room);
    for (int number = count - 1; number >= 0; --number) {
      for (int to = 0; to < size; ++to) {
        if (to == me) continue;
        sent.emplace_back(length(me, to, number), static_cast<std::byte>(16 * me + number));
        messages->send(to, number, sent.back());
      }
    }
    messages->wait();
    for (int from = 0; from < size; ++from) {
      for (int number = 0; from != me && number < count; ++number) {
        const std::span<const std::byte> got = messages->from(from, number);
        ASSERT_EQ(got.size(), length(from, me, number));
        EXPECT_EQ(std::count(got.begin(), got.end(), static_cast<std::byte>(16 * from + number)),
                  static_cast<std::ptrdiff_t>(got.size()));
      }
    }
  }
}

TEST(prefix_or, has_the_bits_of_those_before) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, (std::size_t{17} << 20) / 8}) {
    std::vector<std::uint64_t> words(size, std::uint64_t{1} << ranks().rank());
    ranks().prefix_or(words);
    const std::uint64_t before = (std::uint64_t{1} << ranks().rank()) - 1;
    EXPECT_EQ(std::count(words.begin(), words.end(), before), static_cast<std::ptrdiff_t>(size));
  }
}

TEST(split, makes_communicators_of_their_own) {
  // Even and odd ranks, each in descending order.
  const auto part = ranks().split(ranks().rank() % 2, -ranks().rank());
  const int even = (ranks().size() + 1) / 2, odd = ranks().size() / 2;
  ASSERT_EQ(part->size(), ranks().rank() % 2 == 0 ? even : odd);
  EXPECT_EQ(part->rank(), part->size() - 1 - ranks().rank() / 2);
  std::uint64_t sum = 1;
  part->all_reduce(reduction::sum, std::span(&sum, 1));
  EXPECT_EQ(sum, static_cast<std::uint64_t>(part->size()));
}

// More communicators than there are tags at a time, several of them with the same first rank.
TEST(split, gives_each_communicator_a_number_of_its_own) {
  for (int repeat = 0; repeat < 400; ++repeat) {
    const auto parity = ranks().split(ranks().rank() % 2, ranks().rank());
    const auto half = ranks().split(ranks().rank() * 2 / ranks().size(), ranks().rank());
    const auto all = half->split(0, half->rank());
    ASSERT_LT(parity->fetch_add(1), static_cast<std::uint64_t>(parity->size()));
    ASSERT_LT(half->fetch_add(2), 2 * static_cast<std::uint64_t>(half->size()));
    ranks().barrier();
    ASSERT_EQ(parity->fetch_add(0), static_cast<std::uint64_t>(parity->size()));
    ASSERT_EQ(half->fetch_add(0), 2 * static_cast<std::uint64_t>(half->size()));
    ASSERT_EQ(all->fetch_add(0), 0u);
  }
}

TEST(split, refuses_more_communicators_than_it_has_numbers_for) {
  if (ranks().in_one_process()) GTEST_SKIP() << "only MPI has a limit";
  std::vector<std::unique_ptr<communicator>> parts;
  try {
    while (parts.size() < 2000) parts.push_back(ranks().split(0, ranks().rank()));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const error& e) {
    EXPECT_EQ(e.category(), error_category::usage);
    EXPECT_GE(parts.size(), 1000u);
    EXPECT_NE(std::string_view(e.what()).find("process 0 is already first in 1024 communicators"), std::string_view::npos)
        << e.what();
  }
  parts.clear();
  EXPECT_EQ(ranks().split(0, ranks().rank())->size(), ranks().size());
}

TEST(shared_queues, hand_out_each_item_once) {
  for (const std::uint64_t size : {0, 1, 5, 3000}) {
    shared_queue queue(ranks(), size);
    std::vector<std::uint32_t> seen(size);
    std::uint64_t item = 0, before = 0;
    bool rising = true;
    while (queue.next(item)) {
      rising = rising && (item >= before);
      before = item;
      if (item < size) ++seen[item];
    }
    ranks().all_reduce(reduction::sum, seen);
    EXPECT_TRUE(rising);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1u), static_cast<std::ptrdiff_t>(size));
  }
}

TEST(shared_queues, stop_for_all) {
  shared_queue queue(ranks(), 1'000'000'000'000);
  std::uint64_t item = 0;
  if (ranks().rank() == ranks().size() - 1) queue.stop();
  while (queue.next(item)) continue;
  SUCCEED();  // all processes have finished
}

TEST(agreement, an_error_of_one_is_one_of_all) {
  const int last = ranks().size() - 1;
  for (int round = 0; round < 3; ++round) {
    try {
      on_all_processes(ranks(), [&] {
        if (ranks().rank() == last) throw error(error_category::input, "this file is bad");
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const error& e) {
      EXPECT_EQ(e.category(), error_category::input);
      EXPECT_EQ(std::string(e.what()), last == 0 ? "this file is bad" : "rank " + std::to_string(last) + ": this file is bad");
    }
  }
}

TEST(agreement, a_common_message_has_no_process_number) {
  try {
    on_all_processes(ranks(), [] { throw std::bad_alloc(); });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const rank_error& e) {
    EXPECT_EQ(std::string(e.what()), "out of memory");
    EXPECT_EQ(e.category(), error_category::memory);
  } catch (const std::bad_alloc&) {
    EXPECT_EQ(ranks().size(), 1);  // with one process, an exception keeps its type
  }
}

TEST(agreement, names_the_first_argument_that_differs) {
  const auto mine = static_cast<std::uint64_t>(ranks().rank() == ranks().size() - 1);
  const argument arguments[] = {{"a", 5}, {"b", mine}, {"c", mine}};
  try {
    require_same(ranks(), arguments);
    EXPECT_EQ(ranks().size(), 1);
  } catch (const rank_error& e) {
    EXPECT_EQ(e.category(), error_category::usage);
    EXPECT_EQ(e.rank(), ranks().size() - 1);
    EXPECT_NE(std::string(e.what()).find("disagree on the b;"), std::string::npos) << e.what();
  }
  EXPECT_EQ(smallest(ranks(), 100 + static_cast<std::uint64_t>(ranks().rank())), 100u);
}

TEST(hosts, are_shared_by_all_ranks_here) { EXPECT_EQ(ranks().ranks_on_host(), ranks().size()); }

}  // namespace
}  // namespace fathom
