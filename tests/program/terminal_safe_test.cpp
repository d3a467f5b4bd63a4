// Escape sequences in names, labels, lines and archive members are never printed to a terminal.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "run_program.hpp"

namespace fathom::test {
namespace {

const std::string hostile =
    "\x1b]0;EVIL\x07\x9b"
    "1m\xc2\x9b"
    "2m\x7f";

void expect_clean(const std::string& text, const std::string& what) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    EXPECT_TRUE((byte >= ' ' && byte < 0x7f) || c == '\n') << what << ": byte " << int{byte} << " in " << text;
  }
}

// A tar archive (POSIX ustar) of small files.
std::string tar_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string archive;
  for (const auto& [name, content] : members) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { std::memcpy(header.data() + at, text.data(), text.size()); };
    char size[12], sum[8];
    std::snprintf(size, sizeof size, "%011zo", content.size());
    put(0, name), put(100, "0000644"), put(108, "0000000"), put(116, "0000000"), put(124, size), put(136, "00000000000");
    put(148, "        "), put(156, "0"),
        put(257, std::string("ustar\0"
                             "00",
                             8));
    unsigned total = 0;
    for (const char c : header) total += static_cast<unsigned char>(c);
    std::snprintf(sum, sizeof sum, "%06o", total);
    put(148, std::string(sum) + std::string("\0 ", 2));
    archive += header + content + std::string((512 - content.size() % 512) % 512, '\0');
  }
  return archive + std::string(1024, '\0');
}

TEST(terminal_safe_output, of_every_message) {
  const scratch_folder folder;
  const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
  const std::string graph = folder.file("g.txt", "0 1\n");
  ASSERT_EQ(run_program({"reach", "build", graph, "--all", "--hops", "1", "--output", folder / "g.reach"}).exit_code, 0);
  const std::string list = folder.file("list", hostile + "\n"), pairs = folder.file("pairs", "0 " + hostile + "\n");
  const std::string named = folder.file(hostile + ".el", "0 x\n"), good = folder.file(hostile + "good.el", "0 1\n");
  const std::vector<std::vector<std::string>> failing = {
      {"info", folder.file("two.tar", tar_of({{hostile + "1.mtx", matrix}, {hostile + "2.mtx", matrix}}))},
      {"info", folder.file("none.tar", tar_of({{hostile + "README", "abc"}}))},
      {"info", folder.file("banner.mtx", "%%MatrixMarket matrix " + hostile + " pattern general\n2 2 1\n1 2\n")},
      {"info", folder.file("line.el", "0 1\n" + hostile + " 2\n")},
      {"info", folder.file("size.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + hostile + "\n")},
      {"info", folder.file("problem.gr", "p " + hostile + " 1 1\n")},
      {"info", folder.file("header.graph", hostile + "\n")},
      {"info", folder.file("type.adj", hostile + "\n")},
      {"info", named},
      {"info", folder / (hostile + "missing.el")},
      {"info", graph, "--format", hostile},
      {"info", graph, "--" + hostile},
      {hostile},
      {"info", "kron:" + hostile},
      {"convert", graph, folder / ("x." + hostile)},
      {"convert", graph, folder / (hostile + "/x.el")},
      {"bfs", graph, "--source", hostile},
      {"bfs", graph, "--sources", list},
      {"bfs", graph, "-r", "0", "--target", hostile},
      {"bfs", graph, "-r", "0", "--output", folder / ("x" + hostile)},
      {"closeness", graph, "--vertices", list},
      {"reach", "query", folder / "g.reach", "--pairs", pairs},
      {"reach", "query", folder / "g.reach", hostile, "0"},
      {"validate", graph, "-r", "0", "--distances", folder.file("r.txt", hostile + "\n")},
      {"validate", graph, "-r", "0", "--distances",
       folder.file("r.tsv", "vertex\tdistance\tpredecessor\n" + hostile + "\t0\t-1\n")},
  };
  for (const auto& command : failing) {
    const run_outcome ran = run_program(command);
    EXPECT_NE(ran.exit_code, 0) << command[0] << ' ' << command.back();
    EXPECT_NE(ran.err.find("fathom: error: "), std::string::npos) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    expect_clean(ran.err, command[0]);
    expect_clean(ran.out, command[0]);
  }
  const std::string labels = folder.file("labels.csv", "source,target\n" + hostile + ",b\nb,c\n");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"info", good},
                                                  {"bfs", labels, "--undirected", "-r", "b", "--target", "c", "--analysis"},
                                                  {"components", labels, "--weak"},
                                                  {"pagerank", labels},
                                                  {"convert", good, folder / ("out" + hostile + ".mtx")},
                                                  {"bfs", good, "-r", "0", "--output", folder / ("out" + hostile + ".npy")}}) {
    const run_outcome ran = run_program(command);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    expect_clean(ran.out + ran.err, command[0]);
  }
}

TEST(terminal_safe_output, json_stays_valid_and_keeps_the_name) {
  const scratch_folder folder;
  const std::string name = "\x1b[1m\xc2\x9b\x7f\xe2\x80\xae\xc3\xa9";
  const std::string labels = folder.file("labels.csv", "source,target\n" + name + ",b\n");
  const run_outcome ran = run_program({"components", labels, "--weak", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const nlohmann::json told = nlohmann::json::parse(ran.out);
  EXPECT_EQ(told["largest"][0]["label"], name);
  for (const std::string& raw : {std::string("\x1b"), std::string("\xc2\x9b"), std::string("\x7f"), std::string("\xe2\x80\xae")}) {
    EXPECT_EQ(ran.out.find(raw), std::string::npos);
  }
}

}  // namespace
}  // namespace fathom::test
