// Runs GoogleTest with the threads of one process as ranks: FATHOM_TEST_RANKS of them (default 3). Each test runs once on every
// thread, with a test object of its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>

#include "all_ranks.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "tested_device.hpp"

namespace fathom::test {

communicator*& all_ranks() {
  thread_local communicator* ranks = nullptr;
  return ranks;
}

namespace {

// GoogleTest has no public way to run a test on several objects. An explicit instantiation may name private members.
template <auto Factory, auto Set_up, auto Body, auto Tear_down>
struct private_members {
  friend auto factory_of(testing::TestInfo& one) { return &(one.*Factory); }
  friend void set_up(testing::Test& one) { (one.*Set_up)(); }
  friend void run_body(testing::Test& one) { (one.*Body)(); }
  friend void tear_down(testing::Test& one) { (one.*Tear_down)(); }
};
auto factory_of(testing::TestInfo& one);
void set_up(testing::Test& one);
void run_body(testing::Test& one);
void tear_down(testing::Test& one);
template struct private_members<&testing::TestInfo::factory_, &testing::Test::SetUp, &testing::Test::TestBody,
                                &testing::Test::TearDown>;

class test_on_threads final : public testing::Test {
 public:
  test_on_threads(rank_threads& threads, testing::internal::TestFactoryBase& factory) : threads_(threads), factory_(factory) {}

 private:
  void TestBody() override {
    std::mutex one_at_a_time;  // a factory sets the parameter of all objects, and a test's destructor restores flags
    threads_.run([&](communicator& ranks) {
      all_ranks() = &ranks;
      std::unique_ptr<testing::Test> mine;
      {
        const std::lock_guard lock(one_at_a_time);
        mine.reset(factory_.CreateTest());
      }
      set_up(*mine);
      if (goes_on(ranks)) run_body(*mine);
      tear_down(*mine);
      {
        const std::lock_guard lock(one_at_a_time);
        mine.reset();
      }
      ranks.barrier();
    });
  }

  // Whether every thread has been set up without a failure and without a skip. GoogleTest reads the results that decide it without
  // the lock that it writes them under, so no thread may add one meanwhile.
  static bool goes_on(communicator& ranks) {
    ranks.barrier();
    const bool all_set_up = !IsSkipped() && !HasFatalFailure();
    ranks.barrier();
    return all_set_up;
  }

  rank_threads& threads_;
  testing::internal::TestFactoryBase& factory_;
};

class factory_on_threads final : public testing::internal::TestFactoryBase {
 public:
  factory_on_threads(rank_threads& threads, testing::internal::TestFactoryBase* inner) : threads_(threads), inner_(inner) {}
  testing::Test* CreateTest() override { return new test_on_threads(threads_, *inner_); }

 private:
  rank_threads& threads_;
  std::unique_ptr<testing::internal::TestFactoryBase> inner_;
};

void run_all_on(rank_threads& threads) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    for (int t = 0; t < all.GetTestSuite(s)->total_test_count(); ++t) {
      auto& info = const_cast<testing::TestInfo&>(*all.GetTestSuite(s)->GetTestInfo(t));
      auto& factory = const_cast<testing::internal::TestFactoryBase*&>(*factory_of(info));
      factory = new factory_on_threads(threads, factory);
    }
  }
}

}  // namespace
}  // namespace fathom::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const std::string why = fathom::test::why_no_tested_device(); !why.empty()) {
    std::cout << "skipped: " << why << '\n';
    return fathom::test::exit_skipped;
  }
  const char* const given = std::getenv("FATHOM_TEST_RANKS");
  fathom::rank_threads threads(given ? std::atoi(given) : 3);
  fathom::test::run_all_on(threads);
  return RUN_ALL_TESTS();
}
