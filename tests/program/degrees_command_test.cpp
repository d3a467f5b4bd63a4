// fathom degrees: the degrees of NetworkX.
#include <gtest/gtest.h>

#include "expectations.hpp"

namespace fathom::test {
namespace {

// NetworkX: nx.Graph([(0, 1), (1, 1), (1, 2)]).degree is 1, 4, 1; the DiGraph's out_degree 1, 2, 0 and in_degree 0, 2, 1.
TEST(degrees_command, counts_both_ends_of_a_self_loop) {
  const scratch_folder folder;
  const std::string loop = folder.file("loop.el", "0 1\n1 1\n1 2\n");
  const auto degrees = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"degrees", loop, "--output", folder / "d.txt"};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run_program(words).exit_code, 0);
    return content_of(folder / "d.txt");
  };
  EXPECT_EQ(degrees({"--undirected"}), "1\n4\n1\n");
  EXPECT_EQ(degrees({"--directed"}), "1\n2\n0\n");
  EXPECT_EQ(degrees({"--directed", "--in"}), "0\n2\n1\n");
  EXPECT_EQ(degrees({"--undirected", "--drop-self-loops"}), "1\n2\n1\n");
}

}  // namespace
}  // namespace fathom::test
