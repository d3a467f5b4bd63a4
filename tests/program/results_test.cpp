// --output and `fathom validate`: written results can be read, and modified results are rejected.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "run_program.hpp"

namespace fathom::test {
namespace {

std::string beside(const std::string& file, const std::string& what) {
  const std::size_t dot = file.rfind('.');
  return file.substr(0, dot) + "." + what + file.substr(dot);
}

TEST(results, text_is_a_number_a_line) {
  const scratch_folder folder;
  const std::string out = folder / "out.txt";
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "1", "--output", out}).exit_code, 0);
  EXPECT_EQ(content_of(out), "1\n0\n1\n2\n");
  EXPECT_EQ(content_of(beside(out, "predecessors")), "1\n-1\n1\n2\n");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.predecessors.txt", "out.txt"}));
}

TEST(results, table_has_a_heading_and_says_unreached_as_minus_one) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "0 1\n2 3\n"), out = folder / "out.tsv";
  ASSERT_EQ(run_program({"bfs", graph, "--undirected", "--source", "0", "--output", out}).exit_code, 0);
  EXPECT_EQ(content_of(out), "vertex\tdistance\tpredecessor\n0\t0\t-1\n1\t1\t0\n2\t-1\t-1\n3\t-1\t-1\n");
}

TEST(results, npy_is_int32_of_shape_n) {
  const scratch_folder folder;
  const std::string out = folder / "out.npy";
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "1", "--output", out}).exit_code, 0);
  const std::string bytes = content_of(out);
  ASSERT_EQ(bytes.size(), 128 + 4 * 4u);
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_NE(bytes.find("{'descr': '<i4', 'fortran_order': False, 'shape': (4,), }"), std::string::npos);
  std::int32_t distances[4];
  std::memcpy(distances, bytes.data() + 128, sizeof distances);
  EXPECT_EQ(distances[3], 2);
}

TEST(results, ids_with_gaps_are_written_beside_the_results) {
  const scratch_folder folder;
  const std::string graph = folder.file("gaps.el", "7 9000000000\n9000000000 100\n"), out = folder / "out.npy";
  ASSERT_EQ(run_program({"bfs", graph, "--source", "7", "--output", out}).exit_code, 0);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"gaps.el", "out.npy", "out.predecessors.npy", "out.vertices.npy"}));
  EXPECT_NE(content_of(beside(out, "predecessors")).find("<i8"), std::string::npos);
  EXPECT_EQ(run_program({"validate", graph, "--source", "7", "--distances", out, "--predecessors", beside(out, "predecessors")})
                .exit_code,
            0);
}

TEST(results, what_bfs_writes_validates) {
  const scratch_folder folder;
  for (const char* name : {"out.npy", "out.txt", "out.tsv"}) {
    for (const std::vector<std::string>& sources : {std::vector<std::string>{"--source", "2"}, {"--sources", "random:3"}}) {
      const std::string out = folder / name;
      std::vector<std::string> search = {"bfs", "kron:8", "--output", out}, check = {"validate", "kron:8", "--distances", out};
      search.insert(search.end(), sources.begin(), sources.end());
      check.insert(check.end(), sources.begin(), sources.end());
      if (std::string(name) != "out.tsv") check.insert(check.end(), {"--predecessors", beside(out, "predecessors")});
      ASSERT_EQ(run_program(search).exit_code, 0);
      const run_outcome checked = run_program(check);
      EXPECT_EQ(checked.exit_code, 0) << name << checked.out << checked.err;
    }
  }
}

TEST(results, a_source_given_again_is_a_search_of_its_own) {
  const scratch_folder folder;
  const std::vector<std::string> sources = {"--source", "0", "--source", "0", "--source", "2"};
  for (const char* name : {"out.tsv", "out.npy"}) {
    const std::string out = folder / name;
    std::vector<std::string> search = {"bfs", "path:3", "--output", out}, check = {"validate", "path:3", "--distances", out};
    search.insert(search.end(), sources.begin(), sources.end());
    check.insert(check.end(), sources.begin(), sources.end());
    ASSERT_EQ(run_program(search).exit_code, 0);
    const run_outcome checked = run_program(check);
    EXPECT_EQ(checked.exit_code, 0) << name << checked.out << checked.err;
  }
  // If more random sources are requested than exist, sources repeat.
  const std::string out = folder / "random.tsv";
  ASSERT_EQ(run_program({"bfs", "path:3", "--sources", "random:7", "--output", out}).exit_code, 0);
  EXPECT_EQ(run_program({"validate", "path:3", "--sources", "random:7", "--distances", out}).exit_code, 0);
}

