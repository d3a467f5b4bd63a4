// Format detection: by suffix, then by content; the option overrides both.
#include <thread>

#include <sys/stat.h>

#include <set>

#include "expected_error.hpp"
#include "io/formats/format.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

TEST(format_names, round_trip) {
  for (const auto format :
       {file_format::matrix_market, file_format::snap, file_format::dimacs, file_format::metis, file_format::edge_list,
        file_format::weighted_edges, file_format::gap_serialized, file_format::gap_weighted, file_format::graph500,
        file_format::csv, file_format::scipy_npz, file_format::ligra, file_format::pbbs, file_format::graphml, file_format::gexf,
        file_format::gml, file_format::pajek, file_format::fathom, file_format::automatic}) {
    EXPECT_EQ(format_named(to_string(format)), format);
  }
  EXPECT_EQ(format_named("MTX"), file_format::matrix_market);
  for (const char* name : {"", "nonsense"}) {
    expect_error(error_category::usage, "mtx, snap, gr", [&] { static_cast<void>(format_named(name)); });
  }
}

TEST(format_registry, has_one_complete_description_per_format) {
  std::set<file_format> seen;
  std::set<std::string_view> names;
  for (const io::format_description* one : io::all_formats()) {
    SCOPED_TRACE(one->names[0]);
    EXPECT_TRUE(seen.insert(one->format).second);
    EXPECT_NE(one->read_text != nullptr, one->read_bytes != nullptr);
    for (const std::string_view name : one->names) EXPECT_TRUE(name.empty() || names.insert(name).second) << name;
    for (const std::string_view suffix : one->suffixes) EXPECT_TRUE(suffix.empty() || suffix.starts_with('.')) << suffix;
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(file_format::fathom));  // the last value; automatic has no description
}

struct content {
  std::string file;
  std::string text;
  file_format format;
};

std::ostream& operator<<(std::ostream& out, const content& c) { return out << c.file << " as " << to_string(c.format); }

class detection : public testing::TestWithParam<content> {};

TEST_P(detection, finds) { EXPECT_EQ(read_text(GetParam().file, GetParam().text).format, GetParam().format); }

const std::string mtx_content = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
const std::string adj = "AdjacencyGraph\n2\n1\n0\n1\n1\n";

INSTANTIATE_TEST_SUITE_P(
    content, detection,
    testing::Values(
        content{"a.mtx", mtx_content, file_format::matrix_market}, content{"a.txt", mtx_content, file_format::matrix_market},
        content{"a", mtx_content, file_format::matrix_market}, content{"a.weird", mtx_content, file_format::matrix_market},
        content{"a.mtx.gz", mtx_content, file_format::matrix_market}, content{"A.MTX", mtx_content, file_format::matrix_market},
        content{"a.graph", adj, file_format::ligra}, content{"a", adj, file_format::ligra},
        content{"a.txt", "c x\np sp 2 1\na 1 2 3\n", file_format::dimacs}, content{"a", "p sp 2 0\n", file_format::dimacs},
        content{"a", "0 1\n1 2\n", file_format::snap}, content{"a", "# hello\n0 1\n", file_format::snap},
        content{"a", "0 1", file_format::snap}, content{"a", "0 1 5\n1 2 7\n", file_format::snap},
        content{"a.txt", "source,target\n0,1\n", file_format::csv}, content{"a", "x;y\n0;1\n", file_format::csv},
        content{"a.txt", "source\ttarget\n0\t1\n", file_format::csv}, content{"a.el", "0 1\n", file_format::edge_list},
        content{"a.txt", "0 1\n", file_format::snap}, content{"a.txt", "# 0,1\n0 1\n", file_format::snap}));

TEST(detection, gives_up_with_a_list) {
  const temporary_folder folder;
  const std::string message = read_error(folder.put("a.weird", "once upon a time\n"));
  EXPECT_NE(message.find("mtx, snap, gr"), message.npos) << message;
}

TEST(detection, does_not_take_prose_for_a_table) {
  const temporary_folder folder;
  for (const char* prose : {"Real graphs, each one file, compressed.\nAs many as there are.\n",
                            "Once, upon a time\nthere was, he said, a graph\n", "one; two\nand three\n", "a\ttab\nand none\n"}) {
    const std::string message = read_error(folder.put("README.md", prose));
    EXPECT_NE(message.find("the format is not clear from the name or the content"), message.npos) << message;
  }
}

TEST(detection, knows_tables_with_separators_in_quotes) {
  const read_result r = read_text("a", "source,target\n\"Smith, John\",Ann\n");
  EXPECT_EQ(r.format, file_format::csv);
  EXPECT_EQ(r.g.num_vertices(), 2u);
}

TEST(detection, is_overridden_by_the_option) {
  read_options options;
  options.format = file_format::edge_list;
  const read_result r = read_text("a.mtx", "0 1\n", options);
  EXPECT_EQ(r.format, file_format::edge_list);
  EXPECT_EQ(r.g.num_vertices(), 2u);
}

TEST(pipes, are_read_once_from_begin_to_end) {
  const temporary_folder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto feed = [&](std::string text) {
    return std::thread([&pipe, text = std::move(text)] { std::ofstream(pipe, std::ios::binary) << text; });
  };
  std::thread writer = feed(mtx_content);
  read_result r;
  EXPECT_NO_THROW(r = read_graph(pipe));
  writer.join();
  EXPECT_EQ(r.format, file_format::matrix_market);
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 1}}));
  writer = feed("0 1\n1 x\n");
  read_options edges;
  edges.format = file_format::snap;
  const std::string message = read_error(pipe, nullptr, edges);
  writer.join();
  EXPECT_NE(message.find("pipe:2: \"x\""), message.npos) << message;
  writer = feed("PK\x03\x04 and so on\n");
  const std::string binary = read_error(pipe);
  writer.join();
  EXPECT_NE(binary.find("is a .zip archive in a pipe"), binary.npos) << binary;
}

}  // namespace
}  // namespace fathom::test
