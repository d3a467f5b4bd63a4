// Errors in text files: the message has the file, the line and the value.
#include "base/memory.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

struct bad_text {
  std::string file;
  std::string text;
  std::vector<std::string> said;  // parts of the message, without the file name
};

std::ostream& operator<<(std::ostream& out, const bad_text& t) { return out << t.file << ": " << t.said.back(); }

class bad : public testing::TestWithParam<bad_text> {};

TEST_P(bad, is_refused) {
  const bad_text& t = GetParam();
  const temporary_folder folder;
  const std::filesystem::path file = folder.put(t.file, t.text);
  error_category category = error_category::usage;
  const std::string message = read_error(file, &category);
  EXPECT_EQ(category, error_category::input) << message;
  EXPECT_EQ(message.find(file.string()), 0u) << message;
  EXPECT_EQ(message.find('\n'), message.npos) << message;
  for (const std::string& part : t.said) EXPECT_NE(message.find(part), message.npos) << message << " lacks " << part;
}

const std::string mtx_banner = "%%MatrixMarket matrix coordinate ";

INSTANTIATE_TEST_SUITE_P(
    matrix_market, bad,
    testing::Values(
        bad_text{"a.mtx", "1 2\n", {"a.mtx:1:", "%%MatrixMarket"}},
        bad_text{"a.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n", {"a.mtx:1:", "\"array\""}},
        bad_text{"a.mtx", "%%MatrixMarket vector coordinate real general\n2 2\n1\n", {"a.mtx:1:", "expected"}},
        bad_text{"a.mtx", mtx_banner + "quaternion general\n1 1 0\n", {"a.mtx:1:", "unsigned-integer, real or complex"}},
        bad_text{"a.mtx", mtx_banner + "real lopsided\n1 1 0\n", {"a.mtx:1:", "skew-symmetric"}},
        bad_text{"a.mtx", mtx_banner + "real general\n% only comments\n", {"ends before"}},
        bad_text{"a.mtx", mtx_banner + "real general\n2 2\n", {"a.mtx:2:", "\"2 2\""}},
        bad_text{"a.mtx", mtx_banner + "real general\n2 -2 1\n", {"a.mtx:2:", "\"2 -2 1\""}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n2 3 1\n1 3\n", {"a.mtx:2:", "square"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n4294967296 4294967296 1\n1 3\n", {"a.mtx:2:", "at most"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 1000000000000000\n1 3\n", {"line 2", "1000000000000000"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 99999999999999999999\n1 3\n", {"a.mtx:2:", "99999999999999999999"}},
        bad_text{
            "a.mtx", mtx_banner + "pattern general\n% c\n3 3 2\n1 2\n\n1 4\n", {"a.mtx:6:", "\"4\" is outside 1..3", "\"1 4\""}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 2\n0 2\n1 1\n", {"a.mtx:3:", "\"0\" is outside 1..3"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 2\n1 2\n", {"ends after 1 of the 2 entries declared on line 2"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 1\n1 2\n2 3\n", {"a.mtx:4:", "more than the 1 entries", "\"2 3\""}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n0 0 0\n1 1\n", {"a.mtx:3:", "outside"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 1\n1 -2\n", {"a.mtx:3:", "\"-2\" is negative"}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 1\n1 2 5\n", {"a.mtx:3:", "unexpected \"5\""}},
        bad_text{"a.mtx", mtx_banner + "pattern general\n3 3 1\n1 99999999999999999999\n", {"a.mtx:3:", "outside 1..3"}},
        bad_text{"a.mtx", mtx_banner + "real general\n3 3 1\n1 2\n", {"a.mtx:3:", "weight is missing"}},
        bad_text{"a.mtx", mtx_banner + "real general\n3 3 1\n1 2 x7\n", {"a.mtx:3:", "\"x7\" is not a weight"}},
        bad_text{"a.mtx", mtx_banner + "real general\n3 3 1\n1 2 nan\n", {"a.mtx:3:", "\"nan\" is not a finite"}},
        bad_text{"a.mtx", mtx_banner + "real general\n3 3 1\n1 2 -inf\n", {"a.mtx:3:", "\"-inf\" is not a finite"}},
        bad_text{"a.mtx", mtx_banner + "real general\n3 3 1\n1 2 1e999\n", {"a.mtx:3:", "\"1e999\" is not a finite"}}));