TEST(results, each_repeated_search_is_checked) {
  const scratch_folder folder;
  const std::string heading = "source\tvertex\tdistance\tpredecessor\n", right = "0\t0\t0\t-1\n0\t1\t1\t0\n",
                    wrong = "0\t0\t0\t-1\n0\t1\t2\t0\n";
  const auto code_of = [&](const std::string& lines) {
    const std::string table = folder.file("out.tsv", heading + lines);
    return run_program({"validate", "path:2", "--source", "0", "--source", "0", "--distances", table}).exit_code;
  };
  EXPECT_EQ(code_of(right + right), 0);
  EXPECT_EQ(code_of(right + wrong), invalid);
  EXPECT_EQ(code_of(wrong + right), invalid);
  EXPECT_EQ(code_of(right), bad_file);
  EXPECT_EQ(code_of(right + right + right), bad_file);
}

TEST(results, distances_along_weights_are_not_numbers_of_edges) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.wel", "0 1 2.5\n2 0 1\n"), table = folder / "d.tsv";
  EXPECT_EQ(run_program({"sssp", graph, "-r", "0", "--output", table}).exit_code, 0);
  const run_outcome ran = run_program({"validate", graph, "-r", "0", "--distances", table});
  EXPECT_EQ(ran.exit_code, bad_file);
  EXPECT_NE(ran.err.find("'2.5' is not a number of edges; distances along weights are validated by fathom sssp"), std::string::npos)
      << ran.err;
}

TEST(results, a_search_missing_from_the_table_is_not_a_wrong_result) {
  const scratch_folder folder;
  const std::string out = folder / "out.tsv";
  ASSERT_EQ(run_program({"bfs", "path:5", "--source", "0", "--source", "1", "--output", out}).exit_code, 0);
  const run_outcome ran = run_program({"validate", "path:5", "--source", "1", "--source", "3", "--distances", out});
  EXPECT_EQ(ran.exit_code, bad_file) << ran.out;
  EXPECT_NE(ran.err.find("has no search from source 3"), std::string::npos) << ran.err;
}

TEST(results, a_wrong_table_is_not_valid_like_the_same_numbers_as_text) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.txt", "0 1\n1 2\n");
  const auto validate = [&](const std::string& cells) {
    const std::string table = folder.file("r.tsv", "vertex\tdistance\tpredecessor\n0\t0\t-1\n1\t1\t0\n2\t" + cells + "\n");
    return run_program({"validate", graph, "-r", "0", "--distances", table}).exit_code;
  };
  EXPECT_EQ(validate("2\t1"), 0);
  for (const char* wrong : {"2\t-1", "2\t-5", "2\t2147483647", "-1\t1", "2147483647\t-1", "1\t1", "2\t0", "2\t2"}) {
    EXPECT_EQ(validate(wrong), 1) << wrong;
  }
  for (const char* unreadable : {"two\t1", "2\tx", "2", "99999999999\t1", "2\t77"})
    EXPECT_EQ(validate(unreadable), 3) << unreadable;
  // The same of vertices with names.
  const std::string names = folder.file("names.csv", "a,b\nb,c\n");
  const auto validate_names = [&](const std::string& cells) {
    const std::string table = folder.file("n.tsv", "vertex\tdistance\tpredecessor\na\t0\t-1\nb\t1\ta\nc\t" + cells + "\n");
    return run_program({"validate", names, "-r", "a", "--distances", table}).exit_code;
  };
  EXPECT_EQ(validate_names("2\tb"), 0);
  for (const char* wrong : {"2\t-1", "2\t2147483647", "-1\tb", "2\ta"}) EXPECT_EQ(validate_names(wrong), 1) << wrong;
  EXPECT_EQ(validate_names("2\tx"), 3);
}

