// Kernels launched again with other arguments.
#include <gtest/gtest.h>

#include <utility>

#include "gpu/recorded_operations.hpp"
#include "tested_device.hpp"

namespace fathom::cuda {
namespace {

__global__ void put(int* to, int value) { *to = value; }

class recorded : public testing::Test {
 protected:
  const current_device here_{test::tested_device().index};
};

TEST_F(recorded, kernels_get_other_arguments) {
  const stream s;
  const buffer<int> places(2, s);
  int* to = places.data() + 1;
  int value = 1, launches = 0;
  void* arguments[] = {&to, &value};
  const auto launch = [&] {
    ++launches;
    check(cudaLaunchKernel(put, dim3(1), dim3(1), arguments, 0, s.get()), "writing");
  };
  launch();
  recorded_operations again(s, launch);
  ASSERT_TRUE(again);
  EXPECT_EQ(launches, 2);
  for (value = 2; value < 6; ++value) {
    to = places.data() + value % 2;
    again.set_arguments(arguments, "writing");
    again.launch(s, "writing");
    EXPECT_EQ(read_one(to, s), value);
    EXPECT_EQ(read_one(places.data() + 1 - value % 2, s), value - 1);
    again = recorded_operations(std::move(again));
  }
  EXPECT_EQ(launches, 2);
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