INSTANTIATE_TEST_SUITE_P(
    edge_lists, bad,
    testing::Values(
        bad_text{"a.txt",
                 "# x\n0 1\r\n1 y\r\n",
                 {"a.txt:3:", "\"y\" is not a vertex id (a whole number; use --format csv for names)", "\"1 y\""}},
        bad_text{"a.txt", "0 1\n1\n", {"a.txt:2:", "second vertex id is missing"}},
        bad_text{"a.txt", "0 1\n1 2.5\n", {"a.txt:2:", "\"2.5\""}},
        bad_text{
            "a.txt", "0 1\n1 2 3\n", {"a.txt: the first line, \"0 1\", has two columns but the next lines have more", "remove it"}},
        bad_text{"a.txt", "0 1 5\n1 2\n", {"a.txt:2:", "weight is missing"}},
        bad_text{"a.txt", "0 1 5\n1 2 inf\n", {"a.txt:2:", "finite"}},
        bad_text{"a.txt", "-1 1\n", {"a.txt:1:", "\"-1\" is negative (number the vertices from 0 on, or put a letter"}},
        bad_text{"a.txt", "0 1\n1 18446744073709551616\n", {"a.txt:2:", "too large (vertex ids go up to 2^64 - 2; number"}},
        bad_text{"a.el", "0,1\n1,2\n", {"a.el:1:", "use --separator ','"}},
        bad_text{"a.el", "-1 1\n", {"a.el:1:", "and use --format snap"}},
        bad_text{"a.txt", "0 1\n// x y\n", {"a.txt:2:", "comments begin with # or %"}},
        bad_text{"a.txt", "0 1\r\n1 2\n2 3\r3 4\n", {"a.txt:3:", "carriage return inside the line"}},
        bad_text{"a.txt",
                 "0\xc2\xa0"
                 "1\n",
                 {"a.txt:1:", "\\xc2\\xa0"}},
        bad_text{"a.ncol", "a b 2\nb c\n", {"a.ncol:2:", "a weight is missing", "--no-weights"}},
        bad_text{"a.ncol", "a b\nb c 2\n", {"a.ncol:1:", "a weight is missing"}},
        bad_text{"a.txt", "0 1\n1 2 5\n2 3\n", {"a.txt:1:", "a weight is missing"}},
        bad_text{"a.txt",
                 std::string("\xff\xfe\0\0"
                             "0\0\0\0",
                             8),
                 {"iconv -f UTF-32 "}},
        bad_text{"a.txt", "% bip unweighted\n0 1\n", {"a.txt:2:", "start at 1"}},
        bad_text{"a.txt", std::string("0 1\n1\0 2\n", 10), {"binary"}},
        bad_text{"a.txt", std::string("0 1\n1 \0002\n", 9), {"NUL byte in line 2", "binary"}},
        bad_text{"a.txt", std::string("\xff\xfe\60\0 \0\61\0\n\0", 10), {"UTF-16", "iconv -f UTF-16 "}},
        bad_text{"a.csv", std::string("a\0,\0b\0\n\0", 8), {"iconv -f UTF-16LE "}},
        bad_text{"a.weird", std::string("\0a\0,\0b\0\n", 8), {"iconv -f UTF-16BE "}},
        bad_text{"a.txt", "1 2;\n2 3;\n", {"';' at the end of each line"}},
        bad_text{"a.txt", "1 -> 2\n2 -> 3\n", {"\"->\" between source and target"}},
        bad_text{"a.txt", "#x.py\n# GMT Thu\n#\n0 1 2\n1\n", {"adjacency list", "read_adjlist"}},
        bad_text{"a", "#x.py\n# GMT Thu\n#\n0 1\n1 {}\n", {"multiline adjacency list", "read_multiline_adjlist"}},
        bad_text{"a.adjlist", "0 1 2\n1\n", {"adjacency list", "read_adjlist"}}, bad_text{"a.el", "0 1 5\n", {"a.el:1:", "wel"}},
        bad_text{"a.el", "0 1\n4294967295 7\n8 8 8\n", {"a.el:3:", "unexpected \"8\""}},
        bad_text{"a.el", "0 1\nhello world\n", {"a.el:2:", "\"hello\""}},
        bad_text{"a.el", "0 1\n\x01\x02 7\n", {"a.el:2:", "\"\\x01\\x02 7\""}},
        bad_text{"a.wel", "0 1 5\n1 2\n", {"a.wel:2:", "weight is missing"}},
        bad_text{"a.wel", "0 1 5 7\n", {"a.wel:1:", "unexpected \"7\""}}, bad_text{"a.wel", "0 1 NaN\n", {"a.wel:1:", "\"NaN\""}},
        bad_text{"a.el", "# fathom: vertices 99999999999\n0 1\n", {"99999999999", "at most"}}));