TEST(results, predecessors_beside_a_table_are_refused) {
  const scratch_folder folder;
  const std::string table = folder / "out.tsv", text = folder / "out.txt";
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "0", "--output", table}).exit_code, 0);
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "0", "--output", text}).exit_code, 0);
  const auto code_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"validate", "path:4", "--source", "0"});
    return run_program(options).exit_code;
  };
  EXPECT_EQ(code_of({"--distances", table, "--predecessors", beside(text, "predecessors")}), usage);
  EXPECT_EQ(code_of({"--distances", text, "--predecessors", table}), usage);
  EXPECT_EQ(code_of({"--predecessors", table}), usage);
  EXPECT_EQ(code_of({"--predecessors", beside(text, "predecessors")}), 0);
}

TEST(results, a_table_is_read_from_a_pipe) {
  const scratch_folder folder;
  const std::string table = folder / "out.tsv";
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "1", "--output", table}).exit_code, 0);
  const run_outcome ran =
      run_program({"validate", "path:4", "--source", "1", "--distances", "/dev/stdin"}, {.standard_input = table});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST(results, labels_survive_the_round) {
  const scratch_folder folder;
  const std::string graph = folder.file("cities.csv", "from,to\nParis,Lyon\nLyon,-1\n-1,Rome\n"), out = folder / "out.tsv";
  ASSERT_EQ(run_program({"bfs", graph, "--source", "Paris", "--output", out}).exit_code, 0);
  EXPECT_NE(content_of(out).find("-1\t2\tLyon"), std::string::npos) << content_of(out);
  const run_outcome checked = run_program({"validate", graph, "--source", "Paris", "--distances", out});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
}

TEST(results, a_wrong_distance_is_found) {
  const scratch_folder folder;
  const std::string wrong = folder.file("wrong.txt", "0\n1\n3\n3\n");
  const run_outcome ran = run_program({"validate", "path:4", "--source", "0", "--distances", wrong});
  EXPECT_EQ(ran.exit_code, invalid);
  EXPECT_NE(ran.out.find("INVALID"), std::string::npos) << ran.out;
  const run_outcome as_json = run_program({"validate", "path:4", "--source", "0", "--distances", wrong, "--json"});
  EXPECT_EQ(as_json.exit_code, invalid);
  EXPECT_EQ(nlohmann::json::parse(as_json.out)["valid"], false);
}

TEST(results, files_that_do_not_fit_are_refused) {
  const scratch_folder folder;
  const auto code_of = [&](const std::string& content, const std::string& name) {
    return run_program({"validate", "path:4", "--source", "0", "--distances", folder.file(name, content)}).exit_code;
  };
  EXPECT_EQ(code_of("0\n1\n2\n", "short.txt"), bad_file);
  EXPECT_EQ(code_of("0\n1\n2\n3\n4\n", "long.txt"), bad_file);
  EXPECT_EQ(code_of("0\n1\ntwo\n3\n", "word.txt"), bad_file);
  EXPECT_EQ(code_of("", "empty.npy"), bad_file);
  EXPECT_EQ(code_of("\x93NUMPY", "cut.npy"), bad_file);
  EXPECT_EQ(code_of("vertex\tdistance\tpredecessor\n0\t0\n", "cells.tsv"), bad_file);
  EXPECT_EQ(code_of("vertex\tdistance\tpredecessor\n9\t0\t-1\n", "vertex.tsv"), bad_file);
  EXPECT_EQ(run_program({"validate", "path:4", "--source", "0"}).exit_code, usage);
  EXPECT_EQ(run_program({"validate", "path:4", "--distances", folder / "short.txt"}).exit_code, usage);
}

TEST(results, values_of_other_programs_for_unreached_are_read) {
  const scratch_folder folder;
  const std::string graph = folder.file("two.el", "0 1\n2 3\n"), out = folder.file("d.txt", "0\n1\n2147483647\n-1\n");
  EXPECT_EQ(run_program({"validate", graph, "--source", "0", "--distances", out}).exit_code, 0);
}

TEST(results, a_shape_that_overflows_is_refused) {
  const scratch_folder folder;
  const std::string out = folder / "out.npy";
  ASSERT_EQ(run_program({"bfs", "path:4", "--source", "1", "--output", out}).exit_code, 0);
  std::string bytes = content_of(out);
  const std::string shape = "(4611686018427387905, 4), }";
  bytes.replace(bytes.find("(4,), }"), shape.size(), shape);
  const run_outcome ran = run_program({"validate", "path:4", "--source", "1", "--distances", folder.file("hostile.npy", bytes)});
  EXPECT_EQ(ran.exit_code, bad_file) << ran.out << ran.err;
}

}  // namespace
}  // namespace fathom::test
