// Operations and kernels that are launched again.
#include <gtest/gtest.h>

#include <utility>

#include "gpu/recorded_operations.hpp"
#include "gpu/repeated_kernel.hpp"
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
  int value = 1;
  void* arguments[] = {&to, &value};
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  const cudaLaunchConfig_t config{dim3(1), dim3(1), 0, s.get(), &cooperative, 1};
  repeated_kernel again(config, reinterpret_cast<const void*>(put), arguments);
  ASSERT_TRUE(again);
  again.launch(arguments, s, "writing");
  EXPECT_EQ(read_one(to, s), 1);
  for (value = 2; value < 6; ++value) {
    to = places.data() + value % 2;
    again.launch(arguments, s, "writing");
    EXPECT_EQ(read_one(to, s), value);
    EXPECT_EQ(read_one(places.data() + 1 - value % 2, s), value - 1);
    again = repeated_kernel(std::move(again));
  }
}

TEST_F(recorded, kernels_that_no_device_can_launch_are_not) {
  const stream s;
  int* to = nullptr;
  int value = 0;
  void* arguments[] = {&to, &value};
  const cudaLaunchConfig_t config{dim3(1), dim3(1u << 20), 0, s.get(), nullptr, 0};
  EXPECT_FALSE(repeated_kernel(config, reinterpret_cast<const void*>(put), arguments));
  EXPECT_FALSE(repeated_kernel());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

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
