// Hardware counters of fathom bench on a CUDA device: values where the driver shows them, and the reason where not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_program.hpp"
#include "tested_device.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

constexpr const char* no_cupti = "FATHOM_CUPTI=/nowhere/libcupti.so";

// Rows of one benchmark on a small graph.
json counter_rows(const std::string& suite, const std::string& bench, std::vector<std::string> environment) {
  const std::string runs = suite == "enterprise" ? "--trials" : "--repeat";
  const run_outcome ran = run_program({"bench", suite, "kron:10", runs, "2", "--device", to_string(tested_device()), "--json"},
                                      {.environment = std::move(environment)});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  json found = json::array();
  if (ran.exit_code != 0) return found;
  const json object = json::parse(ran.out);
  for (const json& row : object["rows"]) {
    if (row["bench"] == bench) found.push_back(row);
  }
  return found;
}

void expect_value_or_reason(const json& row, const char* figure, double most) {
  const std::string note = row["note"];
  if (row["figures"].contains(figure)) {
    EXPECT_GT(row["figures"][figure], 0) << row;
    EXPECT_LE(row["figures"][figure], most) << row;
  } else {
    EXPECT_NE(note.find("counters that could not be read: "), std::string::npos) << row;
  }
}

TEST(bench_counters, of_enterprises_techniques) {
  const json rows = counter_rows("enterprise", "enterprise figure 16", {});
  ASSERT_EQ(rows.size(), 4u);
  for (const json& row : rows) {
    expect_value_or_reason(row, "load_store_utilization", 1);
    expect_value_or_reason(row, "stalled_by_loads", 1);
  }
}

TEST(bench_counters, of_supersteps) {
  const json rows = counter_rows("edge-vertex", "edge-vertex counters", {});
  ASSERT_EQ(rows.size(), 3u);
  for (const json& row : rows) {
    expect_value_or_reason(row, "warp_efficiency", 1);
    // All lanes of a warp may load the same bytes.
    expect_value_or_reason(row, "load_efficiency", 32);
    expect_value_or_reason(row, "store_efficiency", 32);
  }
}

TEST(bench_counters, name_the_library_that_is_missing) {
  for (const json& row : counter_rows("enterprise", "enterprise figure 16", {no_cupti})) {
    EXPECT_TRUE(row["figures"].empty()) << row;
    const std::string note = row["note"];
    EXPECT_NE(note.find("CUPTI"), std::string::npos) << note;
  }
}

}  // namespace
}  // namespace fathom::test
