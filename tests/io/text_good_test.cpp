// Interpretation of each text format: small texts and the expected graphs.
#include "text_files.hpp"

namespace fathom::test {
namespace {

struct good_text {
  std::string what;
  std::string file;
  std::string text;
  vertex_id vertices;
  bool directed;
  bool weighted;
  std::vector<edge> edges;  // as stored, in order
};

std::ostream& operator<<(std::ostream& out, const good_text& t) { return out << t.what; }

class good : public testing::TestWithParam<good_text> {};

TEST_P(good, reads) {
  const good_text& t = GetParam();
  const read_result r = read_text(t.file, t.text, as_listed());
  EXPECT_EQ(r.g.num_vertices(), t.vertices);
  EXPECT_EQ(r.g.directed(), t.directed);
  EXPECT_EQ(r.g.weighted(), t.weighted);
  EXPECT_EQ(edges_of(r.g), t.edges);
}

const std::string mtx = "%%MatrixMarket matrix coordinate ";

INSTANTIATE_TEST_SUITE_P(
    matrix_market, good,
    testing::Values(
        good_text{"general", "a.mtx", mtx + "pattern general\n% note\n\n3 3 2\n1 2\n3 1\n", 3, true, false, {{0, 1, 1}, {2, 0, 1}}},
        good_text{
            "symmetric", "a.mtx", mtx + "pattern symmetric\n3 3 2\n2 1\n3 3\n", 3, false, false, {{0, 1, 1}, {1, 0, 1}, {2, 2, 1}}},
        good_text{"banner in any case",
                  "a.mtx",
                  "%%matrixmarket MATRIX Coordinate Pattern General\n2 2 1\n1 2\n",
                  2,
                  true,
                  false,
                  {{0, 1, 1}}},
        good_text{
            "real", "a.mtx", mtx + "real general\n2 2 2\n1 2 -2.5e-1\n2 1 +3.5\n", 2, true, true, {{0, 1, -0.25f}, {1, 0, 3.5f}}},
        good_text{"integer", "a.mtx", mtx + "integer symmetric\n2 2 1\n2 1 7\n", 2, false, true, {{0, 1, 7}, {1, 0, 7}}},
        good_text{"skew-symmetric", "a.mtx", mtx + "real skew-symmetric\n3 3 1\n3 1 7\n", 3, true, true, {{0, 2, -7}, {2, 0, 7}}},
        good_text{"complex", "a.mtx", mtx + "complex general\n2 2 1\n1 2 7 8\n", 2, true, false, {{0, 1, 1}}},
        good_text{"hermitian", "a.mtx", mtx + "complex hermitian\n2 2 1\n2 1 7 8\n", 2, false, false, {{0, 1, 1}, {1, 0, 1}}},
        good_text{"white space of all kinds",
                  "a.mtx",
                  mtx + "pattern general \r\n3  3\t2\r\n\r\n \t1   2\t \r\n\r\n3\t\t1",
                  3,
                  true,
                  false,
                  {{0, 1, 1}, {2, 0, 1}}},
        good_text{"nothing", "a.mtx", mtx + "pattern general\n0 0 0\n", 0, false, false, {}},
        good_text{"no entries", "a.mtx", mtx + "pattern general\n4 4 0", 4, false, false, {}}));

INSTANTIATE_TEST_SUITE_P(
    edge_lists, good,
    testing::Values(
        good_text{"directed by comment",
                  "a.txt",
                  "# Directed graph (each unordered pair of nodes is saved once)\n0\t1\n0\t2\n",
                  3,
                  true,
                  false,
                  {{0, 1, 1}, {0, 2, 1}}},
        good_text{"undirected by comment",
                  "a.txt",
                  "# Undirected graph: x\n# Nodes: 3\n2 0\n0\t1\n",
                  3,
                  false,
                  false,
                  {{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {2, 0, 1}}},
        good_text{"undirected where nothing is stated",
                  "a.txt",
                  "0 1\n1 2\n2 2\n",
                  3,
                  false,
                  false,
                  {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {2, 2, 1}}},
        good_text{"undirected in any order",
                  "a.txt",
                  "0 1\n2 1\n1 2\n",
                  3,
                  false,
                  false,
                  {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {1, 2, 1}, {2, 1, 1}, {2, 1, 1}}},
        good_text{"KONECT", "out.some", "% asym unweighted\n% 2 3 3\n1 2\n1 3\n", 3, true, false, {{1, 2, 1}, {1, 3, 1}}},
        good_text{"CR LF, tabs, blanks, no last newline",
                  "a.txt",
                  "# Directed graph\r\n\r\n 0 \t 1 \r\n\t3  4\t\r\n1 0",
                  4,
                  true,
                  false,
                  {{0, 1, 1}, {1, 0, 1}, {3, 4, 1}}},
        good_text{"byte order mark", "a.txt", "\xef\xbb\xbf# Directed graph\n0 1\n", 2, true, false, {{0, 1, 1}}},
        good_text{"byte order mark before data",
                  "a.el",
                  "\xef\xbb\xbf"
                  "0 1\n",
                  2,
                  true,
                  false,
                  {{0, 1, 1}}},
        good_text{"weights", "a.txt", "# Directed graph\n0 1 2.5\n1 2 -1\n", 3, true, true, {{0, 1, 2.5f}, {1, 2, -1}}},
        good_text{
            "time stamps", "a.txt", "# Directed graph\n0 1 1082040961\n1 2 1082040962\n", 3, true, false, {{0, 1, 1}, {1, 2, 1}}},
        good_text{"named time stamps",
                  "a.txt",
                  "# Directed graph\n# From To Timestamp\n0 1 1\n1 2 2\n",
                  3,
                  true,
                  false,
                  {{0, 1, 1}, {1, 2, 1}}},
        good_text{"large named weights",
                  "a.txt",
                  "# Directed graph\n# From To Weight\n0 1 33554432\n",
                  2,
                  true,
                  true,
                  {{0, 1, 33554432.0f}}},
        good_text{"weight and time stamp", "a.txt", "# Directed graph\n0 1 5 1082040961\n", 2, true, true, {{0, 1, 5}}},
        good_text{"NetworkX's empty data", "a.txt", "0 1 {}\n", 2, false, false, {{0, 1, 1}, {1, 0, 1}}},
        good_text{"only comments", "a.txt", "# Directed graph\n", 0, false, false, {}},
        good_text{"GAP", "a.el", "0 1\n1 2\n", 3, true, false, {{0, 1, 1}, {1, 2, 1}}},
        good_text{"GAP with weights", "a.wel", "1 2 8\n1 3 0.5\n", 3, true, true, {{1, 2, 8}, {1, 3, 0.5f}}},
        good_text{"leading zeros", "a.el", "00000000000000000000000000000 0001\n", 2, true, false, {{0, 1, 1}}}));

INSTANTIATE_TEST_SUITE_P(
    dimacs, good,
    testing::Values(
        good_text{"usual", "a.gr", "c hello\np sp 3 2\nc more\na 1 2 803\na 3 1 5\n", 3, true, true, {{0, 1, 803}, {2, 0, 5}}},
        good_text{"CR LF and tabs", "a.gr", "p sp 2 1\r\na\t1 2\t3\r\n\r\n", 2, true, true, {{0, 1, 3}}},
        good_text{"as .txt", "a.txt", "c x\np sp 2 1\na 1 2 3\n", 2, true, true, {{0, 1, 3}}}));

INSTANTIATE_TEST_SUITE_P(
    metis, good,
    testing::Values(
        good_text{"plain", "a.graph", "% x\n3 2\n2 3 \n1\n% y\n1\n", 3, false, false, {{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {2, 0, 1}}},
        good_text{"isolated vertices", "a.graph", "4 1\n\n3\n2\n\n", 4, false, false, {{1, 2, 1}, {2, 1, 1}}},
        good_text{"last line empty and without newline", "a.graph", "3 1\n2\n1\n", 3, false, false, {{0, 1, 1}, {1, 0, 1}}},
        good_text{"edge weights", "a.graph", "2 1 1\n2 5\n1 5\n\n\n", 2, false, true, {{0, 1, 5}, {1, 0, 5}}},
        good_text{"vertex weights", "a.graph", "2 1 010 2\n7 7 2\n7 7 1\n", 2, false, false, {{0, 1, 1}, {1, 0, 1}}},
        good_text{"everything", "a.graph", "2 1 111 2\n9 7 7 2 5\r\n9 7 7 1 5\r\n", 2, false, true, {{0, 1, 5}, {1, 0, 5}}},
        good_text{"self-loop", "a.graph", "2 2\n1 2\n1\n", 2, false, false, {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}}));

INSTANTIATE_TEST_SUITE_P(
    tables, good,
    testing::Values(
        good_text{"source, target", "a.csv", "source,target\n0,1\n2,1\n", 3, true, false, {{0, 1, 1}, {2, 1, 1}}},
        good_text{
            "columns by name", "a.csv", "Weight;id; DST ;\"src\"\n0.5;9;1;0\n2;9;0;1\n", 2, true, true, {{0, 1, 0.5f}, {1, 0, 2}}},
        good_text{"tabs", "a.tsv", "from\tto\tcost\n0\t1\t3\n", 2, true, true, {{0, 1, 3}}},
        good_text{"first two columns", "a.csv", "a,b,c\n0,1,x\n", 2, false, false, {{0, 1, 1}, {1, 0, 1}}},
        good_text{"no header", "a.csv", "0,1,5\n2,0,6\n", 3, false, true, {{0, 1, 5}, {0, 2, 6}, {1, 0, 5}, {2, 0, 6}}},
        good_text{"quoted numbers, CR LF, blanks",
                  "a.csv",
                  "source,target\r\n\"0\" , \"1\"\r\n\r\n 2,0 ",
                  3,
                  true,
                  false,
                  {{0, 1, 1}, {2, 0, 1}}},
        good_text{"isolated vertices", "a.csv", "source,target\n0,1\n2,\n3,\n", 4, true, false, {{0, 1, 1}}},
        good_text{"only a header", "a.csv", "source,target\n", 0, false, false, {}}));

INSTANTIATE_TEST_SUITE_P(
    ligra, good,
    testing::Values(
        good_text{"plain", "a.adj", "AdjacencyGraph\n3\n3\n0\n2\n2\n1\n2\n0\n", 3, true, false, {{0, 1, 1}, {0, 2, 1}, {2, 0, 1}}},
        good_text{
            "weighted", "a.adj", "WeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n5\n-0.5\n", 2, true, true, {{0, 1, 5}, {1, 0, -0.5f}}},
        good_text{"many a line", "a.txt", "AdjacencyGraph\r\n2\r\n1\r\n0 1 1\r\n", 2, true, false, {{0, 1, 1}}},
        good_text{"nothing", "a.adj", "AdjacencyGraph\n0\n0\n", 0, false, false, {}}));

TEST(csv_names, numbers_by_first_appearance_and_keeps_labels) {
  const read_result r =
      read_text("a.csv", "source,target,weight\nbob,\"al, jr\",2\n\"al, jr\",\"the \"\"x\"\"\",3\n7,bob,1\nnobody,\n");
  ASSERT_EQ(r.g.num_vertices(), 5u);
  const std::vector<std::string> names = {r.g.name(0), r.g.name(1), r.g.name(2), r.g.name(3), r.g.name(4)};
  EXPECT_EQ(names, (std::vector<std::string>{"bob", "al, jr", "the \"x\"", "7", "nobody"}));
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{0, 1, 2}, {1, 2, 3}, {3, 0, 1}}));
}

TEST(csv_names, numbers_before_the_first_name_are_names_too) {
  const read_result r = read_text("a.csv", "source,target\n7,8\n8,x\n");
  EXPECT_EQ(r.g.num_vertices(), 3u);
  EXPECT_EQ(r.g.name(0), "7");
  EXPECT_EQ(r.g.name(2), "x");
  EXPECT_TRUE(has_note(r, "read as names"));
}

TEST(renumbering, of_wide_ids) {
  const read_result r = read_text("a.el", "5 4294967295\n18446744073709551614 5\n");
  EXPECT_EQ(r.g.num_vertices(), 3u);
  EXPECT_EQ(edges_of(r.g), (std::vector<edge>{{5, 4294967295u, 1}, {18446744073709551614u, 5, 1}}));
  EXPECT_TRUE(r.what.renumbered);
  EXPECT_TRUE(has_note(r, "3 vertices with ids from 5 to 18446744073709551614; unused ids are not vertices"));
  EXPECT_EQ(r.g.find_vertex(4294967295u), vertex_id{1});
}

TEST(renumbering, of_the_largest_narrow_id) { EXPECT_EQ(read_text("a.el", "0 4294967294\n").g.num_vertices(), 2u); }

TEST(renumbering, finds_many_repeated_sparse_ids_by_bitmap) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(7 + 1000 * (i % 50)) + " " + std::to_string(7 + 1000 * (i % 49)) + "\n";
  const read_result r = read_text("a.el", text);
  ASSERT_EQ(r.g.num_vertices(), 50u);
  for (vertex_id v = 0; v < 50; ++v) EXPECT_EQ(r.g.original_id(v), 7 + 1000 * v);
}

