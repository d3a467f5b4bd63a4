// Command-line options for tables, and vertex names of labeled graphs.
#include <gtest/gtest.h>

#include "expectations.hpp"

namespace fathom::test {
namespace {

TEST(table_options, choose_columns_separator_and_header) {
  const scratch_folder folder;
  const std::string file = folder.file("t.csv", "km^a^b\n5^0^1\n1^1^2\n9^0^2\n"), out = folder / "out.tsv";
  const std::vector<std::string> search = {"sssp", file, "--directed", "--source", "0", "--output", out};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), search.begin(), search.end());
    return run_program(more);
  };
  const run_outcome ran =
      with({"--separator", "^", "--header", "yes", "--source-column", "a", "--target-column", "3", "--weight-column", "KM"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(content_of(out).find("2\t6\t1\n"), std::string::npos) << content_of(out);
  EXPECT_NE(ran.out.find("table: a header, columns separated by '^'"), std::string::npos) << ran.out;
  expect_error(with({"--separator", "semi"}), usage, "--separator 'semi' is not a separator");
  expect_error(with({"--header", "maybe"}), usage, "maybe");
  expect_error(with({"--separator", ""}), usage, "is empty");
  expect_error(with({"--separator", "^", "--target-column", "c"}), usage, "--target-column \"c\" is not a column");
}

TEST(table_options, are_refused_where_there_is_no_table) {
  const scratch_folder folder;
  const std::string matrix = folder.file("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  const std::vector<std::pair<std::string, std::string>> options = {
      {"--source-column", "1"}, {"--target-column", "1"}, {"--weight-column", "1"}, {"--separator", "tab"}, {"--header", "no"}};
  for (const auto& [option, value] : options) {
    expect_error(run_program({"info", matrix, option, value}), usage, option + " applies to tables");
    expect_error(run_program({"info", "path:5", option, value}), usage, option + " applies to tables");
  }
}

TEST(labeled_graph, numbers_are_labels_and_never_positions) {
  const scratch_folder folder;
  const std::string file = folder.file("mixed.csv", "source,target\n5,x\nx,0\n"), list = folder.file("list.txt", "5\n1\n");
  EXPECT_EQ(run_program({"bfs", file, "--source", "5", "--target", "0"}).exit_code, 0);
  expect_error(run_program({"bfs", file, "--source", "1"}), usage, "source '1' is not in the graph");
  expect_error(run_program({"bfs", file, "--source", "5", "--target", "2"}), usage, "target '2' is not in the graph");
  expect_error(run_program({"closeness", file, "--vertex", "1"}), usage, "vertex '1' is not in the graph");
  expect_error(run_program({"bfs", file, "--sources", list}), bad_file, "list.txt:2: source '1' is not in the graph");
  const std::string table = folder.file("r.tsv", "vertex\tdistance\tpredecessor\n1\t0\t-1\n");
  expect_error(run_program({"validate", file, "--source", "5", "--distances", table}), bad_file, "'1' is not in the graph");
}

}  // namespace
}  // namespace fathom::test
