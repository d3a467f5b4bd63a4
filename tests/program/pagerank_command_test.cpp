// `fathom pagerank`: reports, JSON, files, errors, and the message that it has not converged.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "expectations.hpp"

namespace fathom::test {
namespace {

constexpr int not_converged = 1;

TEST(pagerank_command, prints_the_largest_ranks) {
  expect_output({"pagerank", "star:5"},
                {"pagerank of 5 vertices on cpu, 1 thread: ", "converged: the last change, ", "       0  0.475676\n"});
}

TEST(pagerank_command, says_everything_as_json) {
  const nlohmann::json star = json_of({"pagerank", "star:5", "--tolerance", "1e-12", "--max-iterations", "1000"});
  expect_values(star, {{"/algorithm", "pagerank"}, {"/converged", true}, {"/method", "gauss-seidel"}, {"/largest/0/vertex", 0}});
  EXPECT_NEAR(star["largest"][0]["value"].get<double>(), 0.47567567567567, 1e-12);
  EXPECT_GT(star["bytes_moved"], 0);
  const nlohmann::json fixed = json_of({"pagerank", "star:5", "--iterations", "3", "--full-precision"});
  expect_values(
      fixed,
      {{"/iterations", 3}, {"/single_iterations", 0}, {"/method", "power"}, {"/converged", nullptr}, {"/tolerance", nullptr}});
}

TEST(pagerank_command, does_not_hide_that_it_has_not_converged) {
  const nlohmann::json object = json_of({"pagerank", "kron:8", "--max-iterations", "2"}, not_converged);
  EXPECT_EQ(object["converged"], false);
  const run_outcome ran = run_program({"pagerank", "kron:8", "--max-iterations", "2"});
  EXPECT_EQ(ran.exit_code, not_converged);
  EXPECT_NE(ran.out.find("not converged after 2 iterations: the last change, "), std::string::npos) << ran.out;
  const run_outcome none = run_program({"pagerank", "path:5", "--max-iterations", "0"});
  EXPECT_NE(none.out.find("after 0 iterations the scores are those of the start"), std::string::npos) << none.out;
}

// NetworkX's scores of the file; generated graphs lose their self-loops, as in the GAP benchmark suite.
TEST(pagerank_command, counts_self_loops_of_files) {
  const scratch_folder folder;
  const std::string file = folder.file("loops.el", "0 0\n0 1\n1 2\n2 0\n2 2\n3 0\n");
  for (const std::vector<std::string>& place : {std::vector<std::string>{}, {"--devices", "cpu,cpu"}, {"--ranks"}}) {
    std::vector<std::string> call{"pagerank", file, "--directed", "--tolerance", "1e-12", "--max-iterations", "1000"};
    call.insert(call.end(), place.begin(), place.end());
    const nlohmann::json kept = json_of(call);
    call.emplace_back("--drop-self-loops");
    const nlohmann::json dropped = json_of(call);
    EXPECT_EQ(kept["graph"]["edges"], 6);
    EXPECT_NEAR(kept["largest"][0]["value"].get<double>(), 0.3917416623, 1e-9);
    EXPECT_NEAR(kept["largest"][1]["value"].get<double>(), 0.3667681313, 1e-9);
    EXPECT_EQ(dropped["graph"]["edges"], 4);
    EXPECT_NEAR(dropped["largest"][0]["value"].get<double>(), 0.3326044529, 1e-6);
  }
  const nlohmann::json generated = json_of({"pagerank", "kron:4:16"}),
                       all = json_of({"pagerank", "kron:4:16", "--keep-self-loops"});
  EXPECT_EQ(generated["graph"]["self_loops"], 0);
  EXPECT_GT(all["graph"]["self_loops"], 0);
}

TEST(pagerank_command, is_personalized_by_names) {
  const scratch_folder folder;
  const std::string trains = folder.file("trains.csv", "from,to\nVienna,Linz\nVienna,Graz\n");
  const auto largest = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"pagerank", trains, "--undirected"});
    return json_of(options)["largest"][0]["label"];
  };
  EXPECT_EQ(largest({}), "Vienna");
  EXPECT_EQ(largest({"--damping", "0.2", "--personalize", "Graz"}), "Graz");
  EXPECT_EQ(largest({"--damping", "0.2", "--personalize-list", folder.file("list.txt", "Linz\nLinz\nGraz\n")}), "Linz");
}

TEST(pagerank_command, writes_ranks) {
  const scratch_folder folder;
  const std::string trains = folder.file("trains.csv", "from,to\nVienna,Linz\nLinz,Vienna\n");
  ASSERT_EQ(run_program({"pagerank", trains, "--output", folder / "r.tsv"}).exit_code, 0);
  EXPECT_EQ(content_of(folder / "r.tsv"), "vertex\tpagerank\nVienna\t0.5\nLinz\t0.5\n");
  ASSERT_EQ(run_program({"pagerank", "path:4", "--output", folder / "r.npy"}).exit_code, 0);
  EXPECT_EQ(content_of(folder / "r.npy").size(), 128 + 4 * 8u);
}

TEST(pagerank_command, takes_a_layout_from_a_file_and_an_empty_graph) {
  const scratch_folder folder;
  const std::string own = folder / "k.fathom";
  ASSERT_EQ(run_program({"convert", "kron:10", own, "--prepare"}).exit_code, 0);
  EXPECT_NE(json_of({"pagerank", own})["order_reason"].get<std::string>().find("degree order"), std::string::npos);
  const std::string none = folder.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  EXPECT_EQ(json_of({"pagerank", none})["iterations"], 0);
}

TEST(pagerank_command, explains_mistakes) {
  const scratch_folder folder;
  expect_error(run_program({"pagerank", "path:5", "--damping", "1.5"}), usage, "--damping: '1.5' is not a number from 0 to 1");
  expect_error(run_program({"pagerank", "path:5", "--damping", "nan"}), usage, "--damping: 'nan'");
  expect_error(run_program({"pagerank", "path:5", "--tolerance", "much"}), usage, "'much' is not a number");
  expect_error(run_program({"pagerank", "path:5", "--iterations", "5", "--tolerance", "1"}), usage, "--iterations");
  expect_error(run_program({"pagerank", "path:5", "--personalize", "9"}), usage, "vertex");
  expect_error(run_program({"pagerank", "path:5", "--method", "chebyshev"}), usage, "choose one of auto, power, gauss-seidel");
  expect_error(run_program({"pagerank", "path:5", "--output", folder / "out.xml"}), usage, ".npy, .tsv, .csv or .txt");
  const std::string negative = folder.file("negative.wel", "0 1 2\n1 0 -2\n");
  expect_error(run_program({"pagerank", negative, "--directed"}), usage, "the edge from 1 to 0 has the weight -2");
}

}  // namespace
}  // namespace fathom::test
