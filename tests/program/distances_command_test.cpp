// `fathom distances`, run as a program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

std::string matrix_of(const std::string& file) { return content_of(file).substr(128); }

TEST(distances_command, levels_count_what_each_method_finds) {
  const auto sum = [](const json& levels, const char* key) {
    std::uint64_t all = 0;
    for (const nlohmann::json& level : levels) all += level[key].get<std::uint64_t>();
    return all;
  };
  for (const char* graph : {"kron:8:8", "grid:9x9"}) {
    for (const char* limit : {"1000", "2"}) {
      for (const char* method : {"bitwise", "joint", "separate", "sequential"}) {
        SCOPED_TRACE(std::string(graph) + " to " + limit + " by " + method);
        const run_outcome run = run_program(
            {"distances", graph, "--sources", "random:20", "--levels", "--method", method, "--depth-limit", limit, "--json"});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        const nlohmann::json object = nlohmann::json::parse(run.out);
        EXPECT_GT(sum(object["results"], "reached"), 20u);
        std::uint64_t found = 20;  // the sources themselves
        for (const nlohmann::json& group : object["groups"]) found += sum(group["levels"], "found");
        EXPECT_EQ(found, sum(object["results"], "reached"));
      }
    }
  }
}

TEST(distances_command, writes_a_row_for_each_source) {
  const scratch_folder folder;
  const std::string out = folder / "d.npy";
  const run_outcome run = run_program({"distances", "path:4", "--sources", "all", "--bits", "8", "--output", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(matrix_of(out), std::string("\0\1\2\3\1\0\1\2\2\1\0\1\3\2\1\0", 16));
  EXPECT_NE(content_of(out).find("{'descr': '|i1', 'fortran_order': False, 'shape': (4, 4), }"), std::string::npos);
  EXPECT_NE(run.out.find("4 x 4 distances of 8 bits"), std::string::npos) << run.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"d.npy"});
}

TEST(distances_command, json_has_the_run_and_each_source) {
  const run_outcome run = run_program({"distances", "kron:10", "--sources", "random:100", "--levels", "--width", "64", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json told = json::parse(run.out);
  EXPECT_EQ(told["sources"], 100);
  EXPECT_EQ(told["groups"].size(), 2u);
  EXPECT_EQ(told["groups"][0]["searches"], 64);
  EXPECT_GE(told["groups"][0]["sharing_degree"], 1);
  EXPECT_FALSE(told["groups"][0]["levels"].empty());
  ASSERT_EQ(told["results"].size(), 100u);
  const json& first = told["results"][0];
  std::uint64_t reached = 0, sum = 0;
  for (std::size_t d = 0; d < first["found_by_distance"].size(); ++d) {
    reached += first["found_by_distance"][d].get<std::uint64_t>();
    sum += d * first["found_by_distance"][d].get<std::uint64_t>();
  }
  expect_values(first, {{"/reached", reached}, {"/distance_sum", sum}, {"/farthest", first["found_by_distance"].size() - 1}});
}

TEST(distances_command, every_method_says_the_same) {
  std::string first;
  for (const char* method : {"auto", "bitwise", "joint", "separate", "sequential"}) {
    const scratch_folder folder;
    const std::string out = folder / "d.npy";
    ASSERT_EQ(run_program({"distances", "kron:9", "--method", method, "--output", out}).exit_code, 0) << method;
    if (first.empty()) first = content_of(out);
    EXPECT_EQ(content_of(out), first) << method;
  }
}

TEST(distances_command, ids_with_gaps_are_written_beside_the_matrix) {
  const scratch_folder folder;
  const std::string graph = folder.file("gaps.el", "7 9000000000\n9000000000 100\n"), out = folder / "d.npy";
  ASSERT_EQ(run_program({"distances", graph, "--source", "7", "--output", out}).exit_code, 0);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"d.npy", "d.vertices.npy", "gaps.el"}));
}

TEST(distances_command, bad_arguments_are_named) {
  const scratch_folder folder;
  const auto refused = [&](std::vector<std::string> arguments, int code, const std::string& words) {
    arguments.insert(arguments.begin(), "distances");
    const run_outcome run = run_program(arguments);
    EXPECT_EQ(run.exit_code, code) << run.err;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
  };
  refused({"path:5", "--output", folder / "d.txt"}, usage, "a matrix of distances is written as .npy");
  refused({"path:5", "--resume"}, usage, "--resume requires --output FILE.npy");
  refused({"path:5", "--bits", "12"}, usage, "12");
  refused({"path:5", "--width", "100"}, usage, "width is 100; give 64, 128, 256, 512 or 1024");
  refused({"path:500", "--bits", "8", "--sources", "all", "--output", folder / "d.npy"}, usage, "does not fit in 8 bits");
  refused({"path:5", "--device", "cuda:99"}, resources, "cuda:99");
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

}  // namespace
}  // namespace fathom::test
