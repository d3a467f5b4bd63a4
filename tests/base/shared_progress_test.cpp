// Progress shared by threads: which calls are made, when, and how exceptions of the listener propagate.
#include "base/shared_progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/layout.hpp"

namespace fathom::test {
namespace {

constexpr auto longer_than_the_interval = std::chrono::milliseconds(30);

TEST(shared_progress, reaches_only_the_calling_thread_and_rises) {
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::uint64_t> told;
  run_control control;
  control.on_progress = [&](const progress& now) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(now.stage, "building");
    EXPECT_EQ(now.total, 1000u);
    told.push_back(now.done);
  };
  shared_progress shared(control, "building", 8, 1000);
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 4; ++i) {
    std::this_thread::sleep_for(longer_than_the_interval);
    shared.add(1);
  }
  shared.finish();
  ASSERT_GE(told.size(), 2u);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LE(told.back(), 1000u);
  EXPECT_GE(told.front(), 125u);
}

TEST(shared_progress, keeps_what_the_listener_throws) {
  run_control control;
  control.on_progress = [](const progress&) { throw std::runtime_error("enough"); };
  shared_progress shared(control, "building", 2, 2);
  std::this_thread::sleep_for(longer_than_the_interval);
#pragma omp parallel num_threads(2)
  shared.add(1);
  EXPECT_TRUE(shared.stop_requested());
  EXPECT_THROW(shared.finish(), std::runtime_error);
}

TEST(shared_progress, ends_with_cancelled_where_the_caller_stops) {
  std::stop_source source;
  run_control control;
  control.stop = source.get_token();
  shared_progress shared(control, "building", 2, 2);
  EXPECT_FALSE(shared.stop_requested());
  EXPECT_NO_THROW(shared.finish());
  source.request_stop();
  EXPECT_TRUE(shared.stop_requested());
  EXPECT_THROW(shared.finish(), error);
}

// Long stages report intermediate progress, not only their beginning and end.
TEST(shared_progress, is_there_while_a_graph_is_built_and_prepared) {
  std::string stage;
  std::uint64_t last = 0;
  std::map<std::string, int> between;
  run_control control;
  control.threads = 1;  // about ten milliseconds per stage
  control.on_progress = [&](const progress& now) {
    if (now.stage != stage) stage = now.stage, last = 0;
    EXPECT_GE(now.done, last);
    EXPECT_LE(now.done, now.total);
    between[stage] += now.done > 0 && now.done < now.total;
    last = now.done;
  };
  build_options options;
  options.control = control;
  const graph g = build(generate("kron:17:16", {}), options).g;
  static_cast<void>(prepare(g, {vertex_order::degree, device{}, control}));
  EXPECT_GE(between["building"], 1);
  EXPECT_GE(between["preparing"], 1);
}

}  // namespace
}  // namespace fathom::test
