// Hardware counters where there are none: on a CPU, and in a build without GPU support.
#include "gpu/hardware_counters.hpp"

#include <gtest/gtest.h>

#include "gpu/backend.hpp"

namespace fathom {
namespace {

TEST(hardware_counters, give_the_reason_where_there_are_none) {
  const std::string_view names[] = {"sm__inst_executed.sum", "no_such_metric"};
  const auto never = [] { FAIL() << "there is nothing to measure"; };
  const auto expect_reason = [&](device where, const std::string& why) {
    const std::vector<hardware_counter> read = read_hardware_counters(where, names, never);
    ASSERT_EQ(read.size(), 2u);
    for (std::size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(read[i].name, names[i]);
      EXPECT_EQ(read[i].why_none, why);
      EXPECT_EQ(read[i].value, 0);
    }
  };
  expect_reason({device_kind::cpu}, "a CPU has no counters of a GPU");
  if (!find_gpu_backend()) expect_reason({device_kind::cuda, 0}, "this build of fathom has no CUDA support");
  EXPECT_TRUE(read_hardware_counters({device_kind::cpu}, {}, never).empty());
}

}  // namespace
}  // namespace fathom
