// CUPTI's library and names of metrics. Needs no device; the metrics are checked where the library is installed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "bench/suite/paper_counters.hpp"
#include "gpu/cupti_library.hpp"
#include "gpu/cupti_plan.hpp"

namespace fathom::cuda {
namespace {

// Sets FATHOM_CUPTI for the life of the object.
struct with_cupti {
  explicit with_cupti(const char* value) { setenv("FATHOM_CUPTI", value, 1); }
  ~with_cupti() { unsetenv("FATHOM_CUPTI"); }
};

std::string failure_of_cupti_plan(const std::string& chip, const std::string& metric) {
  try {
    const cupti_plan plan(chip, {}, metric);
    return plan.passes() > 0 && !plan.image().empty() ? "" : "a plan without passes";
  } catch (const cupti_failure& failure) {
    return failure.what();
  }
}

TEST(cupti, is_loaded_from_the_folder_of_the_variable) {
  {
    const with_cupti named("/nowhere/libcupti.so");
    EXPECT_EQ(cupti_places(), (std::vector<std::string>{"/nowhere/libcupti.so"}));
  }
  {
    const with_cupti folder("/tmp");
    EXPECT_EQ(cupti_places(), (std::vector<std::string>{"/tmp/libcupti.so"}));
  }
  EXPECT_TRUE(cupti_places().front().starts_with("libcupti.so."));
}

// Before the library is loaded by another test; a library that cannot be loaded is looked for again.
TEST(cupti, names_the_file_that_is_missing) {
  const with_cupti named("/nowhere/libcupti.so");
  try {
    static_cast<void>(cupti_library::get());
    GTEST_SKIP() << "CUPTI has been loaded before";
  } catch (const cupti_failure& failure) {
    EXPECT_NE(std::string(failure.what()).find("/nowhere/libcupti.so"), std::string::npos) << failure.what();
    EXPECT_NE(std::string(failure.what()).find("set FATHOM_CUPTI"), std::string::npos) << failure.what();
  }
}

TEST(cupti, knows_each_metric_of_the_papers) {
  try {
    static_cast<void>(cupti_library::get());
  } catch (const cupti_failure& failure) {
    GTEST_SKIP() << failure.what();
  }
  // Turing, Ampere, Ada, Hopper and Blackwell: the metrics do not depend on the generation.
  for (const char* const chip : {"TU102", "GA100", "AD102", "GH100", "GB100"}) {
    for (const program::paper_counter& counter : program::all_paper_counters) {
      EXPECT_EQ(failure_of_cupti_plan(chip, std::string(counter.metric)), "") << chip << ", " << counter.figure;
    }
  }
  EXPECT_NE(failure_of_cupti_plan("GH100", "no__such_metric.sum").find("choosing the counters of no__such_metric.sum: "),
            std::string::npos);
  EXPECT_NE(failure_of_cupti_plan("ABC", "sm__inst_executed.sum").find("chip ABC"), std::string::npos);
}

}  // namespace
}  // namespace fathom::cuda
