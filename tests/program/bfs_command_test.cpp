// Text output of `fathom bfs`.
#include <gtest/gtest.h>

#include "expectations.hpp"

namespace fathom::test {
namespace {

const char* const cities = "from,to\nParis,Lyon\nLyon,Nice\nNice,Rome\nBrest,Paris\n";

TEST(bfs_command, one_search_is_printed_run_by_run) {
  const run_outcome ran = run_program({"bfs", "grid:20x30", "--source", "0", "-v"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(says(ran.out, "grid:20x30  undirected: 600 vertices, 1,150 edges (2,300 directed)"));
  EXPECT_TRUE(says(ran.out, "order: "));
  EXPECT_TRUE(says(ran.out, "1 search from source 0"));
  EXPECT_TRUE(says(ran.out, "1 of 1 valid"));
  EXPECT_TRUE(says(ran.out, "top-down"));
  EXPECT_FALSE(says(ran.out, "1st quartile"));
  EXPECT_FALSE(says(ran.out, "\033"));
}

TEST(bfs_command, partitions_over_devices_of_one_process) {
  const std::vector<std::string> search{"bfs", "kron:8", "-n", "3", "--validate", "--threads", "2"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = search;
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  const run_outcome column = with({"--devices", "cpu,cpu,cpu"}), grid = with({"--devices", "cpu,cpu", "--grid", "1x2"});
  EXPECT_EQ(column.exit_code, 0) << column.err;
  EXPECT_NE(column.out.find("partitioned over 3 devices (3 x 1)"), std::string::npos) << column.out;
  EXPECT_NE(column.out.find("on cpu, cpu, cpu"), std::string::npos) << column.out;
  EXPECT_NE(column.out.find("3 of 3 valid"), std::string::npos) << column.out;
  EXPECT_NE(grid.out.find("2 devices (1 x 2)"), std::string::npos) << grid.out;
  EXPECT_NE(grid.out.find("3 of 3 valid"), std::string::npos) << grid.out;
  const run_outcome other = with({"--devices", "cpu,cpu", "--grid", "3x1"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("does not match 2"), std::string::npos) << other.err;
}

TEST(bfs_command, many_searches_are_printed_as_statistics) {
  const run_outcome ran = run_program({"bfs", "kron:8", "--sources", "random:64", "--validate"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "64 searches from random sources"));
  EXPECT_TRUE(says(ran.out, "64 of 64 valid"));
  EXPECT_TRUE(says(ran.out, "1st quartile"));
  EXPECT_TRUE(says(ran.out, "harmonic mean"));
  EXPECT_TRUE(says(ran.out, "the slowest search"));
}

TEST(bfs_command, labels_name_sources_and_a_longest_path) {
  const scratch_folder folder;
  const std::string file = folder.file("cities.csv", cities);
  const run_outcome ran = run_program({"bfs", file, "--directed", "--source", "Brest"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "source Brest"));
  EXPECT_TRUE(says(ran.out, "Brest -> Paris -> Lyon -> Nice -> Rome"));
}

TEST(bfs_command, labels_cannot_write_on_the_terminal) {
  const scratch_folder folder;
  const std::string file = folder.file("hostile.csv", "from,to\na,\x1b[31mred\n");
  const run_outcome ran = run_program({"bfs", file, "--source", "a"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "a -> \\x1b[31mred"));
}

TEST(bfs_command, an_unreached_target_is_stated) {
  const scratch_folder folder;
  const std::string file = folder.file("two.el", "0 1\n2 3\n");
  const run_outcome ran = run_program({"bfs", file, "--source", "0", "--target", "3"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "target 3 was not reached"));
}

TEST(bfs_command, long_searches_are_printed_as_sums) {
  const run_outcome ran = run_program({"bfs", "path:5000", "--source", "0", "--analysis"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "sums of"));
  EXPECT_TRUE(says(ran.out, "more ... ->"));
  EXPECT_LT(std::count(ran.out.begin(), ran.out.end(), '\n'), 80);
}

TEST(bfs_command, sources_come_from_a_file) {
  const scratch_folder folder;
  const std::string list = folder.file("sources.txt", "\xef\xbb\xbf# mine\n3\r\n\n 5 \t\n");
  const run_outcome ran = run_program({"bfs", "path:9", "--sources", list, "--runs"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "2 searches from the sources in"));
  EXPECT_EQ(run_program({"bfs", "path:9", "--sources", "-"}, {.standard_input = list}).exit_code, 0);
}

TEST(vertex_lists, may_have_labels_that_begin_like_comments) {
  const scratch_folder folder;
  const std::string tags = folder.file("tags.csv", "source,target\n#ai,#ml\n"), tag = folder.file("tag.txt", "# one\n#ai\n");
  EXPECT_TRUE(says(run_program({"bfs", tags, "--sources", tag}).out, "1 search from the sources in"));
  const std::string pairs = folder.file("pairs.txt", "#ai and #ml:\n# both\n#ai #ml\n");
  EXPECT_EQ(run_program({"path", tags, "--pairs", pairs}).exit_code, bad_file);
  const std::string pair = folder.file("pair.txt", "# both\n#ai #ml\n");
  EXPECT_TRUE(says(run_program({"path", tags, "--pairs", pair}).out, "#ai -> #ml"));
}

TEST(bfs_command, several_sources_are_several_searches) {
  const run_outcome ran = run_program({"bfs", "-r", "3", "--source", "5", "path:9"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "2 searches"));
}

}  // namespace
}  // namespace fathom::test
