// `fathom reach build`, `query` and `info`: answers and errors.
#include <nlohmann/json.hpp>

#include "commands.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

class reach_command : public testing::Test {
 protected:
  // An index of the path 0 - 1 - ... - 8, from 0 and 4.
  std::string path_index() {
    const run_outcome ran = run_program(
        {"reach", "build", "path:9", "--source", "4", "--source", "0", "--hops", "3", "--output", folder / "path.reach"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return folder / "path.reach";
  }
  std::string railway_index() {
    const run_outcome ran = run_program({"reach", "build", folder.file("trains.csv", railway), "--undirected", "--all", "--hops",
                                         "2", "--output", folder / "trains.reach"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return folder / "trains.reach";
  }
  const scratch_folder folder;
};

TEST_F(reach_command, builds_and_says_what) {
  const run_outcome ran = run_program({"reach", "build", "path:9", "--all", "--hops", "3", "--output", folder / "all.reach"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "from    9 selected of 9 vertices"));
  EXPECT_TRUE(says(ran.out, "all.reach  written in "));
  const run_outcome machine = run_program(
      {"reach", "build", "path:9", "--sources", "random:4", "--hops", "3", "--output", folder / "some.reach", "--json"});
  const json built = json::parse(machine.out);
  expect_values(built, {{"/index/selected", 4}, {"/index/hops", 3}, {"/index/bits_per_code", 3}});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"all.reach", "some.reach"}));
}

TEST_F(reach_command, answers_questions) {
  const std::string index = path_index();
  const run_outcome ran = run_program({"reach", "query", index, "0", "3", "0", "4", "4", "1"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "  source  target  within 3 hops         distance\n"
            "       0       3            yes                3\n"
            "       0       4             no  over 3, or none\n"
            "       4       1            yes                3\n");
  const json fewer = json::parse(run_program({"reach", "query", index, "0", "2", "0", "4", "--hops", "1", "--json"}).out);
  expect_values(fewer, {{"/hops", 1},
                        {"/answers/0", json({{"source", 0}, {"target", 2}, {"reaches", false}, {"distance", 2}})},
                        {"/answers/1", json({{"source", 0}, {"target", 4}, {"reaches", false}, {"distance", nullptr}})}});
}

TEST_F(reach_command, knows_names_without_the_graph) {
  const std::string index = railway_index();
  std::filesystem::remove(folder / "trains.csv");
  const run_outcome ran = run_program({"reach", "query", index, "Vienna", "Salzburg"});
  EXPECT_TRUE(says(ran.out, "  Vienna  Salzburg            yes         2\n"));
  const json answer = json::parse(run_program({"reach", "query", index, "Graz", "Linz", "--json"}).out)["answers"][0];
  expect_values(answer, {{"/source_label", "Graz"}, {"/distance", 2}});
  expect_error(run_program({"reach", "query", index, "Vienna", "Bregenz"}), usage, "target 'Bregenz' is not in the graph");

  const std::string sparse = folder.file("sparse.el", "7 100000000000\n100000000000 5000000000\n");
  ASSERT_EQ(
      run_program({"reach", "build", sparse, "--directed", "--source", "7", "--hops", "2", "--output", folder / "sparse.reach"})
          .exit_code,
      0);
  const json far =
      json::parse(run_program({"reach", "query", folder / "sparse.reach", "7", "5000000000", "--json"}).out)["answers"][0];
  expect_values(far, {{"/target", 5000000000}, {"/distance", 2}});
  expect_error(run_program({"reach", "query", folder / "sparse.reach", "7", "8"}), usage,
               "target 8 is not in the graph; its 3 ids");
}

TEST_F(reach_command, reads_pairs_from_a_file) {
  const std::string index = path_index();
  const std::string pairs = folder.file("pairs.txt", "# source target\n0 1\n\n4\t8\r\n");
  const json found = json::parse(run_program({"reach", "query", index, "--pairs", pairs, "--json"}).out);
  ASSERT_EQ(found["answers"].size(), 2u);
  expect_values(found, {{"/answers/0/distance", 1}, {"/answers/1/distance", nullptr}});
  const auto ask = [&](const std::string& content) {
    return run_program({"reach", "query", index, "--pairs", folder.file("p.txt", content)});
  };
  expect_error(ask("0 1\n0\n"), bad_file, "p.txt:2: has 1 word; expected a source and a target");
  expect_error(ask("0 1\n0 99\n"), bad_file, "p.txt:2: target 99 is not in the graph; its vertices are 0 to 8");
  expect_error(ask("1 0\n"), bad_file, "p.txt:1: source 1 is not among the 2 selected vertices of the index");
  expect_error(ask("# nothing\n"), bad_file, "p.txt: contains no pairs");
  expect_error(run_program({"reach", "query", index, "--pairs", folder / "none.txt"}), bad_file, "none.txt: cannot be read");
}

TEST_F(reach_command, describes_an_index) {
  const std::string index = path_index();
  const run_outcome ran = run_program({"reach", "info", index});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "hops    up to 3\n"));
  EXPECT_TRUE(says(ran.out, "16 directed edges, checksum "));
  const json facts = json::parse(run_program({"reach", "info", index, "--json", "--trust"}).out)["index"];
  expect_values(facts, {{"/selected", 2}, {"/vertices", 9}, {"/pairs_within", 4 + 7}});
}

