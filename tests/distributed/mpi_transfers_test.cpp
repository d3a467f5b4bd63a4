// Transfers in which only MPI touches the bytes, and the processors of each process.
#include "comm/mpi_transfers.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "all_ranks.hpp"
#include "comm/process_threads.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

communicator& all() { return *test::all_ranks(); }

TEST(by_mpi, gathers_in_place) {
  const auto size = static_cast<std::size_t>(all().size()), me = static_cast<std::size_t>(all().rank());
  // The last exceeds one internal piece.
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{777}, (std::size_t{16} << 20) + 5}) {
    if (bytes > 1000 && size > 3) continue;
    std::vector<std::byte> values(bytes * size, std::byte{99});
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(me * bytes), bytes, static_cast<std::byte>(me));
    gather_by_mpi(all(), values.data(), bytes);
    for (std::size_t r = 0; r < size; ++r) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(r * bytes);
      const auto count = static_cast<std::ptrdiff_t>(bytes);
      EXPECT_EQ(std::count(first, first + count, static_cast<std::byte>(r)), count) << r;
    }
  }
}

// Process a sends (a + 2 b) % 4 units to process b, also to itself; none where that is 0.
TEST(by_mpi, sends_to_each_process_and_to_itself) {
  const int size = all().size(), me = all().rank();
  for (const std::uint64_t unit : {std::uint64_t{3}, (std::uint64_t{16} << 20) / 2}) {
    if (unit > 3 && size > 3) continue;
    const auto bytes = [&](int from, int to) { return unit * static_cast<std::uint64_t>((from + 2 * to) % 4); };
    const auto value = [](int from, int to) { return static_cast<std::byte>(10 * from + to); };
    std::vector<std::uint64_t> mine, theirs;
    std::vector<std::byte> sent, expected;
    for (int other = 0; other < size; ++other) {
      mine.push_back(bytes(me, other)), theirs.push_back(bytes(other, me));
      sent.insert(sent.end(), mine.back(), value(me, other));
      expected.insert(expected.end(), theirs.back(), value(other, me));
    }
    std::vector<std::byte> received(expected.size(), std::byte{99});
    send_by_mpi(all(), sent.data(), mine, received.data(), theirs);
    EXPECT_TRUE(received == expected) << unit;
  }
}

TEST(by_mpi, needs_a_communicator_over_mpi) {
  EXPECT_TRUE(uses_mpi(all()));
  const auto one = single_process_communicator();
  EXPECT_FALSE(uses_mpi(*one));
  EXPECT_FALSE(why_no_cuda_mpi(*one).empty());
  std::byte byte{};
  EXPECT_THROW(gather_by_mpi(*one, &byte, 1), error);
}

TEST(processors, are_divided_among_the_processes_that_may_use_them) {
  processor_counts own{}, users{};
  for (const int i : {0, 1, 2, 3}) own[static_cast<std::size_t>(i)] = 1;
  users = own;
  EXPECT_EQ(shared_processors(own, users), 4);  // bound to processors of its own
  for (const int i : {4, 5, 6, 7}) users[static_cast<std::size_t>(i)] = 3;
  EXPECT_EQ(shared_processors(own, users), 4);  // three more processes on others
  for (const int i : {0, 1, 2, 3}) users[static_cast<std::size_t>(i)] = 2;
  EXPECT_EQ(shared_processors(own, users), 2);
  users[0] = users[1] = 1;
  EXPECT_EQ(shared_processors(own, users), 3);  // two alone and two shared
  for (const int i : {0, 1, 2, 3}) users[static_cast<std::size_t>(i)] = 100;
  EXPECT_EQ(shared_processors(own, users), 1);
  for (const int i : {0, 1, 2, 3}) users[static_cast<std::size_t>(i)] = 3;
  own[3] = 0;
  EXPECT_EQ(shared_processors(own, users), 1);  // three thirds
}

TEST(processors, of_this_process_are_those_of_its_affinity_mask) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
  const processor_counts own = own_processors();
  EXPECT_EQ(std::accumulate(own.begin(), own.end(), 0), CPU_COUNT(&allowed));
}

// The tests' processes are not bound, so all share the same processors; a part of them has no more than the whole.
TEST(processors, are_shared_by_unbound_processes) {
  EXPECT_EQ(all().processors(), std::max(1, omp_get_num_procs() / all().ranks_on_host()));
  const auto pair = all().split(all().rank() / 2, all().rank());
  EXPECT_EQ(pair->processors(), all().processors());
}

TEST(processors, give_the_number_of_threads_unless_it_is_chosen) {
  run_control control;
  control.threads = 3;
  EXPECT_EQ(with_threads(all(), control).threads, 3);
  control.threads = 0;
  const int before = omp_get_max_threads();
  omp_set_num_threads(omp_get_num_procs() + 1);
  EXPECT_EQ(with_threads(all(), control).threads, thread_count({}));
  omp_set_num_threads(omp_get_num_procs());
  EXPECT_EQ(with_threads(all(), control).threads, all().processors());
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace fathom
