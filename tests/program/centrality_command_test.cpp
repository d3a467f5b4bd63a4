// `fathom closeness`, `harmonic`, `eccentricity`, `diameter`: reports, JSON, files, errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

TEST(centrality_commands, print_the_largest_values) {
  const run_outcome ran =
      expect_output({"closeness", "star:20"}, {"closeness of 20 vertices", "20 searches", "     0   1.000000\n"});
  EXPECT_GE(std::count(ran.out.begin(), ran.out.end(), '.'), 10);
}

TEST(centrality_commands, say_everything_as_json) {
  const nlohmann::json near = json_of({"closeness", "path:4"});
  expect_values(near,
                {{"/command", "closeness"}, {"/searches", 4}, {"/samples", nullptr}, {"/vertices", 4}, {"/largest/0/vertex", 1}});
  EXPECT_DOUBLE_EQ(near["largest"][0]["value"], 0.75);
  EXPECT_FALSE(near.contains("values"));
  const nlohmann::json mean = json_of({"harmonic", "path:4", "--normalized", "--vertex", "3", "--vertex", "0"});
  ASSERT_EQ(mean["values"].size(), 2u);
  EXPECT_EQ(mean["values"][0]["vertex"], 3);
  EXPECT_DOUBLE_EQ(mean["values"][0]["value"], (1 + 1 / 2.0 + 1 / 3.0) / 3);
  EXPECT_EQ(json_of({"eccentricity", "path:4"})["largest"][0]["value"], 3);
}

TEST(centrality_commands, estimate_from_samples) {
  const nlohmann::json some = json_of({"closeness", "kron:8", "--samples", "20"});
  expect_values(some, {{"/samples", 20}, {"/searches", 20}});
  EXPECT_GT(some["sampling_error"], 0);
  EXPECT_NE(json_of({"closeness", "kron:8:16", "--samples", "20", "--seed", "5"})["largest"], some["largest"]);
}

TEST(centrality_commands, closeness_has_both_definitions) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "0 1\n2 3\n3 4\n");
  const std::vector<std::string> command = {"closeness", graph, "--undirected", "--vertex", "0"};
  EXPECT_DOUBLE_EQ(json_of(command)["values"][0]["value"], 0.25);
  std::vector<std::string> plain = command;
  plain.emplace_back("--unimproved");
  EXPECT_DOUBLE_EQ(json_of(plain)["values"][0]["value"], 1);
}

TEST(centrality_commands, write_tables_text_and_numpy) {
  const scratch_folder folder;
  const std::string trains = folder.file("trains.csv", "from,to\nVienna,Linz\nVienna,Graz\n");
  const std::string table = folder / "out.tsv", text = folder / "out.txt", numpy = folder / "out.npy";
  ASSERT_EQ(run_program({"closeness", trains, "--undirected", "--output", table}).exit_code, 0);
  EXPECT_EQ(content_of(table), "vertex\tcloseness\nVienna\t1\nLinz\t0.6666666666666666\nGraz\t0.6666666666666666\n");
  ASSERT_EQ(run_program({"eccentricity", "path:4", "--output", text}).exit_code, 0);
  EXPECT_EQ(content_of(text), "3\n2\n2\n3\n");
  ASSERT_EQ(run_program({"harmonic", "path:3", "--output", numpy}).exit_code, 0);
  const std::string bytes = content_of(numpy);
  ASSERT_EQ(bytes.size(), 128 + 3 * 8u);
  EXPECT_NE(bytes.find("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"), std::string::npos);
  double values[3];
  std::memcpy(values, bytes.data() + 128, sizeof values);
  EXPECT_EQ(values[0], 1.5);
  EXPECT_EQ(values[1], 2);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.npy", "out.tsv", "out.txt", "trains.csv"}));
}

TEST(centrality_commands, name_the_vertices_of_a_list_beside_their_values) {
  const scratch_folder folder;
  const std::string graph = folder.file("gaps.el", "7 9000000000\n9000000000 100\n"), out = folder / "out.txt";
  const std::string list = folder.file("list.txt", "# two\n100\n7\n");
  ASSERT_EQ(run_program({"eccentricity", graph, "--undirected", "--vertices", list, "--output", out}).exit_code, 0);
  EXPECT_EQ(content_of(out), "2\n2\n");
  EXPECT_EQ(content_of(folder / "out.vertices.txt"), "100\n7\n");
}

TEST(centrality_commands, diameter_shows_its_ends) {
  expect_output({"diameter", "path:5"}, {"4, from ", "2, center: 2"});
  const nlohmann::json found = json_of({"diameter", "path:5"});
  expect_values(found, {{"/diameter", 4}, {"/radius", 2}, {"/center", nlohmann::json::array({2})}, {"/connected", true}});
  EXPECT_EQ(found["from"].get<int>() + found["to"].get<int>(), 4);
  EXPECT_LE(found["searches"], 6);
}

