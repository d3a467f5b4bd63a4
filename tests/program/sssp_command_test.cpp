// `fathom sssp` and `fathom components`: reports, JSON, files, errors.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

constexpr int no_device = 4;

constexpr const char* roads = "from,to,weight\nVienna,Linz,180\nVienna,Graz,200\nLinz,Graz,220.5\nLinz,Salzburg,130\n";

TEST(sssp_command, finds_ways_by_name) {
  const scratch_folder folder;
  const std::string graph = folder.file("roads.csv", roads);
  expect_output({"sssp", graph, "--undirected", "-r", "Graz", "--target", "Salzburg", "-v"},
                {"Salzburg is at distance 350.5, along\n  Graz -> Linz -> Salzburg\n", "1 of 1 valid", "real, 130 to 220.5"});
}

TEST(sssp_command, keeps_every_digit_of_weights) {
  const scratch_folder folder;
  const std::string large = folder.file("large.wel", "0 1 50000001\n1 2 2\n0 2 100000007\n"), table = folder / "d.tsv";
  expect_output({"sssp", large, "--directed", "-r", "0", "-v", "--output", table},
                {"note: weights are stored in double precision: 2 of 3", "whole, 2 to 1.0000001e+08", "1 of 1 valid"});
  EXPECT_EQ(content_of(table), "vertex\tdistance\tpredecessor\n0\t0\t-1\n1\t50000001\t0\n2\t50000003\t1\n");
  const std::string tiny = folder.file("tiny.wel", "0 1 2e-55\n1 2 3e-55\n0 2 1e-54\n");
  const nlohmann::json found = json_of({"sssp", tiny, "--directed", "-r", "0", "-v"});
  expect_values(found, {{"/runs/0/farthest", 5e-55},
                        {"/runs/0/valid", true},
                        {"/layout/smallest_weight", 2e-55},
                        {"/graph/weight_precision", "double"}});
}

TEST(sssp_command, says_everything_as_json) {
  const nlohmann::json found = json_of({"sssp", "grid:30x20", "--random-weights", "1:255", "-r", "0", "-r", "599", "--validate"});
  expect_values(
      found,
      {{"/algorithm", "sssp"}, {"/validation/device", "cpu"}, {"/validation/why_cpu", nullptr}, {"/layout/weights", "whole"}});
  ASSERT_EQ(found["runs"].size(), 2u);
  expect_values(found, {{"/runs/1/source", 599}, {"/runs/0/reached", 600}, {"/runs/0/valid", true}});
  EXPECT_GT(found["runs"][0]["farthest"], 255);
  EXPECT_EQ(found["summary"]["validated"], 2);
  const nlohmann::json target = json_of({"sssp", "path:9", "-r", "2", "--target", "5"});
  expect_values(target, {{"/validation", nullptr},
                         {"/layout/weights", "unit"},
                         {"/distance", 3},
                         {"/path", nlohmann::json::array({2, 3, 4, 5})},
                         {"/runs/0/reached", 6}});
}

