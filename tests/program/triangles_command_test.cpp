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
  expect_output({"triangles", graph, "--undirected", "--output", out, "--threads", "1"},
                {"triangles on cpu, 1 thread: 2 in ", "transitivity 0.600000, average clustering coefficient 0.533333"});
  EXPECT_EQ(content_of(out), "1\n2\n2\n1\n0\n");
}

TEST(triangles_command, says_the_same_in_json) {
  const scratch_folder folder;
  const nlohmann::json found = json_of({"triangles", folder.file("kite.el", kite), "--undirected"});
  expect_values(found, {{"/count", 2}, {"/wedges", 10}});
  EXPECT_DOUBLE_EQ(found["transitivity"], 0.6);
  expect_values(found, {{"/largest/0/vertex", 1}, {"/largest/0/value", 2}});
}

TEST(triangles_command, ignores_or_counts_directions) {
  const scratch_folder folder;
  const std::string graph = folder.file("mutual.el", "0 1\n1 0\n1 2\n2 0\n");
  const nlohmann::json ignored = json_of({"triangles", graph, "--directed", "--directions", "ignored"}),
                       counted = json_of({"triangles", graph, "--directed", "--directions", "counted"});
  expect_values(ignored, {{"/count", 1}, {"/transitivity", 1}});
  expect_values(counted, {{"/count", 2}, {"/wedges", 4 + 4 + 2}});
}

TEST(triangles_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("kite.el", kite);
  expect_error(run_program({"triangles", graph, "--directed", "--json"}), usage, "add --directions ignored");
  expect_error(run_program({"triangles", graph, "--output", folder / "o.xml"}), usage, ".npy, .tsv, .csv or .txt");
}

}  // namespace
}  // namespace fathom::test
