// Operations that are launched again.
#include <gtest/gtest.h>

#include "gpu/recorded_operations.hpp"
#include "tested_device.hpp"

namespace fathom::cuda {
namespace {

class recorded : public testing::Test {
 protected:
  const current_device here_{test::tested_device().index};
};

TEST_F(recorded, operations_run_at_each_launch) {
  const stream s;
  const buffer<int> places(2, s);
  const auto enqueue = [&] {
    check(cudaMemsetAsync(places.data(), 1, places.bytes(), s.get()), "setting");
    check(cudaMemsetAsync(places.data() + 1, 0, sizeof(int), s.get()), "clearing");
  };
  enqueue();
  const recorded_operations again(s, enqueue);
  ASSERT_TRUE(again);
  for (int i = 0; i < 2; ++i) {
    check(cudaMemsetAsync(places.data(), 7, places.bytes(), s.get()), "setting");
    again.launch(s, "setting again");
    EXPECT_EQ(read_one(places.data(), s), 0x01010101);
    EXPECT_EQ(read_one(places.data() + 1, s), 0);
  }
}

TEST_F(recorded, operations_that_wait_are_not) {
  const stream s;
  const buffer<int> place(1, s);
  const recorded_operations none(s, [&] {
    check(cudaMemsetAsync(place.data(), 0, place.bytes(), s.get()), "clearing");
    s.wait("clearing");
  });
  EXPECT_FALSE(none);
  EXPECT_FALSE(recorded_operations());
  check(cudaMemsetAsync(place.data(), 0, place.bytes(), s.get()), "clearing");  // the stream works as before
  EXPECT_EQ(read_one(place.data(), s), 0);
}

}  // namespace
}  // namespace fathom::cuda
