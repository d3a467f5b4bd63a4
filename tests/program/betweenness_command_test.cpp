// `fathom betweenness`: reports, JSON, files, errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

TEST(betweenness_command, prints_the_largest_values) {
  expect_output({"betweenness", "path:5", "--unnormalized"},
                {"betweenness of 5 vertices on cpu: 5 searches in ", "       2     4.000000\n"});
  const run_outcome edges = run_program({"betweenness", "path:5", "--unnormalized", "--edges"});
  EXPECT_NE(edges.out.find("betweenness of 4 edges"), std::string::npos) << edges.out;
  EXPECT_NE(edges.out.find("       1       2     6.000000\n"), std::string::npos) << edges.out;
  const run_outcome some = run_program({"betweenness", "kron:8", "--samples", "20"});
  EXPECT_NE(some.out.find("estimated from 20 random vertices"), std::string::npos) << some.out;
  // 1 of 500 * 499 / 2 pairs, in four digits
  const run_outcome small = run_program({"betweenness", "complete:500", "--edges"});
  EXPECT_NE(small.out.find("       0       1  0.000008016\n"), std::string::npos) << small.out;
  const run_outcome unknown = run_program({"betweenness", "path:4", "--samples", "1"});
  EXPECT_NE(unknown.out.find("       1     1.000000\n"), std::string::npos) << unknown.out;
  EXPECT_NE(unknown.out.find("       0          nan\n"), std::string::npos) << unknown.out;
}

TEST(betweenness_command, says_everything_as_json) {
  const nlohmann::json star = json_of({"betweenness", "star:6"});
  expect_values(star, {{"/command", "betweenness"},
                       {"/of", "vertices"},
                       {"/searches", 6},
                       {"/samples", nullptr},
                       {"/normalized", true},
                       {"/largest/0/vertex", 0}});
  EXPECT_DOUBLE_EQ(star["largest"][0]["value"], 1);
  EXPECT_DOUBLE_EQ(json_of({"betweenness", "star:6", "--endpoints"})["largest"][1]["value"], 1 / 3.0);
  const nlohmann::json edges = json_of({"betweenness", "path:3", "--edges"});
  EXPECT_EQ(edges["of"], "edges");
  EXPECT_EQ(edges["largest"].size(), 2u);
  expect_values(edges, {{"/largest/1/source", 1}, {"/largest/1/target", 2}});
  EXPECT_DOUBLE_EQ(edges["largest"][1]["value"], 2 / 3.0);
  const nlohmann::json some = json_of({"betweenness", "kron:8", "--samples", "20"});
  EXPECT_EQ(some["samples"], 20);
  EXPECT_NE(json_of({"betweenness", "kron:8", "--samples", "20", "--seed", "5"})["largest"], some["largest"]);
}

