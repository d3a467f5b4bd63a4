// `fathom biconnected`: report, JSON, files, errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

constexpr int usage = 2;

// A triangle with a path of two edges, and ids that are not 0 to n-1.
constexpr const char* triangle_and_tail = "10 20\n20 30\n30 10\n30 40\n40 50\n";

TEST(biconnected_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail), vertices = folder / "v.tsv", edges = folder / "e.tsv";
  const run_outcome ran = run_program({"biconnected", graph, "--undirected", "--output", vertices, "--validate"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("biconnected on cpu, 1 thread: 3 components in "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("  3 vertices in the largest component, 2 bridges, 2 articulation points\n"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("valid ("), std::string::npos) << ran.out;
  EXPECT_EQ(content_of(vertices), "vertex\tbiconnected_components\n10\t1\n20\t1\n30\t2\n40\t2\n50\t1\n");
  const nlohmann::json found = json_of({"biconnected", graph, "--undirected", "--edges", "--output", edges});
  EXPECT_EQ(found["components"], 3);
  EXPECT_EQ(found["bridges"], 2);
  EXPECT_EQ(found["articulation_points"], 2);
  EXPECT_EQ(found["largest_component"], 3);
  EXPECT_TRUE(found["valid"].is_null());
  EXPECT_EQ(content_of(edges), "source\ttarget\tbiconnected_component\n40\t50\t0\n30\t40\t1\n10\t20\t2\n20\t30\t2\n30\t10\t2\n");
}

TEST(biconnected_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_and_tail);
  expect_error(run_program({"biconnected", graph, "--directed"}), usage, "this graph is directed");
  expect_error(run_program({"biconnected", graph, "--edges"}), usage, "--edges selects what --output writes; add --output FILE");
  expect_error(run_program({"biconnected", graph, "--output", folder / "o.csv"}), usage, ".npy, .tsv or .txt");
}

}  // namespace
}  // namespace fathom::test