TEST(centrality_commands, say_where_a_graph_is_not_connected_or_empty) {
  const scratch_folder folder;
  const std::string two = folder.file("two.el", "0 1\n2 3\n3 4\n");
  const run_outcome ran = run_program({"diameter", two, "--undirected"});
  EXPECT_NE(ran.out.find("not connected: 2 components, the largest of 3 vertices"), std::string::npos) << ran.out;
  EXPECT_NE(run_program({"diameter", two, "--directed"}).out.find("not strongly connected: 5 components"), std::string::npos);
  const std::string none = folder.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  EXPECT_NE(run_program({"diameter", none}).out.find("no vertices"), std::string::npos);
  EXPECT_EQ(json_of({"diameter", none})["from"], nullptr);
  EXPECT_EQ(json_of({"closeness", none})["vertices"], 0);
}

TEST(centrality_commands, explain_mistakes) {
  const scratch_folder folder;
  const std::string list = folder.file("list.txt", "0\n99\n");
  expect_error(run_program({"closeness", "path:5", "--vertex", "99", "--json"}), usage, "vertex 99 is not in the graph");
  expect_error(run_program({"harmonic", "path:5", "--vertices", list, "--json"}), bad_file,
               "list.txt:2: vertex 99 is not in the graph");
  expect_error(run_program({"harmonic", "path:5", "--vertices", folder / "gone", "--json"}), bad_file,
               "--vertices takes a file with one vertex per line");
  expect_error(run_program({"closeness", "path:5", "--vertex", "1", "--vertices", list, "--json"}), usage, "exclude each other");
  expect_error(run_program({"closeness", "path:5", "--samples", "0", "--json"}), usage, "leave the option out for exact values");
  expect_error(run_program({"eccentricity", "path:5", "--samples", "3"}), usage, "unknown option '--samples'");
  expect_error(run_program({"eccentricity", "path:5", "--output", folder / "out.xml"}), usage, ".npy, .tsv, .csv or .txt");
  expect_error(run_program({"closeness", "path:5", "--vertices", list, "--output", list}), usage, "would overwrite the input");
  expect_error(run_program({"diameter", "--json"}), usage, "no graph was given");
  EXPECT_EQ(content_of(list), "0\n99\n");
}

TEST(largest_component, is_an_option_of_every_command_with_a_graph) {
  const scratch_folder folder;
  const std::string graph =
      folder.file("two.mtx", "%%MatrixMarket matrix coordinate pattern general\n7 7 6\n1 2\n3 4\n4 5\n5 3\n5 6\n6 3\n");
  const nlohmann::json weak = json_of({"info", graph, "--largest-component"});
  expect_values(weak, {{"/graph/vertices", 4},
                       {"/receipt/largest_component/kind", "weak"},
                       {"/receipt/largest_component/components", 3},
                       {"/receipt/largest_component/vertices_before", 7}});
  EXPECT_EQ(json_of({"info", graph})["receipt"]["largest_component"], nullptr);
  EXPECT_EQ(json_of({"info", "--largest-component", graph})["graph"]["vertices"], 4);  // the flag takes no value
  for (const std::vector<std::string>& strong :
       {std::vector<std::string>{"--largest-component=strong"}, {"--largest-component", "strong"}}) {
    std::vector<std::string> command = {"bfs", graph, "--source", "4", "--validate"};
    command.insert(command.end(), strong.begin(), strong.end());
    const nlohmann::json searched = json_of(command);
    EXPECT_EQ(searched["graph"]["vertices"], 4);
    EXPECT_EQ(searched["runs"][0]["source"], 4);
    EXPECT_EQ(searched["runs"][0]["reached"], 4);
  }
  const run_outcome left_out = run_program({"bfs", graph, "--source", "0", "--largest-component"});
  EXPECT_EQ(left_out.exit_code, usage) << left_out.err;
  const run_outcome wrong = run_program({"info", graph, "--largest-component=giant"});
  EXPECT_EQ(wrong.exit_code, usage);
  EXPECT_NE(wrong.err.find("'giant' is unknown; choose one of weak, strong"), std::string::npos) << wrong.err;
  EXPECT_EQ(run_program({"bfs", graph, "--ranks", "--largest-component"}).exit_code, usage);
}

TEST(largest_component, is_hinted_at_where_a_value_depends_on_it) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "0 1\n2 3\n3 4\n");
  for (const char* command : {"closeness", "eccentricity", "diameter", "betweenness"}) {
    const run_outcome apart = run_program({command, graph, "--undirected"});
    EXPECT_NE(apart.out.find("hint: the graph has 2 components"), std::string::npos) << apart.out;
    const run_outcome whole = run_program({command, graph, "--undirected", "--largest-component"});
    EXPECT_EQ(whole.out.find("hint:"), std::string::npos) << whole.out;
    EXPECT_NE(whole.out.find("of the largest weak component: 3 of 5 vertices"), std::string::npos) << whole.out;
  }
}

}  // namespace
}  // namespace fathom::test
