// `fathom cores`: report, JSON, files, subgraphs, errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

// A triangle with a path of two edges, and ids that are not 0 to n-1.
constexpr const char* triangle_with_tail = "10 20\n20 30\n30 10\n30 40\n40 50\n";

TEST(cores_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_with_tail), out = folder / "out.tsv";
  expect_output(
      {"cores", graph, "--undirected", "--output", out, "--threads", "1", "--validate"},
      {"cores on cpu, 1 thread: degeneracy 2 in ", "distinct core numbers 2", "  3 vertices in the innermost core\n", "valid ("});
  EXPECT_EQ(content_of(out), "vertex\tcore_number\n10\t2\n20\t2\n30\t2\n40\t1\n50\t1\n");
}

TEST(cores_command, writes_cores_as_graphs) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_with_tail), core = folder / "core.fathom", all = folder / "all.fathom";
  const nlohmann::json found = json_of({"cores", graph, "--undirected", "--subgraph", core});
  expect_values(found, {{"/k_core/k", 2}, {"/k_core/edges", 6}});
  const nlohmann::json read = json_of({"degrees", core});
  expect_values(read, {{"/graph/vertices", 3}, {"/largest/0/vertex", 10}});
  EXPECT_EQ(json_of({"cores", graph, "--undirected", "--k-core", "1", "--subgraph", all})["k_core"]["vertices"], 5);
  EXPECT_EQ(json_of({"info", all})["graph"]["vertices"], 5);
}

TEST(cores_command, says_the_same_in_json) {
  const scratch_folder folder;
  const nlohmann::json found = json_of({"cores", folder.file("tail.el", triangle_with_tail), "--undirected", "--k-core", "3"});
  expect_values(
      found, {{"/degeneracy", 2},
              {"/innermost", 3},
              {"/distribution", nlohmann::json::parse(R"([{"core_number": 1, "vertices": 2}, {"core_number": 2, "vertices": 3}])")},
              {"/k_core/vertices", 0},
              {"/valid", nullptr}});
}

TEST(cores_command, finds_onion_layers) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_with_tail), out = folder / "out.tsv";
  expect_output({"cores", graph, "--undirected", "--onion", "--output", out, "--validate"}, {"  3 onion layers in "});
  EXPECT_EQ(content_of(out), "vertex\tonion_layer\n10\t3\n20\t3\n30\t3\n40\t2\n50\t1\n");
  const nlohmann::json found = json_of({"cores", graph, "--undirected", "--onion", "--validate"});
  expect_values(found, {{"/onion/layers", 3}, {"/onion/valid", true}});
  EXPECT_TRUE(json_of({"cores", graph, "--undirected"})["onion"].is_null());
  expect_error(run_program({"cores", graph, "--directed", "--onion"}), usage, "onion layers need an undirected graph");
}

// Both directions count.
TEST(cores_command, accepts_directed_graphs) {
  const scratch_folder folder;
  const std::string graph = folder.file("pair.el", "0 1\n1 0\n1 2\n");
  EXPECT_EQ(json_of({"cores", graph, "--directed", "--validate"})["degeneracy"], 2);
  EXPECT_EQ(json_of({"cores", graph, "--undirected", "--validate"})["degeneracy"], 1);
}

TEST(cores_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("tail.el", triangle_with_tail);
  expect_error(run_program({"cores", graph, "--output", folder / "o.xml"}), usage, ".npy, .tsv, .csv or .txt");
  expect_error(run_program({"cores", graph, "--k-core", "-1"}), usage, "--k-core");
  expect_error(run_program({"cores", graph, "--subgraph", graph}), usage, "tail.el");
}

}  // namespace
}  // namespace fathom::test