TEST(direction, option_overrides_the_file) {
  read_options options;
  options.direction = stated_direction::undirected;
  EXPECT_EQ(read_text("a.el", "0 1\n", options).g.num_edges(), 2u);
  EXPECT_EQ(read_text("a.adj", "AdjacencyGraph\n2\n1\n0\n1\n1\n", options).g.num_edges(), 2u);
  options.direction = stated_direction::directed;
  EXPECT_EQ(read_text("a.txt", "# Undirected graph\n0 1\n", options).g.num_edges(), 1u);
  EXPECT_EQ(read_text("a.mtx", mtx + "pattern symmetric\n2 2 1\n2 1\n", options).g.num_edges(), 1u);
}

TEST(notes, state_what_was_decided) {
  EXPECT_TRUE(has_note(read_text("a.txt", "0 1\n1 2\n"), "direction is not stated; read as undirected"));
  EXPECT_TRUE(
      has_note(read_text("a.txt", "# Directed graph: x\n0 1\n"), "read as directed, as the comment \"# Directed graph: x\" says"));
  EXPECT_TRUE(has_note(read_text("a.txt", "0 1 1082040961\n"), "time stamps"));
  EXPECT_TRUE(has_note(read_text("a.csv", "0,1\n"), "no header"));
  EXPECT_TRUE(has_note(read_text("a.graph", "2 1 10\n7 2\n7 1\n"), "vertex weights"));
  EXPECT_TRUE(has_note(read_text("a.wel", "0 1 16777217\n"), "weights are stored in double precision: 1 of 1"));
}

}  // namespace
}  // namespace fathom::test
