// fathom bench multi-search and ibfs on a CUDA device. The command fails if distances of a method of multi-search differ from the
// CPU's.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "run_program.hpp"
#include "tested_device.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

run_outcome bench_searches(std::vector<std::string> arguments) {
  std::vector<std::string> all{"bench", "multi-search", "--repeat", "2", "--window", "0.2", "--device", to_string(tested_device())};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_program(all);
}

// Benchmark entries of one graph, by bench and name.
std::map<std::string, json> rows_of(const std::string& graph, const std::string& sources) {
  const run_outcome ran = bench_searches({graph, "--sources", sources, "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::map<std::string, json> rows;
  if (ran.exit_code != 0) return rows;
  const json object = json::parse(ran.out);
  for (const json& row : object["rows"]) {
    EXPECT_GT(row["summary"]["seconds"]["median"], 0) << row;
    EXPECT_EQ(row["figures"]["searches"], std::stoi(sources)) << row;
    const bool fresh = rows.emplace(row["what"], row).second;
    EXPECT_TRUE(fresh) << row;
  }
  return rows;
}

double seconds(const std::map<std::string, json>& rows, const std::string& name) {
  const auto row = rows.find(name);
  return row == rows.end() ? -1 : row->second["summary"]["seconds"]["median"].get<double>();
}

// Long and empty adjacency rows, deep and flat, directed, hubs and isolated vertices, and more searches than run concurrently.
TEST(bench_multi_search, all_methods_find_the_distances_of_the_cpu) {
  const std::map<std::string, std::string> graphs{{"kron:10", "1200"},  {"grid:40x40", "20"},     {"star:5000", "33"},
                                                  {"path:3000", "5"},   {"random:2000:3", "100"}, {"rgg:12", "64"},
                                                  {"complete:300", "7"}};
  for (const auto& [graph, sources] : graphs) {
    SCOPED_TRACE(graph);
    const std::map<std::string, json> rows = rows_of(graph, sources);
    for (const char* name : {"edge-parallel", "work-efficient", "oracle", "warp-based", "hybrid", "hybrid by hand",
                             "hybrid, both directions", "multi-source BFS", "T = 0", "T = infinity", "T = chosen"}) {
      EXPECT_EQ(rows.count(name), 1u) << name;
    }
  }
}

TEST(bench_multi_search, figures_follow_from_what_was_measured) {
  const std::map<std::string, json> rows = rows_of("kron:10", "64");
  ASSERT_EQ(rows.count("hybrid"), 1u);
  const json& hybrid = rows.at("hybrid");
  EXPECT_DOUBLE_EQ(seconds(rows, "oracle"), std::min(seconds(rows, "edge-parallel"), seconds(rows, "work-efficient")));
  EXPECT_DOUBLE_EQ(hybrid["figures"]["time_saved_over_oracle"], 1 - seconds(rows, "hybrid") / seconds(rows, "oracle"));
  EXPECT_DOUBLE_EQ(hybrid["figures"]["time_over_by_hand"], seconds(rows, "hybrid") / seconds(rows, "hybrid by hand"));
  EXPECT_DOUBLE_EQ(seconds(rows, "T = 0"), seconds(rows, "warp-based"));
  EXPECT_DOUBLE_EQ(seconds(rows, "T = infinity"), seconds(rows, "work-efficient"));
  const std::string chosen = "T = " + std::to_string(hybrid["figures"]["T"].get<int>());
  EXPECT_DOUBLE_EQ(seconds(rows, "T = chosen"), seconds(rows, "hybrid"));
  if (rows.count(chosen) > 0) {
    EXPECT_DOUBLE_EQ(seconds(rows, chosen), seconds(rows, "hybrid"));
  }
  EXPECT_EQ(rows.count("T = 64"), 1u);
}

TEST(bench_multi_search, prints_the_papers_tables) {
  const run_outcome ran = bench_searches({"grid:20x20", "kron:9", "--sources", "16"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* words : {"Table II: seconds for 16 searches", "Table III: joules for 16 searches",
                            "Figure 1: seconds for 16 searches", "hybrid saves over oracle", "hybrid / by hand"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
}

// The steps of the iBFS paper as published, beside Fathom's own engine.
TEST(bench_ibfs, measures_every_step_on_a_device) {
  const run_outcome ran = run_program(
      {"bench", "ibfs", "kron:10:16", "--joined", "256", "--repeat", "1", "--json", "--device", to_string(tested_device())});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json object = json::parse(ran.out);
  const auto has = [&](const std::string& bench, const std::string& what) {
    return std::any_of(object["rows"].begin(), object["rows"].end(),
                       [&](const json& row) { return row["bench"] == bench && row["what"].get<std::string>().starts_with(what); });
  };
  for (const char* what :
       {"sequential, ", "separate (naive), ", "joint, ", "MS-BFS, ", "bitwise, ", "bitwise + GroupBy, ", "as published, ",
        "as published + GroupBy, ", "as published, merging in shared memory, ", "as published without early termination, "}) {
    EXPECT_TRUE(has("ibfs", what)) << what;
  }
  for (const char* what : {"private queues", "joint queue", "joint queue + GroupBy", "bitwise, as published"})
    EXPECT_TRUE(has("ibfs counters", what)) << what;
}

}  // namespace
}  // namespace fathom::test
