// Capabilities of made-up GPUs, limited to those of an older architecture.
#include "gpu/capabilities.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom::cuda {
namespace {

constexpr device_capabilities hopper{90, 227 * 1024, 2048, 132, true, true};

// Sets FATHOM_GPU_LIMIT for the life of the object.
struct with_limit {
  explicit with_limit(const char* value) { setenv("FATHOM_GPU_LIMIT", value, 1); }
  ~with_limit() { unsetenv("FATHOM_GPU_LIMIT"); }
};

TEST(capabilities, remain_without_a_limit) {
  const device_capabilities same = limited(hopper, "");
  EXPECT_EQ(same.compute_capability, 90);
  EXPECT_EQ(same.shared_memory_per_block, 227u * 1024);
  EXPECT_EQ(same.threads_per_multiprocessor, 2048u);
  EXPECT_TRUE(same.clusters && same.cooperative_launch);
}

TEST(capabilities, are_those_of_a_turing_gpu_under_its_limit) {
  const device_capabilities turing = limited(hopper, "sm_75");
  EXPECT_EQ(turing.compute_capability, 75);
  EXPECT_EQ(turing.shared_memory_per_block, 64u * 1024);
  EXPECT_EQ(turing.threads_per_multiprocessor, 1024u);
  EXPECT_EQ(turing.multiprocessors, 132u);
  EXPECT_TRUE(turing.cooperative_launch);
  EXPECT_FALSE(turing.clusters);
}

TEST(capabilities, have_the_shared_memory_of_each_architecture) {
  const auto kib_of = [](const char* name) { return limited(hopper, name).shared_memory_per_block / 1024; };
  EXPECT_EQ(kib_of("sm_80"), 163u);
  EXPECT_EQ(kib_of("sm_86"), 99u);
  EXPECT_EQ(kib_of("sm_89"), 99u);
  EXPECT_EQ(kib_of("sm_90"), 227u);
  EXPECT_EQ(kib_of("sm_100"), 227u);
  EXPECT_EQ(kib_of("sm_120"), 99u);
}

TEST(capabilities, are_never_raised_by_a_limit) {
  const device_capabilities turing = limited({75, 64 * 1024, 1024, 40, true, false}, "sm_120");
  EXPECT_EQ(turing.compute_capability, 75);
  EXPECT_EQ(turing.shared_memory_per_block, 64u * 1024);
  EXPECT_FALSE(turing.clusters);
}

TEST(gpu_limit, is_the_value_of_the_environment) {
  EXPECT_EQ(gpu_limit(), "");
  const with_limit set("sm_86");
  EXPECT_EQ(gpu_limit(), "sm_86");
}

TEST(gpu_limit, is_an_error_if_unknown_even_on_the_cpu) {
  const std::string message =
      "FATHOM_GPU_LIMIT is 'sm_70'; use one of sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, or unset it";
  const with_limit set("sm_70");
  EXPECT_EQ(test::expect_error(error_category::usage, [] { static_cast<void>(gpu_limit()); }), message);
  EXPECT_EQ(test::expect_error(error_category::usage, [] { static_cast<void>(choose_device("cpu")); }), message);
}

}  // namespace
}  // namespace fathom::cuda
