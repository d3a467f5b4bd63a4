// Vertices of edge lists: those that the edges name, and those that the file declares.
#include "text_files.hpp"

namespace fathom::test {
namespace {

using ids = std::vector<std::uint64_t>;

ids ids_of(const graph& g) {
  ids all;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) all.push_back(g.original_id(v));
  return all;
}

read_options with_vertices(std::uint64_t count) {
  read_options options;
  options.num_vertices = count;
  return options;
}

read_options with_gaps() {
  read_options options;
  options.keep_id_gaps = true;
  return options;
}

struct list_of_ids {
  std::string file, text;
  ids expected;
};

std::ostream& operator<<(std::ostream& out, const list_of_ids& l) { return out << l.file << ": " << l.text; }

class edge_list_vertices : public testing::TestWithParam<list_of_ids> {};

TEST_P(edge_list_vertices, are_numbered_in_ascending_order) {
  const read_result r = read_text(GetParam().file, GetParam().text);
  EXPECT_EQ(ids_of(r.g), GetParam().expected);
  const bool positions = GetParam().expected.empty() || GetParam().expected.back() + 1 == GetParam().expected.size();
  EXPECT_EQ(r.what.renumbered, !positions);
  EXPECT_EQ(has_note(r, " with ids from "), !positions);
}

INSTANTIATE_TEST_SUITE_P(named, edge_list_vertices,
                         testing::Values(list_of_ids{"a.txt", "0 1\n1 2\n", {0, 1, 2}},
                                         list_of_ids{"a.txt", "3 1\n1 2\n", {1, 2, 3}},
                                         list_of_ids{"a.el", "9 2\n4 9\n", {2, 4, 9}}, list_of_ids{"a.wel", "0 5 1.5\n", {0, 5}},
                                         list_of_ids{"a.el", "8 8\n", {8}},
                                         list_of_ids{"a.csv", "source,target\n10,20\n20,11\n", {10, 11, 20}},
                                         list_of_ids{"a.csv", "source,target\n0,1\n7,\n", {0, 1, 7}},
                                         list_of_ids{"a.el", "1 4000000000\n2 1\n", {1, 2, 4000000000}},
                                         list_of_ids{"a.el", "5000000001 5000000002\n", {5000000001, 5000000002}},
                                         list_of_ids{"out.a", "% sym unweighted\n2 3\n", {2, 3}}));

INSTANTIATE_TEST_SUITE_P(declared, edge_list_vertices,
                         testing::Values(list_of_ids{"a.txt", "# Nodes: 5 Edges: 2\n0 1\n1 2\n", {0, 1, 2, 3, 4}},
                                         list_of_ids{"a.txt", "# Nodes: 4 Edges: 2\n1 2\n2 3\n", {1, 2, 3, 4}},  // all fit from 1
                                         list_of_ids{"a.txt", "# Nodes: 4\n2 9\n", {0, 1, 2, 9}},    // smallest unused ids
                                         list_of_ids{"a.txt", "# Nodes: 3\n0 7\n5 0\n", {0, 5, 7}},  // all are named
                                         list_of_ids{"a.el", "# vertices = 3\n0 1\n", {0, 1, 2}},
                                         list_of_ids{"out.a", "% asym unweighted\n% 2 5 5\n1 2\n2 4\n", {1, 2, 3, 4, 5}},
                                         list_of_ids{"a.txt", "# Nodes: 3 Edges: 0\n", {0, 1, 2}},
                                         list_of_ids{"a.edges", "% 4 4 2\n1 2\n2 3\n", {1, 2, 3, 4}},
                                         list_of_ids{"a.el", "1 2\n# fathom: vertices 4\n", {0, 1, 2, 3}}));

TEST(declared_vertices, too_few_are_noted_with_both_numbers) {
  const read_result r = read_text("a.txt", "# Nodes: 2 Edges: 9\n0 1\n1 2\n");
  EXPECT_EQ(r.g.num_vertices(), 3u);
  EXPECT_TRUE(has_note(r, "the comment \"# Nodes: 2 Edges: 9\" states 2 vertices, but there are 3; all 3 were kept"));
  EXPECT_TRUE(has_note(r, "states 9 edges, but there are 2"));
  EXPECT_FALSE(has_note(read_text("a.txt", "# Nodes: 2 Edges: 1\n0 1\n1 0\n"), "edges, but"));  // both directions
}

TEST(declared_vertices, by_option_add_isolated_ones) {
  EXPECT_EQ(ids_of(read_text("a.el", "1 2\n", with_vertices(4)).g), (ids{1, 2, 3, 4}));
  EXPECT_EQ(ids_of(read_text("a.csv", "u,v\n0,9\n", with_vertices(3)).g), (ids{0, 1, 9}));
  EXPECT_EQ(ids_of(read_text("a.txt", "# Nodes: 5\n0 1\n", with_vertices(3)).g), (ids{0, 1, 2}));
  EXPECT_EQ(ids_of(read_text("a.el", "5000000000 1\n", with_vertices(3)).g), (ids{0, 1, 5000000000}));
  EXPECT_EQ(read_text("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n", with_vertices(3)).g.num_vertices(),
            3u);
}

TEST(declared_vertices, by_option_must_hold_all) {
  const temporary_folder folder;
  const auto refused = [&](const std::string& name, const std::string& text, std::uint64_t count, const std::string& what) {
    error_category category{};
    const std::string message = read_error(folder.put(name, text), &category, with_vertices(count));
    EXPECT_EQ(category, error_category::usage) << message;
    EXPECT_NE(message.find(what), message.npos) << message;
  };
  refused("a.el", "0 1\n1 2\n", 2, "has 3 vertices, more than the option --num-vertices 2 states; use at least 3");
  refused("b.el", "0 5000000000\n1 2\n", 2, "use at least 4");
  refused("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n", 4, "has 3 vertices");
  refused("a.csv", "source,target\na,b\n", 3, "omit --num-vertices 3");
}

TEST(kept_gaps, are_isolated_vertices) {
  EXPECT_EQ(read_text("a.el", "1 9\n", with_gaps()).g.num_vertices(), 10u);
  EXPECT_EQ(read_text("a.csv", "u,v\n0,1\n7,\n", with_gaps()).g.num_vertices(), 8u);
  EXPECT_EQ(read_text("out.a", "% sym unweighted\n% 1 3 3\n1 2\n", with_gaps()).g.num_vertices(), 4u);
  read_options both = with_vertices(12);
  both.keep_id_gaps = true;
  EXPECT_EQ(read_text("a.el", "1 9\n", both).g.num_vertices(), 12u);
  const read_result wide = read_text("a.el", "1 5000000000\n", with_gaps());
  EXPECT_EQ(wide.g.num_vertices(), 2u);
  EXPECT_TRUE(has_note(wide, "gaps between them were not kept"));
}

TEST(compact_numbering, is_the_same_on_any_number_of_threads) {
  std::string text;
  for (int i = 0; i < 60'000; ++i)
    text += std::to_string(3 + 7 * (i % 5000)) + " " + std::to_string(3 + 7 * (i * 17 % 5000)) + "\n";
  const temporary_folder folder;
  const auto file = folder.put("a.el", text);
  for (const int threads : {1, 3}) {
    read_options options = as_listed();
    options.build.control.threads = threads;
    const graph g = read_graph(file, options).g;
    ASSERT_EQ(g.num_vertices(), 5000u);
    for (vertex_id v = 0; v < 5000; ++v) ASSERT_EQ(g.original_id(v), 3 + 7 * std::uint64_t{v});
    EXPECT_EQ(g.num_edges(), 60'000u);
  }
}

TEST(first_line, may_hold_the_numbers_of_vertices_and_edges) {
  const read_result zero = read_text("a.txt", "4 3\n0 1\n1 2\n2 3\n");
  EXPECT_EQ(ids_of(zero.g), (ids{0, 1, 2, 3}));
  EXPECT_EQ(zero.what.edges_read, 3u);
  EXPECT_TRUE(has_note(zero, "the first line, \"4 3\", was read as the numbers of vertices and edges"));
  EXPECT_EQ(ids_of(read_text("a.txt", "5 2\n1 5\n2 3\n").g), (ids{1, 2, 3, 4, 5}));
  const read_result weighted = read_text("a.txt", "3 2\n1 2 7\n2 3 8\n");
  EXPECT_EQ(weighted.what.edges_read, 2u);
  EXPECT_TRUE(weighted.g.weighted());
}

TEST(first_line, is_an_edge_where_the_numbers_do_not_fit) {
  EXPECT_EQ(read_text("a.txt", "4 3\n0 1\n1 2\n").what.edges_read, 3u);       // fewer edges
  EXPECT_EQ(read_text("a.txt", "4 3\n0 1\n1 2\n2 5\n").what.edges_read, 4u);  // an id beyond
  EXPECT_EQ(read_text("a.el", "4 3\n0 1\n1 2\n2 3\n").what.edges_read, 4u);   // the format has no header line
  const temporary_folder folder;
  EXPECT_NE(read_error(folder.put("a.txt", "4 3\n0 1 1\n1 2 1\n")).find("first line, \"4 3\""), std::string::npos);
}

TEST(stated_direction, is_the_only_one_that_counts) {
  const std::string up = "1 2\n1 3\n2 3\n3 4\n";
  for (const std::string& text : {up, up + "4 1\n"}) {
    for (const char* name : {"a.txt", "a.edges", "a.edgelist"}) {
      const read_result r = read_text(name, text);
      EXPECT_FALSE(r.g.directed()) << name;
      EXPECT_TRUE(has_note(r, "direction is not stated; read as undirected (use --directed or --undirected)")) << name;
    }
  }
  EXPECT_TRUE(read_text("a.el", up).g.directed());
  EXPECT_TRUE(read_text("a.txt", "source target\n" + up).g.directed());
  EXPECT_TRUE(read_text("a.txt", "# FromNodeId ToNodeId\n" + up).g.directed());
  EXPECT_FALSE(read_text("a.txt", "u v\n" + up).g.directed());
  read_options options;
  options.direction = stated_direction::directed;
  const read_result r = read_text("a.txt", up, options);
  EXPECT_TRUE(r.g.directed());
  EXPECT_FALSE(has_note(r, "direction is not stated"));
}

}  // namespace
}  // namespace fathom::test
