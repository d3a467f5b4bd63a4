// `fathom triangles`: report, JSON, files, errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

// Two triangles that share an edge, with a pendant path.
constexpr const char* kite = "0 1\n1 2\n2 0\n1 3\n2 3\n3 4\n";

TEST(triangles_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("kite.el", kite), out = folder / "out.txt";
  const run_outcome ran = run_program({"triangles", graph, "--undirected", "--output", out, "--threads", "1"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("triangles on cpu, 1 thread: 2 in "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("transitivity 0.600000, average clustering coefficient 0.533333"), std::string::npos) << ran.out;
  EXPECT_EQ(content_of(out), "1\n2\n2\n1\n0\n");
}

TEST(triangles_command, says_the_same_in_json) {
  const scratch_folder folder;
  const nlohmann::json found = json_of({"triangles", folder.file("kite.el", kite), "--undirected"});
  EXPECT_EQ(found["count"], 2);
  EXPECT_EQ(found["wedges"], 10);
  EXPECT_DOUBLE_EQ(found["transitivity"], 0.6);
  EXPECT_EQ(found["largest"][0]["vertex"], 1);
  EXPECT_EQ(found["largest"][0]["value"], 2);
}

TEST(triangles_command, ignores_or_counts_directions) {
  const scratch_folder folder;
  const std::string graph = folder.file("mutual.el", "0 1\n1 0\n1 2\n2 0\n");
  const nlohmann::json ignored = json_of({"triangles", graph, "--directed", "--directions", "ignored"}),
                       counted = json_of({"triangles", graph, "--directed", "--directions", "counted"});
  EXPECT_EQ(ignored["count"], 1);
  EXPECT_EQ(ignored["transitivity"], 1);
  EXPECT_EQ(counted["count"], 2);
  EXPECT_EQ(counted["wedges"], 4 + 4 + 2);
}

TEST(triangles_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("kite.el", kite);
  expect_error(run_program({"triangles", graph, "--directed", "--json"}), usage, "add --directions ignored");
  expect_error(run_program({"triangles", graph, "--output", folder / "o.csv"}), usage, ".npy, .tsv or .txt");
}

}  // namespace
}  // namespace fathom::test
