// Threads of one process as ranks: failures on one thread, reuse, and devices.
#include "fathom/distributed/rank_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "comm/agreement.hpp"
#include "comm/exchange.hpp"
#include "fathom/distributed/over_devices.hpp"

namespace fathom {
namespace {

// The message of the exception that leaves run().
std::string failure_of(rank_threads& threads, const std::function<void(communicator&)>& work) {
  try {
    threads.run(work);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

TEST(rank_threads, run_on_all_threads_and_again) {
  rank_threads threads(4);
  const std::thread::id caller = std::this_thread::get_id();
  for (int again = 0; again < 3; ++again) {
    std::atomic<unsigned> seen{0};
    threads.run([&](communicator& ranks) {
      EXPECT_EQ(ranks.rank() == 0, std::this_thread::get_id() == caller);
      seen |= 1u << ranks.rank();
      EXPECT_EQ(sum_of(ranks, 10), 40u);
    });
    EXPECT_EQ(seen, 15u);
  }
}

// Longer than a thread spins.
TEST(rank_threads, sleep_while_they_wait) {
  rank_threads threads(3);
  std::atomic<int> passed{0};
  threads.run([&](communicator& ranks) {
    for (int slow = 0; slow < ranks.size(); ++slow) {
      if (ranks.rank() == slow) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ranks.barrier();
      ++passed;
      ranks.barrier();
      EXPECT_EQ(passed, 3 * (slow + 1));
    }
  });
}

TEST(rank_threads, an_exception_on_one_thread_ends_the_waits_of_all) {
  for (int failing = 0; failing < 3; ++failing) {
    rank_threads threads(3);
    std::atomic<int> ended{0};
    const auto began = std::chrono::steady_clock::now();
    EXPECT_THROW(threads.run([&](communicator& ranks) {
      const auto row = ranks.split(ranks.rank() == failing ? 0 : 1, ranks.rank());  // the others also wait among themselves
      if (ranks.rank() == failing) throw std::out_of_range("only here");
      try {
        for (;;) row->barrier();
      } catch (const error&) {
        ++ended;
        throw;
      }
    }),
                 std::out_of_range);
    EXPECT_EQ(ended, 2);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
    EXPECT_NE(failure_of(threads, [](communicator&) {}).find("make new rank_threads"), std::string::npos);
  }
}

TEST(rank_threads, a_shared_counter_ends_with_the_others) {
  rank_threads threads(2);
  EXPECT_EQ(failure_of(threads,
                       [](communicator& ranks) {
                         if (ranks.rank() == 1) throw error(error_category::input, "a bad file");
                         for (;;) static_cast<void>(ranks.fetch_add(1));
                       }),
            "a bad file");
}

TEST(rank_threads, an_error_of_all_leaves_them_usable) {
  rank_threads threads(3);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(failure_of(threads,
                         [](communicator& ranks) {
                           on_all_processes(ranks, [&] {
                             if (ranks.rank() == 2) throw error(error_category::input, "a bad file");
                           });
                         }),
              "rank 2: a bad file");
  }
  threads.run([](communicator& ranks) { EXPECT_EQ(sum_of(ranks, 1), 3u); });
}

TEST(rank_threads, a_thread_that_returns_early_is_named) {
  rank_threads threads(3);
  EXPECT_NE(failure_of(threads,
                       [](communicator& ranks) {
                         if (ranks.rank() != 1) ranks.barrier();
                       })
                .find("thread 1 returned while another waits"),
            std::string::npos);
}

TEST(rank_threads, have_the_devices_of_the_list) {
  const device first{device_kind::cuda, 3}, second{device_kind::cuda, 1};
  rank_threads threads({first, second, first});
  ASSERT_EQ(threads.size(), 3);
  threads.run([&](communicator& ranks) {
    const device mine = ranks.rank() == 1 ? second : first;
    EXPECT_EQ(ranks.own_device(), mine);
    EXPECT_EQ(ranks.split(ranks.rank() % 2, -ranks.rank())->own_device(), mine);
  });
  rank_threads without(2);
  without.run([](communicator& ranks) { EXPECT_EQ(ranks.own_device(), std::nullopt); });
}

TEST(rank_threads, refuse_sizes_and_mixed_devices) {
  EXPECT_THROW(rank_threads(0), error);
  EXPECT_THROW(rank_threads(65), error);
  EXPECT_THROW(rank_threads(std::vector<device>{}), error);
  EXPECT_THROW(rank_threads(std::vector<device>{device{}, {device_kind::cuda, 0}}), error);
}

// The call on the first device has the caller's thread and its progress; CPU threads are divided.
TEST(over_devices, calls_once_per_device) {
  execution exec{.devices = {device{}, device{}, device{}}, .control = {.threads = 7}};
  exec.control.on_progress = [](const progress&) {};
  std::atomic<int> calls{0};
  const int found = over_devices(exec, [&](const execution& here) {
    ++calls;
    EXPECT_TRUE(here.devices.empty());
    EXPECT_EQ(here.ranks->size(), 3);
    EXPECT_EQ(here.control.threads, 2);
    EXPECT_EQ(static_cast<bool>(here.control.on_progress), here.ranks->rank() == 0);
    return 10 + here.ranks->rank();
  });
  EXPECT_EQ(found, 10);
  EXPECT_EQ(calls, 3);
}

TEST(over_devices, does_not_change_one_device_or_several_processes) {
  rank_threads threads(2);
  threads.run([](communicator& ranks) {
    const execution shared{.devices = {device{}, device{}}, .ranks = &ranks};
    EXPECT_EQ(over_devices(shared, [](const execution& here) { return here.devices.size(); }), 2u);
  });
  EXPECT_EQ(over_devices(execution{.devices = {device{}}}, [](const execution& here) { return here.ranks; }), nullptr);
}

TEST(over_devices, throws_the_failure_of_one) {
  const execution exec{.devices = {device{}, device{}}};
  const auto fails = [](const execution& here) -> int {
    if (here.ranks->rank() == 1) throw error(error_category::device, "the second is lost");
    here.ranks->barrier();
    return 0;
  };
  try {
    static_cast<void>(over_devices(exec, fails));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const error& e) {
    EXPECT_STREQ(e.what(), "the second is lost");
  }
  const execution absent{.devices = {{device_kind::cuda, 98}, {device_kind::cuda, 99}}};
  EXPECT_THROW(static_cast<void>(over_devices(absent, [](const execution&) { return 0; })), error);
}

}  // namespace
}  // namespace fathom
