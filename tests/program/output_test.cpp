// Destinations of output: through links, into streams, never over an input; and the messages about them.
#include <gtest/gtest.h>

#include <filesystem>

#include "expectations.hpp"
#include "run_program.hpp"

namespace fathom::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* edges_of_a_path = "0 1\n1 2\n";
constexpr const char* table_of_a_path = "vertex\tdistance\tpredecessor\n0\t0\t-1\n1\t1\t0\n2\t2\t1\n";

int search_into(const std::string& output, const run_settings& settings = {}) {
  return run_program({"bfs", "path:3", "--source", "0", "--json", "--output", output}, settings).exit_code;
}

TEST(output, a_link_stays_and_its_file_is_replaced) {
  const scratch_folder folder;
  fs::create_directory(folder / "data");
  folder.file("data/old.tsv", "old");
  fs::create_symlink("data/old.tsv", folder / "link.tsv");
  fs::create_symlink("link.tsv", folder / "twice.tsv");
  fs::create_symlink("data/new.tsv", folder / "dangling.tsv");
  ASSERT_EQ(search_into(folder / "twice.tsv"), 0);
  ASSERT_EQ(search_into(folder / "dangling.tsv"), 0);
  EXPECT_TRUE(fs::is_symlink(folder / "twice.tsv") && fs::is_symlink(folder / "link.tsv") &&
              fs::is_symlink(folder / "dangling.tsv"));
  EXPECT_EQ(content_of(folder / "data/old.tsv"), table_of_a_path);
  EXPECT_EQ(content_of(folder / "data/new.tsv"), table_of_a_path);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "data"), {}), 2);  // no unfinished files next to them
}

TEST(output, links_in_a_circle_are_refused) {
  const scratch_folder folder;
  fs::create_symlink("b.tsv", folder / "a.tsv");
  fs::create_symlink("a.tsv", folder / "b.tsv");
  EXPECT_EQ(search_into(folder / "a.tsv"), bad_file);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.tsv", "b.tsv"}));
}

TEST(output, a_file_keeps_its_mode) {
  const scratch_folder folder;
  for (const auto mode : {fs::perms::owner_read | fs::perms::owner_write, fs::perms(0664)}) {
    const std::string out = folder.file("out.tsv", "old");
    fs::permissions(out, mode);
    ASSERT_EQ(search_into(out), 0);
    EXPECT_EQ(fs::status(out).permissions(), mode);
    EXPECT_EQ(content_of(out), table_of_a_path);
  }
}

TEST(output, standard_output_by_any_name_stays_what_it_is) {
  const scratch_folder folder;
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    const std::string out = folder.file("kept.txt", "");
    fs::remove(folder / "link.tsv");
    fs::create_symlink(name, folder / "link.tsv");
    ASSERT_EQ(search_into(folder / "link.tsv", {.standard_output = out}), 0);
    // Later output of the program is appended, not written over it.
    EXPECT_EQ(content_of(out).rfind(std::string(table_of_a_path) + "{", 0), 0u) << name << content_of(out);
    EXPECT_TRUE(fs::is_symlink(name));
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"kept.txt", "link.tsv"}));
  }
}

TEST(output, convert_writes_to_standard_output) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", edges_of_a_path);
  const run_outcome ran = run_program({"convert", graph, "-", "--to", "mtx", "--directed"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n");
  const run_outcome named = run_program({"convert", folder.file("g.csv", "from,to\nParis,Lyon\n"), "-", "--to", "el"});
  EXPECT_EQ(named.err,
            "fathom: note: 2 names were numbered by first appearance\nfathom: left out, since 'el' cannot hold it: names\n");
  const std::vector<std::string> quiet{"convert", folder / "g.csv", "-", "--to", "csv", "--quiet"};
  EXPECT_EQ(run_program(quiet).err, "");
  EXPECT_EQ(run_program({"convert", graph, "-"}).exit_code, usage);
  EXPECT_EQ(run_program({"convert", folder.file("g.wel", "0 1 5\n"), "-", "--to", "graph500"}).exit_code, bad_file);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"g.csv", "g.el", "g.wel"}));
}