TEST(sssp_command, contracts_for_many_searches_to_all_vertices) {
  expect_output({"sssp", "path:9", "-n", "9", "--validate"}, {"contracted 8 of 9 vertices", "9 of 9 valid"});
  for (const char* option : {"--cutoff", "--target"}) {
    const run_outcome ran = run_program({"sssp", "path:9", "-n", "9", option, "5", "--validate"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("contracted"), std::string::npos) << ran.out;
  }
}

TEST(sssp_command, writes_tables_text_and_numpy) {
  const scratch_folder folder;
  const std::string graph = folder.file("roads.csv", roads), table = folder / "out.tsv", text = folder / "out.txt",
                    numpy = folder / "out.npy";
  ASSERT_EQ(run_program({"sssp", graph, "--directed", "-r", "Linz", "--output", table}).exit_code, 0);
  EXPECT_EQ(content_of(table),
            "vertex\tdistance\tpredecessor\nVienna\tinf\t-1\nLinz\t0\t-1\nGraz\t220.5\tLinz\nSalzburg\t130\tLinz\n");
  ASSERT_EQ(run_program({"sssp", "path:4", "-r", "0", "-r", "3", "--cutoff", "2", "--output", text}).exit_code, 0);
  EXPECT_EQ(content_of(text), "0 1 2 inf\ninf 2 1 0\n");
  EXPECT_EQ(content_of(folder / "out.predecessors.txt"), "-1 0 1 -1\n-1 2 3 -1\n");
  ASSERT_EQ(run_program({"sssp", "path:3", "-r", "0", "--output", numpy}).exit_code, 0);
  const std::string bytes = content_of(numpy);
  ASSERT_EQ(bytes.size(), 128 + 3 * 8u);
  EXPECT_NE(bytes.find("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"), std::string::npos);
  double values[3];
  std::memcpy(values, bytes.data() + 128, sizeof values);
  EXPECT_EQ(values[2], 2);
}

TEST(sssp_command, writes_distances_only) {
  const scratch_folder folder;
  for (const std::string suffix : {"tsv", "txt", "npy"}) {
    const std::string file = folder / ("out." + suffix);
    const nlohmann::json object = json_of({"sssp", "path:3", "-r", "0", "--distances-only", "--output", file});
    EXPECT_EQ(object["files"], nlohmann::json({file}));
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.npy", "out.tsv", "out.txt"}));
  EXPECT_EQ(content_of(folder / "out.tsv"), "vertex\tdistance\n0\t0\n1\t1\n2\t2\n");
  EXPECT_EQ(content_of(folder / "out.txt"), "0\n1\n2\n");
}

TEST(sssp_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string negative = folder.file("negative.wel", "0 1 3\n1 2 -4\n");
  expect_error(run_program({"sssp", negative, "-r", "0", "--json"}), bad_file, "edge 1 -> 2 has the weight -4");
  EXPECT_EQ(json_of({"sssp", negative, "-r", "0", "--no-weights"})["runs"][0]["farthest"], 2);
  expect_error(run_program({"sssp", "path:5", "-r", "9", "--json"}), usage, "source 9 is not in the graph");
  expect_error(run_program({"sssp", "path:5", "--random-weights", "7", "--json"}), usage, "LOW:HIGH");
  expect_error(run_program({"sssp", "path:5", "--random-weights", "9:1", "--json"}), usage,
               "'9:1' is not a range of integers LOW:HIGH up to 16777216");
  expect_error(run_program({"sssp", "path:5", "--cutoff", "-1", "--json"}), usage, "--cutoff: '-1' is not a number");
  expect_error(run_program({"sssp", "no_such_file.gr", "--cutoff", "-1"}), usage,
               "--cutoff: '-1' is not a number of at least 0");  // before anything is read
  expect_error(run_program({"sssp", "path:5", "--cutoff", "far", "--json"}), usage, "is not a number");
  expect_error(run_program({"sssp", negative, "--output", negative}), usage, ".npy, .tsv, .csv or .txt");
}

TEST(components_command, prints_and_writes) {
  const scratch_folder folder;
  const std::string two = folder.file("two.el", "0 1\n2 3\n3 4\n4 2\n"), out = folder / "out.txt";
  expect_output({"components", two, "--undirected", "--output", out}, {"connected components on cpu, 1 thread: 2 in "});
  EXPECT_EQ(content_of(out), "0\n0\n2\n2\n2\n");
  const nlohmann::json strong = json_of({"components", two, "--directed", "--strong"});
  expect_values(strong,
                {{"/kind", "strongly connected components"}, {"/count", 3}, {"/largest/0/vertex", 2}, {"/largest/0/size", 3}});
  EXPECT_EQ(json_of({"components", two, "--directed", "--weak"})["count"], 2);
}

TEST(components_command, names_components_as_the_file_does) {
  const scratch_folder folder;
  const std::string labelled = folder.file("trains.csv", "from,to\nVienna,Linz\nBern,Basel\n"), table = folder / "out.tsv";
  ASSERT_EQ(run_program({"components", labelled, "--undirected", "--output", table}).exit_code, 0);
  EXPECT_EQ(content_of(table), "vertex\tcomponent\nVienna\tVienna\nLinz\tVienna\nBern\tBern\nBasel\tBern\n");
  const std::string gaps = folder.file("gaps.el", "7 9000000000\n100 200\n"), text = folder / "out.txt";
  ASSERT_EQ(run_program({"components", gaps, "--undirected", "--output", text}).exit_code, 0);
  EXPECT_EQ(content_of(text), "7\n100\n100\n7\n");
  EXPECT_EQ(content_of(folder / "out.vertices.txt"), "7\n100\n200\n9000000000\n");
}

TEST(components_command, explains_mistakes) {
  const scratch_folder folder;
  const std::string two = folder.file("two.el", "0 1\n2 3\n3 4\n");
  expect_error(run_program({"components", two, "--directed", "--json"}), usage,
               "use --weak, which ignores directions, or --strong");
  expect_error(run_program({"components", two, "--strong", "--weak"}), usage, "exclude each other");
  expect_error(run_program({"components", two, "--device", "cuda:99"}), no_device, "");
  expect_error(run_program({"components", two, "--output", folder / "o.xml"}), usage, ".npy, .tsv, .csv or .txt");
}

}  // namespace
}  // namespace fathom::test
