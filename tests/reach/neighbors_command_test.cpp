// `fathom neighbors`: tables, bad_file, JSON, and errors.
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "commands.hpp"

namespace fathom::test {
namespace {

using nlohmann::json;

constexpr const char* path_edges = "0 1\n1 2\n2 3\n3 4\n";

// Returns the elements of a .npy file, whose header ends with the first line.
template <class T>
std::vector<T> npy_values(const std::string& bytes) {
  const std::size_t begin = bytes.find('\n') + 1;
  std::vector<T> values((bytes.size() - begin) / sizeof(T));
  std::memcpy(values.data(), bytes.data() + begin, values.size() * sizeof(T));
  return values;
}

TEST(neighbors_command, shows_a_table_of_counts) {
  const run_outcome ran = run_program({"neighbors", "path:9", "--source", "0", "--source", "4", "--hops", "3"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(says(ran.out, "within 3 hops of 2 sources on cpu"));
  EXPECT_TRUE(says(ran.out,
                   "  source  1 hop  2 hops  3 hops  total\n"
                   "       0      1       1       1      3\n"
                   "       4      2       2       2      6\n"));
  const run_outcome deep = run_program({"neighbors", "path:40", "--source", "0", "--hops", "30"});
  EXPECT_TRUE(says(deep.out, "10 hops  farther  total\n"));
  EXPECT_TRUE(says(deep.out, "       20     30\n"));
  const run_outcome many = run_program({"neighbors", "grid:9x9", "--sources", "random:50", "--hops", "0"});
  EXPECT_EQ(many.out.find("1 hop"), std::string::npos) << many.out;
  EXPECT_EQ(many.exit_code, 0);
  EXPECT_TRUE(says(many.out, "and 18 more sources; --output and --json list all"));
}

TEST(neighbors_command, prints_json) {
  const run_outcome ran = run_program({"neighbors", "path:9", "--source", "4", "--hops", "2", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json found = json::parse(ran.out);
  expect_values(found, {{"/hops", 2},
                        {"/results/0/source", 4},
                        {"/results/0/within", 4},
                        {"/results/0/found_by_distance", (std::vector<int>{1, 2, 2})},
                        {"/results/0/neighbors", (std::vector<int>{2, 3, 5, 6})},
                        {"/results/0/distances", (std::vector<int>{2, 1, 1, 2})}});
  const json counted = json::parse(run_program({"neighbors", "path:9", "--source", "4", "--hops", "2", "--json", "--counts"}).out);
  EXPECT_EQ(counted["results"][0]["found_by_distance"], (std::vector<int>{1, 2, 2}));
  EXPECT_FALSE(counted["results"][0].contains("neighbors"));
}

TEST(neighbors_command, writes_tables) {
  const scratch_folder folder;
  const std::string trains = folder.file("trains.csv", railway);
  const std::vector<std::string> words{"neighbors", trains, "--undirected", "--source",        "Graz",
                                       "--hops",    "2",    "--output",     folder / "out.tsv"};
  ASSERT_EQ(run_program(words).exit_code, 0);
  EXPECT_EQ(content_of(folder / "out.tsv"), "source\tvertex\tdistance\nGraz\tVienna\t1\nGraz\tLinz\t2\nGraz\tVillach\t1\n");
  std::vector<std::string> counting = words;
  counting.push_back("--counts");
  ASSERT_EQ(run_program(counting).exit_code, 0);
  EXPECT_EQ(content_of(folder / "out.tsv"), "source\thops\tvertices\nGraz\t0\t1\nGraz\t1\t2\nGraz\t2\t1\n");
}

TEST(neighbors_command, writes_text_and_arrays) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", path_edges);
  const auto write = [&](const std::string& name, bool counts) {
    std::vector<std::string> words{"neighbors", graph, "--undirected", "--source",   "2", "--source", "0",
                                   "--hops",    "2",   "--output",     folder / name};
    if (counts) words.push_back("--counts");
    EXPECT_EQ(run_program(words).exit_code, 0);
  };
  write("n.txt", false);
  EXPECT_EQ(content_of(folder / "n.txt"), "0 1 3 4\n1 2\n");
  EXPECT_EQ(content_of(folder / "n.distances.txt"), "2 1 1 2\n1 2\n");
  EXPECT_EQ(content_of(folder / "n.sources.txt"), "2\n0\n");
  write("n.npy", false);
  EXPECT_EQ(npy_values<std::int32_t>(content_of(folder / "n.npy")), (std::vector<std::int32_t>{0, 1, 3, 4, 1, 2}));
  EXPECT_EQ(npy_values<std::int32_t>(content_of(folder / "n.distances.npy")), (std::vector<std::int32_t>{2, 1, 1, 2, 1, 2}));
  EXPECT_EQ(npy_values<std::int64_t>(content_of(folder / "n.offsets.npy")), (std::vector<std::int64_t>{0, 4, 6}));
  EXPECT_EQ(npy_values<std::int32_t>(content_of(folder / "n.sources.npy")), (std::vector<std::int32_t>{2, 0}));
  write("c.txt", true);
  EXPECT_EQ(content_of(folder / "c.txt"), "1 2 2\n1 1 1\n");
  write("c.npy", true);
  EXPECT_EQ(npy_values<std::int64_t>(content_of(folder / "c.npy")), (std::vector<std::int64_t>{1, 2, 2, 1, 1, 1}));
  EXPECT_TRUE(says(content_of(folder / "c.npy"), "'shape': (2, 3)"));
}

TEST(neighbors_command, calls_vertices_as_the_file_does) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", "7 100000000000\n100000000000 5000000000\n");
  ASSERT_EQ(run_program({"neighbors", graph, "--directed", "--source", "7", "--hops", "2", "--output", folder / "n.npy"}).exit_code,
            0);
  EXPECT_EQ(npy_values<std::int64_t>(content_of(folder / "n.npy")), (std::vector<std::int64_t>{5000000000, 100000000000}));
}

TEST(neighbors_command, refuses_mistakes) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.txt", path_edges);
  expect_error(run_program({"neighbors", "path:9", "--json"}), usage, "--hops is required");
  expect_error(run_program({"neighbors", "path:9", "--hops", "-1", "--json"}), usage, "--hops: '-1' is not an integer");
  expect_error(run_program({"neighbors", "path:9", "--source", "9", "--hops", "1", "--json"}), usage,
               "source 9 is not in the graph");
  expect_error(run_program({"neighbors", folder / "none.el", "--hops", "1", "--json"}), bad_file, "none.el: cannot be read");
  expect_error(run_program({"neighbors", "path:9", "--hops", "1", "--output", folder / "x.pdf"}), usage,
               "x.pdf: results are written as");
  expect_error(run_program({"neighbors", "path:9", "--hops", "1", "--output", folder / "no/x.tsv", "--json"}), bad_file,
               "cannot be written");
  expect_error(run_program({"neighbors", graph, "--hops", "1", "--output", graph, "--json"}), usage, "would overwrite the input");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"g.txt"});
}

}  // namespace
}  // namespace fathom::test
