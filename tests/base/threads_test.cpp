// Thread teams and the number of available threads.
#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "base/spin_barrier.hpp"
#include "base/thread_team.hpp"
#include "fathom/control.hpp"
#include "sanitized.hpp"

namespace fathom {
namespace {

// Runs `work` in a child process; returns its exit code, or 128 plus the number of the signal that ended it.
template <class F>
int in_child(F&& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int threads_of_a_region(int wanted) {
  int threads = 0;
#pragma omp parallel num_threads(wanted)
#pragma omp single
  threads = omp_get_num_threads();
  return threads;
}

TEST(thread_teams, each_thread_is_called_once) {
  for (int size : {1, 2, 4, 3, 4, 1, 2}) {
    std::vector<std::atomic<int>> calls(4);
    std::atomic<int> team{0};
    run_team(size, [&](int thread, int threads) {
      ++calls[static_cast<std::size_t>(thread)];
      team = threads;
    });
    ASSERT_GE(team, 1);
    ASSERT_LE(team, size);
    for (int thread = 0; thread < 4; ++thread) EXPECT_EQ(calls[static_cast<std::size_t>(thread)], thread < team ? 1 : 0);
  }
}

TEST(thread_teams, threads_wait_at_a_barrier) {
  spin_barrier barrier(4);
  std::atomic<int> arrived{0};
  std::atomic<bool> early{false};
  int rounds = 0;
  run_team(4, [&](int, int threads) {
    for (int round = 1; round <= 200; ++round) {
      ++arrived;
      barrier.arrive_and_wait(threads, [&] { ++rounds; });
      if (arrived < round * threads) early = true;
      barrier.arrive_and_wait(threads, [] {});
    }
  });
  EXPECT_EQ(rounds, 200);
  EXPECT_FALSE(early);
}

TEST(thread_teams, a_team_within_a_team_is_one_thread) {
  std::atomic<int> most{0};
  run_team(2, [&](int, int) {
    run_team(2, [&](int, int threads) {
      if (threads > most) most = threads;
    });
  });
  EXPECT_EQ(most, 1);
}

TEST(thread_teams, an_exception_reaches_the_caller) {
  EXPECT_THROW(run_team(3,
                        [](int thread, int) {
                          if (thread == 0) throw std::runtime_error("no");
                        }),
               std::runtime_error);
  std::atomic<int> calls{0};
  run_team(3, [&](int, int) { ++calls; });
  EXPECT_GE(calls, 1);
}

TEST(thread_teams, chunks_are_assigned_once) {
  std::vector<std::atomic<int>> taken(1000);
  chunk_cursor cursor;
  run_team(3, [&](int, int) {
    cursor.for_chunks(taken.size(), 7, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) ++taken[i];
    });
  });
  for (const std::atomic<int>& one : taken) EXPECT_EQ(one, 1);
}

TEST(thread_counts, a_request_for_too_many_is_cut) {
  run_control control;
  control.threads = 1'000'000;
  const int threads = thread_count(control);
  EXPECT_GE(threads, 1);
  EXPECT_LE(threads, 1024);
}

TEST(thread_counts, address_space_limits_them) {
  if (test::sanitized) GTEST_SKIP() << "sanitizers need address space and threads of their own";
  EXPECT_EQ(in_child([] {
              const rlim_t bytes = rlim_t{1} << 30;
              const rlimit limit{bytes, bytes};
              if (::setrlimit(RLIMIT_AS, &limit) != 0) return 77;
              run_control control;
              control.threads = 1000;
              const int threads = thread_count(control);
              return threads >= 1 && threads < 1000 && threads_of_a_region(threads) >= 1 ? 0 : 1;
            }),
            0);
}

// OpenMP would wait for threads that do not exist in the forked child.
// Another library's OpenMP threads do not survive a fork, either. Runs in a process that has not used threads of this library.
TEST(thread_counts, a_process_forked_from_one_with_threads_of_others_has_one) {
  if (test::sanitized) GTEST_SKIP() << "sanitizers need address space and threads of their own";
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";  // starts the program anew
  EXPECT_EXIT(
      {
        if (threads_of_a_region(2) != 2) ::_exit(2);
        ::_exit(in_child([] {
          run_control control;
          control.threads = 2;
          const int threads = thread_count(control);
          return threads == 1 && threads_of_a_region(threads) == 1 ? 0 : 1;
        }));
      },
      testing::ExitedWithCode(0), "");
}

TEST(thread_counts, a_forked_process_has_one) {
  if (test::sanitized) GTEST_SKIP() << "sanitizers need address space and threads of their own";
  run_control control;
  control.threads = 2;
  ASSERT_EQ(thread_count(control), 2);
  ASSERT_EQ(threads_of_a_region(2), 2);
  run_team(2, [](int, int) {});
  EXPECT_EQ(in_child([&] {
              int team = 0;
              run_team(2, [&](int, int threads) { team = threads; });
              return thread_count(control) == 1 && threads_of_a_region(2) == 1 && team == 1 ? 0 : 1;
            }),
            0);
  EXPECT_EQ(thread_count(control), 2);
}

}  // namespace
}  // namespace fathom