TEST(output, an_input_is_not_overwritten) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.txt", edges_of_a_path), list = folder.file("s.predecessors.txt", "0\n");
  fs::create_symlink(graph, folder / "link.txt");
  fs::create_hard_link(graph, folder / "hard.txt");
  EXPECT_EQ(run_program({"convert", graph, graph}).exit_code, usage);
  EXPECT_EQ(run_program({"convert", "-f", folder / "link.txt", graph}).exit_code, usage);
  EXPECT_EQ(run_program({"convert", "-", graph}, {.standard_input = graph}).exit_code, usage);
  EXPECT_EQ(run_program({"bfs", graph, "--source", "0", "--output", folder / "hard.txt"}).exit_code, usage);
  EXPECT_EQ(run_program({"bfs", graph, "--sources", list, "--output", folder / "s.txt"}).exit_code, usage);
  EXPECT_EQ(run_program({"bench", "build", graph, "--output", graph}).exit_code, usage);
  const run_outcome ran = run_program({"bfs", graph, "--source", "0", "--output", graph});
  EXPECT_EQ(ran.exit_code, usage);
  EXPECT_NE(ran.err.find("would overwrite the input"), std::string::npos) << ran.err;
  EXPECT_EQ(content_of(graph), edges_of_a_path);
  EXPECT_EQ(content_of(list), "0\n");
}

TEST(output, two_outputs_are_not_one_file) {
  const scratch_folder folder;
  const std::string graph = folder.file("g.el", edges_of_a_path), out = folder / "o.txt";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"dag", graph, "--directed", "--reduction", out},
        std::vector<std::string>{"cores", graph, "--undirected", "--k-core", "1", "--subgraph", out},
        std::vector<std::string>{"dag", graph, "--directed", "--reduction", folder / "o.vertices.txt"}}) {
    std::vector<std::string> both = command;
    both.insert(both.end(), {"--output", out});
    expect_error(run_program(both), usage, "write the same file; give each its own");
  }
  const std::string report = folder.file("r.tsv", "");
  EXPECT_EQ(run_program({"bfs", graph, "--source", "0", "--output", report}, {.standard_output = report}).exit_code, usage);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"g.el", "r.tsv"}));
}

TEST(output, all_files_are_named) {
  const scratch_folder folder;
  const std::string graph = folder.file("gaps.el", "7 9\n9 100\n");
  const run_outcome ran = run_program({"bfs", graph, "--source", "7", "--output", folder / "out.npy"});
  for (const char* name : {"out.npy  written", "out.predecessors.npy  written", "out.vertices.npy  written"}) {
    EXPECT_NE(ran.out.find(name), std::string::npos) << ran.out;
  }
}

TEST(output, a_prepared_layout_stays_with_its_graph) {
  const scratch_folder folder;
  const std::string a = folder / "a.fathom", b = folder / "b.fathom";
  ASSERT_EQ(run_program({"convert", "kron:8", a, "--prepare"}).exit_code, 0);
  ASSERT_EQ(run_program({"convert", a, b}).exit_code, 0);
  EXPECT_NE(run_program({"bfs", b, "--source", "3"}).out.find("(loaded from the file"), std::string::npos);
  const run_outcome as_text = run_program({"convert", a, folder / "c.el"});
  EXPECT_NE(as_text.out.find("left out, since 'el' cannot hold it: the prepared layout"), std::string::npos) << as_text.out;
}

TEST(output, a_wrong_suffix_costs_no_reading) {
  const scratch_folder folder;
  const std::string broken = folder.file("broken.el", "0 x\n");
  EXPECT_EQ(run_program({"convert", broken, folder / "result.doc"}).exit_code, usage);
  EXPECT_EQ(run_program({"convert", broken, folder / "out.el.gz"}).exit_code, usage);
  EXPECT_EQ(run_program({"bfs", broken, "--output", folder / "out.doc"}).exit_code, usage);
}

TEST(output, a_graph_from_standard_input_was_read) {
  const scratch_folder folder;
  const run_outcome ran = run_program({"info", "-"}, {.standard_input = folder.file("g.el", edges_of_a_path)});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("read "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("generated"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace fathom::test
