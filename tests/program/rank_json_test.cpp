// --json of commands with several processes: the object of a single-process run with the same results, and additional keys. One
// process is enough here: tests/distributed runs several.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "run_program.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

json printed(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const run_outcome ran = run_program(arguments);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return json::parse(ran.out);  // throws if the output has anything besides the object
}

struct both {
  json alone, on_ranks;
};

both printed_by_both(std::vector<std::string> arguments) {
  const json alone = printed(arguments);
  arguments.push_back("--ranks");
  return {alone, printed(arguments)};
}

// All keys except those of `graph` and `receipt`, some of which are missing with --ranks, and those of choices and steps that only
// one process has: partitioned graphs are in the memory of their devices already.
void expect_keys_of_one_process(const both& b) {
  const std::set<std::string> of_one_process{"grouping",      "order_reason", "devices", "seconds_prepare",
                                             "seconds_group", "seconds_copy", "runs"};
  for (const auto& [key, value] : b.alone.items()) EXPECT_TRUE(b.on_ranks.contains(key) || of_one_process.contains(key)) << key;
  for (const char* key : {"name", "vertices", "edges", "directed"}) EXPECT_EQ(b.on_ranks["graph"][key], b.alone["graph"][key]);
  EXPECT_EQ(b.on_ranks["receipt"]["edges_read"], b.alone["receipt"]["edges_read"]);
  EXPECT_EQ(b.on_ranks["grid"], json({1, 1}));
  ASSERT_EQ(b.on_ranks["by_rank"].size(), 1u);
  EXPECT_EQ(b.on_ranks["by_rank"][0]["vertices"], b.alone["graph"]["vertices"]);
  EXPECT_EQ(b.on_ranks["by_rank"][0]["edges"], b.alone["graph"]["edges"]);
}

TEST(rank_json, of_components) {
  const both b = printed_by_both({"components", "kron:8:2"});
  expect_keys_of_one_process(b);
  for (const char* key : {"count", "largest", "algorithm", "kind", "device"}) EXPECT_EQ(b.on_ranks[key], b.alone[key]) << key;
  EXPECT_GT(b.on_ranks["count"], 10) << "components that are not named";
  EXPECT_GE(b.on_ranks["rounds"], 1);
}

TEST(rank_json, of_pagerank) {
  const both b = printed_by_both({"pagerank", "kron:8:4", "--personalize", "5", "--method", "power"});
  expect_keys_of_one_process(b);
  for (const char* key : {"personalized", "damping", "tolerance", "converged", "method"})
    EXPECT_EQ(b.on_ranks[key], b.alone[key]) << key;
  ASSERT_EQ(b.on_ranks["largest"].size(), b.alone["largest"].size());
  EXPECT_EQ(b.on_ranks["largest"][0]["vertex"], b.alone["largest"][0]["vertex"]);
  EXPECT_NEAR(b.on_ranks["largest"][0]["value"].get<double>(), b.alone["largest"][0]["value"].get<double>(), 1e-6);
}

TEST(rank_json, of_distances) {
  const both b = printed_by_both({"distances", "kron:8:4", "--sources", "random:3", "--levels"});
  expect_keys_of_one_process(b);
  for (const char* key : {"results", "sources", "sources_from", "resumed", "output", "bits"})
    EXPECT_EQ(b.on_ranks[key], b.alone[key]) << key;
  for (const char* key : {"algorithm", "ranks", "searches", "edges_traversed"}) EXPECT_EQ(b.on_ranks[key], b.alone[key]) << key;
  ASSERT_EQ(b.on_ranks["groups"].size(), 1u);
  const json &group = b.on_ranks["groups"][0], &other = b.alone["groups"][0];
  EXPECT_EQ(group["depth"], other["depth"]);
  EXPECT_EQ(group["levels"][0]["joint_frontier"], 3);
  EXPECT_EQ(group["levels"][0]["bytes_sent"], 0) << "there is no other process";
}

}  // namespace
}  // namespace fathom::test