INSTANTIATE_TEST_SUITE_P(
    dimacs, bad,
    testing::Values(bad_text{"a.gr", "c only\n", {"no problem line"}}, bad_text{"a.gr", "a 1 2 3\n", {"a.gr:1:", "p sp"}},
                    bad_text{"a.gr", "p min 3 2\n1 2\n", {"a.gr:1:", "\"p min\""}},
                    bad_text{"a.gr", "p aux sp p2p 3\n", {"a.gr:1:", "\"p aux\""}},
                    bad_text{"a.gr", "p sp 3\n", {"a.gr:1:", "VERTICES EDGES"}},
                    bad_text{"a.gr", "p sp 3 1\np sp 3 1\na 1 2 3\n", {"a.gr:2:", "\"p\" is not a known record"}},
                    bad_text{"a.gr", "p sp 3 1\n1 2 3\n", {"a.gr:2:", "\"1\" is not a known record", "\"a\" or \"c\""}},
                    bad_text{"a.gr", "p sp 3 1\ne 1 2\n", {"a.gr:2:", "\"e\" is not a known record"}},
                    bad_text{"a.gr", "p sp 3 1\na 1 2\n", {"a.gr:2:", "weight is missing"}},
                    bad_text{"a.gr", "p sp 3 1\na 1 2 3 4\n", {"a.gr:2:", "unexpected \"4\""}},
                    bad_text{"a.gr", "p sp 3 1\na 1 4 3\n", {"a.gr:2:", "\"4\" is outside 1..3"}},
                    bad_text{"a.gr", "p sp 3 2\na 1 2 3\n", {"ends after 1 of the 2 edges"}},
                    bad_text{"a.gr", "p sp 3 1\na 1 2 3\na 2 1 3\n", {"a.gr:3:", "more than the 1 edges"}},
                    bad_text{"a.gr", std::string("\1\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0", 16), {"Galois", "graph-convert"}},
                    bad_text{"a.gr", std::string("\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16), {"Galois", "version 2"}}));

INSTANTIATE_TEST_SUITE_P(
    metis, bad,
    testing::Values(bad_text{"a.graph", "% x\n", {"no line"}}, bad_text{"a.graph", "3 x\n", {"a.graph:1:", "VERTICES EDGES"}},
                    bad_text{"a.graph", "2 1 7\n", {"a.graph:1:", "FMT"}},
                    bad_text{"a.graph", "2 1\n2\n", {"not symmetric", "line of vertex 1 lists 2"}},
                    bad_text{"a.graph", "4 1\n2\n1\n", {"ends after the lines of 2 of the 4"}},
                    bad_text{"a.graph", "2 1\n2\n1\n1\n", {"a.graph:4:", "vertex 2, the last"}},
                    bad_text{"a.graph", "% c\n3 1\n2\n1\n4\n", {"a.graph:5:", "\"4\" is outside 1..3"}},
                    bad_text{"a.graph", "3 1\n2\n0\n\n", {"a.graph:3:", "\"0\" is outside 1..3"}},
                    bad_text{"a.graph", "3 1\n2\n-1\n\n", {"a.graph:3:", "\"-1\" is negative"}},
                    bad_text{"a.graph", "3 1\n2\n1 z\n\n", {"a.graph:3:", "\"z\""}},
                    bad_text{"a.graph", "3 2\n2\n1\n\n", {"line 1 declares 2 edges, but 1 are listed"}},
                    bad_text{"a.graph", "3 1\n2 3\n1\n\n", {"not symmetric", "line of vertex 1 lists 3, but the line of 3"}},
                    bad_text{"a.graph", "2 1 1\n2 5\n1 6\n", {"not symmetric", "line of vertex 1 lists 2 with weight 5"}},
                    bad_text{"a.graph", "4 2\n2\n1\n4\n1 3\n", {"not symmetric", "line of vertex 4 lists 1, but the line of 1"}},
                    bad_text{"a.graph", "2 1 1\n2\n1 6\n", {"a.graph:2:", "weight is missing"}},
                    bad_text{"a.graph", "2 1 1\n2 nan\n1 6\n", {"a.graph:2:", "\"nan\""}},
                    bad_text{"a.graph", "2 1 10\n\n6 1\n", {"a.graph:2:", "weight is missing"}},
                    bad_text{"a.graph", "2 100000000\n2\n1\n", {"line 1 declares 100000000"}}));

INSTANTIATE_TEST_SUITE_P(
    tables, bad,
    testing::Values(bad_text{"a.csv", "hello\n", {"a.csv:1:", "separated"}}, bad_text{"a.csv", "# nothing\n", {"no data lines"}},
                    bad_text{"a.csv", "source,target\n0,1\n-1,2\n", {"a.csv:3:", "\"-1\" is negative"}},
                    bad_text{"a.csv", "source,target\n0,1\n,2\n", {"a.csv:3:", "the source is missing"}},
                    bad_text{
                        "a.csv", "source,target\n0,99999999999999999999\n", {"a.csv:2:", "\"99999999999999999999\" is too large"}},
                    bad_text{"a.csv", "source,target,weight\n0,1,\n", {"a.csv:2:", "weight is missing"}},
                    bad_text{"a.csv", "source,target,weight\n0,1,heavy\n", {"a.csv:2:", "\"heavy\" is not a weight"}},
                    bad_text{"a.csv", "source,target,weight\n0,1,inf\n", {"a.csv:2:", "finite"}},
                    bad_text{"a.csv", "source,target\nx,\"y\nz,w\n", {"a.csv:2:", "quoted"}},
                    bad_text{"a.csv", "source,target\nx,\"y\"z\n", {"a.csv:2:", "unexpected"}},
                    bad_text{"a.csv", "source,target,weight\nx,y,1\ny,z,nan\n", {"a.csv:3:", "finite"}},
                    bad_text{"a.csv", "source,target\nx,y\n,z\n", {"a.csv:3:", "the source is missing"}},
                    bad_text{"a.csv", "source,target\n\"-2\",3\n", {"a.csv:2:", "\"-2\" is negative"}},
                    bad_text{"a.csv", "source;target;weight\n1;2; \"1 x\" \n", {"a.csv:2:", "\"1 x\" is not a weight"}},
                    bad_text{"a.csv", "source,target\n1,2\nsource,target\r\n2,3\n", {"a.csv:3:", "the header is repeated"}},
                    bad_text{"a.csv", "from,to\na,b\nfrom,to\n", {"a.csv:3:", "the header is repeated"}},
                    bad_text{"a.csv", "1,\n2,\n", {"a.csv:1:", "separated"}},
                    bad_text{"a.csv", "// comment\n0,1\n1,2\n", {"a.csv:1:", "at least two columns"}},
                    bad_text{"a.csv", "a,b\nb,c\rc,d\n", {"a.csv:2:", "carriage return"}},
                    bad_text{"a.csv", "source,source,target\n0,1,2\n", {"several columns named \"source\"", "--source-column 1"}},
                    bad_text{"a.csv", "source,target,weight,Weight\n0,1,2,3\n", {"several columns named \"weight\""}},
                    bad_text{"a.csv", "1 2;\n2 3;\n", {"';' at the end of each line"}},
                    bad_text{"a.csv", "a,->,b\nb,->,c\n", {"\"->\" between source and target"}}));

INSTANTIATE_TEST_SUITE_P(
    ligra, bad,
    testing::Values(bad_text{"a.adj", "Adjacency\n", {"a.adj:1:", "AdjacencyGraph"}},
                    bad_text{"a.adj", "AdjacencyGraph\n", {"number of vertices"}},
                    bad_text{"a.adj", "AdjacencyGraph\n3\nx\n", {"a.adj:3:", "number of edges"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n1000000000000\n0\n", {"line 3 declares"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n0\n1\n1\n", {"ends after 3 of the 4 numbers"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n0\n1\n1\n0\n1\n", {"a.adj:8:", "more than the 4 numbers"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n0\n3\n1\n0\n", {"a.adj:5:", "\"3\" is outside offsets"}},
                    bad_text{"a.adj", "AdjacencyGraph\n3\n2\n0\n2\n1\n0\n0\n", {"a.adj:6:", "\"1\" is outside offsets"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n1\n2\n1\n0\n", {"first offset is 1"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n0\n1\n1\n2\n", {"a.adj:7:", "\"2\" is outside 0..1"}},
                    bad_text{"a.adj", "AdjacencyGraph\n2\n2\n0\n1\n1\n-1\n", {"a.adj:7:", "\"-1\" is negative"}},
                    bad_text{"a.adj", "WeightedAdjacencyGraph\n2\n1\n0\n1\n1\ninf\n", {"a.adj:7:", "\"inf\""}}));

TEST(bad_files, missing_directory_and_empty) {
  const temporary_folder folder;
  error_category category{};
  EXPECT_NE(read_error(folder / "no.mtx", &category).find("No such file"), std::string::npos);
  EXPECT_EQ(category, error_category::input);
  std::filesystem::create_directory(folder / "dir.mtx");
  EXPECT_NE(read_error(folder / "dir.mtx", &category).find("directory"), std::string::npos);
  EXPECT_NE(read_error(folder.put("a.mtx", ""), &category).find("is empty"), std::string::npos);
  EXPECT_NE(read_error(folder.put("a.txt", ""), &category).find("is empty"), std::string::npos);
}

TEST(bad_files, sizes_beyond_the_machine_are_refused_before_they_are_allocated) {
  const temporary_folder folder;
  error_category category{};
  constexpr std::uint64_t offsets_bytes = std::uint64_t{8} << 32;
  if (available_host_memory() > offsets_bytes) GTEST_SKIP() << "this machine may hold a graph of 2^32 - 2 vertices";
  const std::string huge = mtx_banner + "pattern general\n4294967294 4294967294 1\n1 2\n";
  const std::string message = read_error(folder.put("a.mtx", huge), &category);
  EXPECT_EQ(category, error_category::memory) << message;
}

}  // namespace
}  // namespace fathom::test