TEST(betweenness_command, writes_values_of_vertices_and_edges) {
  const scratch_folder folder;
  const std::string trains = folder.file("trains.csv", "from,to\nVienna,Linz\nVienna,Graz\n");
  ASSERT_EQ(run_program({"betweenness", trains, "--undirected", "--output", folder / "v.tsv"}).exit_code, 0);
  EXPECT_EQ(content_of(folder / "v.tsv"), "vertex\tbetweenness\nVienna\t1\nLinz\t0\nGraz\t0\n");
  ASSERT_EQ(
      run_program({"betweenness", trains, "--undirected", "--edges", "--unnormalized", "--output", folder / "e.tsv"}).exit_code, 0);
  EXPECT_EQ(content_of(folder / "e.tsv"), "source\ttarget\tbetweenness\nVienna\tLinz\t2\nVienna\tGraz\t2\n");
  const std::string gaps = folder.file("gaps.el", "7 9000000000\n9000000000 100\n");
  const run_outcome ran =
      run_program({"betweenness", gaps, "--directed", "--edges", "--unnormalized", "--output", folder / "e.txt"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(content_of(folder / "e.txt"), "2\n2\n");
  EXPECT_EQ(content_of(folder / "e.edges.txt"), "7 9000000000\n9000000000 100\n");
  ASSERT_EQ(run_program({"betweenness", "path:4", "--edges", "--output", folder / "e.npy"}).exit_code, 0);
  EXPECT_EQ(content_of(folder / "e.npy").size(), 128 + 3 * 8u);
  EXPECT_EQ(content_of(folder / "e.edges.npy").size(), 128 + 3 * 16u);
}

// Two paths from 0 to 6 lead through 4 and one through 5, but 6 divides its packet evenly between them.
TEST(betweenness_command, computes_load) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", "0 1\n0 2\n0 3\n1 4\n2 4\n3 5\n4 6\n5 6\n");
  const run_outcome ran =
      run_program({"betweenness", graph, "--directed", "--load", "--unnormalized", "--output", folder / "l.tsv"});
  EXPECT_NE(ran.out.find("load of 7 vertices on cpu: 7 searches in "), std::string::npos) << ran.out << ran.err;
  EXPECT_EQ(content_of(folder / "l.tsv"), "vertex\tload\n0\t0\n1\t0.75\n2\t0.75\n3\t1.5\n4\t2.5\n5\t1.5\n6\t0\n");
  EXPECT_TRUE(json_of({"betweenness", graph, "--directed", "--load"})["load"]);
  expect_error(run_program({"betweenness", graph, "--load", "--edges"}), usage, "--load excludes --edges; leave one of them out");
  expect_error(run_program({"betweenness", graph, "--load", "--endpoints"}), usage,
               "--load excludes --endpoints; leave one of them out");
}

TEST(betweenness_command, follows_weights_on_request) {
  const scratch_folder folder;
  // The way around is shorter than the edge.
  const std::string roads = folder.file("roads.wel", "0 1 1.5\n1 2 1.5\n0 2 4\n");
  const nlohmann::json found = json_of({"betweenness", roads, "--undirected", "--weighted"});
  expect_values(found, {{"/weighted", true}, {"/largest/0/vertex", 1}});
  EXPECT_DOUBLE_EQ(found["largest"][0]["value"], 1);
  EXPECT_DOUBLE_EQ(json_of({"betweenness", roads, "--undirected"})["largest"][0]["value"], 0);
  const nlohmann::json edges = json_of({"betweenness", roads, "--undirected", "--weighted", "--edges", "--unnormalized"});
  EXPECT_DOUBLE_EQ(edges["largest"][0]["value"], 2);
  expect_error(run_program({"betweenness", "path:5", "--weighted"}), usage, "the graph has no weights; leave it out");
  expect_error(run_program({"betweenness", "path:5", "--random-weights", "1:5"}), usage, "--random-weights applies to --weighted");
  expect_error(run_program({"betweenness", "path:5", "--weighted", "--random-weights", "0:0"}), 3, "edge 0 -> 1 has the weight 0");
}

TEST(betweenness_command, takes_an_empty_graph) {
  const scratch_folder folder;
  const std::string none = folder.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  EXPECT_EQ(json_of({"betweenness", none})["searches"], 0);
  EXPECT_EQ(run_program({"betweenness", none, "--edges"}).exit_code, 0);
}

TEST(betweenness_command, explains_mistakes) {
  const scratch_folder folder;
  expect_error(run_program({"betweenness", "path:5", "--samples", "0", "--json"}), usage, "leave the option out for exact values");
  expect_error(run_program({"betweenness", "path:5", "--edges", "--endpoints"}), usage, "--endpoints applies to vertices");
  expect_error(run_program({"betweenness", "path:5", "--output", folder / "out.xml"}), usage, ".npy, .tsv, .csv or .txt");
  expect_error(run_program({"betweenness", "path:5", "--edges", "--output", folder / "out.xml"}), usage,
               ".npy, .tsv, .csv or .txt");
  const std::string list = folder.file("list.txt", "0 1\n");
  expect_error(run_program({"betweenness", list, "--format", "snap", "--output", list}), usage, "would overwrite");
}

}  // namespace
}  // namespace fathom::test