TEST_F(reach_command, belongs_to_one_graph) {
  const std::string index = path_index();
  EXPECT_EQ(run_program({"reach", "query", index, "-f", "path:9", "0", "1"}).exit_code, 0);
  expect_error(run_program({"reach", "query", index, "-f", "star:9", "0", "1"}), bad_file,
               "belongs to a graph of 9 vertices and 16 edges with checksum ");
}

TEST_F(reach_command, refuses_questions_that_it_cannot_answer) {
  const std::string index = path_index();
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"reach", "query", index});
    return run_program(words);
  };
  expect_error(ask({"1", "0"}), usage, "source 1 is not among the 2 selected vertices of the index");
  expect_error(ask({"9", "0"}), usage, "source 9 is not in the graph; its vertices are 0 to 8");
  expect_error(ask({"0", "x"}), usage, "target 'x' is not a vertex id");
  expect_error(ask({"0", "1", "4"}), usage, "'4' has no target");
  expect_error(ask({}), usage, "no query was given");
  expect_error(ask({"0", "1", "--hops", "4"}), usage, "4 hops are outside the index's range of 0 to 3");
  expect_error(ask({"0", "1", "--pairs", "x"}), usage, "vertices and --pairs exclude each other");
}

TEST_F(reach_command, refuses_files_that_are_not_an_index) {
  expect_error(run_program({"reach", "query", folder / "none.reach", "0", "1"}), bad_file, "none.reach: cannot be read");
  const std::string text = folder.file("text.reach", "0 1\n");
  for (const char* command : {"info", "query"}) {
    std::vector<std::string> words{"reach", command, text};
    if (words[1] == "query") words.insert(words.end(), {"0", "1"});
    expect_error(run_program(words), bad_file, "text.reach: does not begin with the signature of a reachability index");
  }
  std::string bytes = content_of(path_index());
  bytes.back() ^= 1;
  expect_error(run_program({"reach", "query", folder.file("bad.reach", bytes), "0", "1"}), bad_file, "the row of vertex 4");
}

TEST_F(reach_command, refuses_to_build_what_it_cannot) {
  const auto build_with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"reach", "build", "path:9", "--json"});
    return run_program(words);
  };
  const std::string out = folder / "out.reach";
  expect_error(build_with({"--hops", "3", "--output", out}), usage, "no vertices were selected");
  expect_error(build_with({"--all", "--source", "1", "--hops", "3", "--output", out}), usage, "exclude each other");
  expect_error(build_with({"--source", "9", "--hops", "3", "--output", out}), usage, "source 9 is not in the graph");
  expect_error(build_with({"--all", "--output", out}), usage, "--hops is required");
  expect_error(build_with({"--all", "--hops", "40000", "--output", out}), usage, "'40000' is not an integer from 0 to 32766");
  expect_error(build_with({"--all", "--hops", "3"}), usage, "--output is required");
  expect_error(build_with({"--all", "--hops", "3", "--output", folder / "no/out.reach"}), bad_file, "cannot be written");
  expect_error(build_with({"--all", "--hops", "3", "--output", "/dev/stdout"}), usage, "not a regular file");
  const std::string graph = folder.file("g.el", "0 1\n");
  expect_error(run_program({"reach", "build", graph, "--all", "--hops", "1", "--output", graph}), usage,
               "would overwrite the input");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"g.el"});
}

TEST_F(reach_command, suggests_the_word_that_was_meant) {
  expect_error(run_program({"reach"}), usage, "no command was given; use fathom reach build");
  expect_error(run_program({"reach", "qery"}), usage,
               "unexpected argument 'qery'; did you mean 'query'? (see fathom reach --help)");
  expect_error(run_program({"reach", "info", "x", "--jsn"}), usage, "did you mean '--json'? (see fathom reach info --help)");
}

}  // namespace
}  // namespace fathom::test
